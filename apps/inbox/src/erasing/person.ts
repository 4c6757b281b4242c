import type { Prospect } from '@estate/contracts';
import { addressesIn, normalizedAddress } from '@estate/persistence';
import { textsOf } from '../stores/request-document.ts';
import type { Said } from '../stores/request-document.ts';

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
interface Named extends Said {
  handling?: { note?: string | undefined } | undefined;
}

/**
 * `own`: the request of the person with this address; `named`: of somebody else who named the address; `noted`: only the note
 * of the account names it.
 */
export function partIn({ handling, ...request }: Named, address: string): 'own' | 'named' | 'noted' | 'none' {
  const person = normalizedAddress(address);
  const own = addressesIn(request.prospect.email);
  if (own.includes(person)) return 'own';
  if (addressesIn(...textsOf(request)).includes(person)) return own.length === 0 ? 'own' : 'named';
  return addressesIn(handling?.note).includes(person) ? 'noted' : 'none';
}
