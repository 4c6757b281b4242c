import { posix } from 'node:path';
import { domainToASCII } from 'node:url';
import type { FtpCredentials } from '@estate/contracts';
import type { InvalidInput } from '@estate/errors';
import { refusal } from '../domain/target-rules.ts';
import type { TargetRecord } from '../domain/target.ts';

const FTP_PORT = 21;

/**
 * Where a login stores packages, in one spelling. Two targets with the same login publish and take down the same objects,
 * because a portal knows an object by its number.
 */
export function portalLogin(
  { host, port = FTP_PORT, username, path }: Pick<FtpCredentials, 'host' | 'port' | 'username' | 'path'>,
  defaultPath: string,
): string {
  const name = (domainToASCII(host) || host.toLowerCase()).replace(/\.$/, '');
  const directory = posix.join('/', path || defaultPath, '/');
  return JSON.stringify(['ftp', name, port, username, directory]);
}

/** The same for an account on a marketplace, by the id that the marketplace gave to it. */
export const marketplaceLogin = (type: string, marketplaceAccount: string): string =>
  JSON.stringify([type, marketplaceAccount]);

/** A second target of an account with the login of the first. */
export function loginTaken({ id, type, name }: Pick<TargetRecord, 'id' | 'type' | 'name'>): InvalidInput {
  const first = name === undefined ? `the target ${id} (${type})` : `the target "${name}" (${id})`;
  const message = `credentials: ${first} has the same host, username and path. Two targets with one login would take down each other's objects. Use that target, or another path`;
  return refusal('target-login-taken', 'credentials', message);
}
