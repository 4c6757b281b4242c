import { SERVICES } from './deployed-services.ts';
import { ADDRESS_KEYS, newSecrets, secretName } from './secrets.ts';
import type { Addresses, Secret, Secrets } from './secrets.ts';

/** The part between the scheme of an address and its hosts. */
const USER = /\/\/[^@/]*@/;

const withoutUser = (addresses: string): string =>
  addresses
    .split(',')
    .map((one) => one.replace(USER, '//'))
    .join(',');

/** The new address with the user of the old one. */
function withUserOf(old: string, address: string): string {
  const user = USER.exec(old)?.[0] ?? '//';
  return address
    .split(',')
    .map((one) => one.replace(USER, () => user))
    .join(',');
}

/** The value of more than half of all; undefined if there is none. */
const mostOf = (all: readonly string[]): string | undefined =>
  all.find((one) => all.filter((other) => other === one).length > all.length / 2);

/** The addresses that most services have: those of the installation. */
function usualAddresses(existing: Secrets): Addresses {
  const of = (key: string): string[] =>
    SERVICES.flatMap(({ name }) => existing[secretName(name)]?.[key] ?? []).map(withoutUser);
  const mongo = of('MONGODB_URI').map((uri) => uri.replace(/\/[^/?]*(\?|$)/, '/$1'));
  return { nats: mostOf(of('NATS_URL')) ?? '', mongo: mostOf(mongo) ?? '', natsPeers: [], external: [] };
}

/**
 * Existing secrets with these addresses of the broker and the database; users and passwords stay. A service can have a database of its own,
 * so an address that most others do not have is kept and reported.
 */
export function moved(
  existing: Secrets,
  addresses: Addresses,
): { secrets: Secrets; kept: readonly string[] } {
  const [before, now] = [newSecrets(usualAddresses(existing), existing), newSecrets(addresses, existing)];
  const kept: string[] = [];
  const movedKey = (name: string, key: string, value: string): string => {
    const address = now[name]?.[key];
    if (address === undefined || withoutUser(value) === withoutUser(address)) return value;
    if (withoutUser(value) === withoutUser(before[name]?.[key] ?? '')) return withUserOf(value, address);
    kept.push(`${name} keeps the address in ${key}, which most other services do not have.`);
    return value;
  };
  const keys = Object.values(ADDRESS_KEYS).flat();
  const movedSecret = (name: string, secret: Secret): Secret =>
    Object.fromEntries(
      Object.entries(secret).map(([key, value]) => [
        key,
        keys.includes(key) ? movedKey(name, key, value) : value,
      ]),
    );
  const secrets = Object.entries(existing).map(([name, secret]) => [name, movedSecret(name, secret)]);
  return { secrets: Object.fromEntries(secrets) as Secrets, kept };
}
