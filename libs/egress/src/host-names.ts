import { isIP } from 'node:net';
import { ruleAgainst } from './address-rules.ts';
import type { EgressPolicy } from './policy.ts';

const LOCAL_NAMES = new Set(['localhost', 'localhost.localdomain', 'ip6-localhost', 'ip6-loopback']);

/** The host name of a URL without the brackets of an IPv6 literal. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** `loopback` for the names of this machine, unless the operator allows loopback; they are known without a resolver. */
export function ruleAgainstName(hostname: string, policy: EgressPolicy): string | undefined {
  const name = hostname.toLowerCase().replace(/(?<!\.)\.+$/, '');
  const local = LOCAL_NAMES.has(name) || name.endsWith('.localhost');
  const opened = ['127.0.0.1', '::1'].some((address) => ruleAgainst(address, policy) === undefined);
  return local && !opened ? 'loopback' : undefined;
}

/** The host as a URL parser reads it (`0x7f.1` becomes `127.0.0.1`), or undefined if it is no host. */
export function normaliseHost(host: string): string | undefined {
  const bare = bareHost(host);
  if (isIP(bare)) {
    return bare;
  }
  // A character that ends a host in a URL would smuggle a port, a path or user info past the check.
  const smuggles = bare === '' || /[\s\p{Cc}/?#@:\\[\]%]/u.test(bare);
  return smuggles || !URL.canParse(`https://${bare}/`) ? undefined : new URL(`https://${bare}/`).hostname;
}
