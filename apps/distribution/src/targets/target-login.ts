import { posix } from 'node:path';
import { domainToASCII } from 'node:url';
import { accessOf } from '@estate/contracts';
import type { FtpCredentials } from '@estate/contracts';
import { refusal } from '@estate/errors';
import type { InvalidInput } from '@estate/errors';
import type { TargetRecord } from '../domain/target.ts';

export const FTP_PORT = 21;

/** A host in one spelling. */
export const hostName = (host: string): string =>
  (domainToASCII(host) || host.toLowerCase()).replace(/\.$/, '');

/**
 * Where a login stores packages, in one spelling. Two targets with the same login publish and take down the same objects,
 * because a portal knows an object by its number.
 */
export function portalLogin(
  { host, port = FTP_PORT, username, path }: Pick<FtpCredentials, 'host' | 'port' | 'username' | 'path'>,
  defaultPath: string,
): string {
  const directory = posix.join('/', path || defaultPath, '/');
  return JSON.stringify(['ftp', hostName(host), port, username, directory]);
}

/** The same for an account on any other platform, by what names the account there. */
export const accountLogin = (type: string, account: string): string => JSON.stringify([type, account]);

/** A second target of an account with the login of the first. */
export function loginTaken({ id, type, name }: Pick<TargetRecord, 'id' | 'type' | 'name'>): InvalidInput {
  const first = name === undefined ? `the target ${id} (${type})` : `the target "${name}" (${id})`;
  const [same, instead] = accessOf(type) === 'api-key' ? ['key', 'key'] : ['host, username and path', 'path'];
  const message = `credentials: ${first} has the same ${same}. Two targets with one login would take down each other's objects. Use that target, or another ${instead}`;
  return refusal('target-login-taken', 'credentials', message);
}
