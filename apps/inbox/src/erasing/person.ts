import type { Prospect } from '@estate/contracts';
import { addressesIn, normalizedAddress } from '@estate/persistence';

/** The words that say who a person is; the city is no such word. */
export function wordsOf({
  email,
  firstName,
  lastName,
  company,
  phone,
  mobilePhone,
  address,
}: Prospect): string[] {
  return [email, firstName, lastName, company, phone, mobilePhone, address?.street].flatMap(
    (word) => word ?? [],
  );
}

/** The names and addresses in a request. */
interface Named {
  prospect: Prospect;
  message?: string | undefined;
  handling?: { note?: string | undefined } | undefined;
}

/**
 * `own`: the request of the person with this address; `named`: of somebody else who named the address; `noted`: only the note
 * of the account names it.
 */
export function partIn(
  { prospect, message, handling }: Named,
  address: string,
): 'own' | 'named' | 'noted' | 'none' {
  const person = normalizedAddress(address);
  const own = addressesIn(prospect.email);
  if (own.includes(person)) return 'own';
  if (addressesIn(message).includes(person)) return own.length === 0 ? 'own' : 'named';
  return addressesIn(handling?.note).includes(person) ? 'noted' : 'none';
}
