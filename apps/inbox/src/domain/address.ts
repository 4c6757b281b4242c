import { lowerCaseAscii } from '@estate/contracts';

const SEPARATORS = /[\s<>()[\]",;:]+/;
const ADDRESS = /^[^@]{1,64}@[^@]{1,255}$/;
const EMAIL_ID = /^[0-9a-v]{20}$/;

/** Every email address in a header's value, in lower case. */
export const addressesIn = (value: string): string[] =>
  value
    .split(SEPARATORS)
    .filter((word) => ADDRESS.test(word))
    .map(lowerCaseAscii);

export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** The target's part of a request address, when it is one of ours; what follows a plus does not count. */
export function emailIdOf(address: string, domains: ReadonlySet<string>): string | undefined {
  if (!domains.has(domainOf(address))) return undefined;
  const local = lowerCaseAscii(address.slice(0, address.lastIndexOf('@'))).split('+')[0] ?? '';
  return EMAIL_ID.test(local) ? local : undefined;
}
