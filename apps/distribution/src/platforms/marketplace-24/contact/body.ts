import type { Contact, ContactFields } from '@estate/contracts';
import type { Body } from '../object/body.ts';
import { line } from '../object/text.ts';
import { normalPhone } from './phone.ts';

type ContactRow = readonly [
  name: string,
  api: keyof ContactFields | 'id',
  value: (contact: Given) => string | undefined,
];

interface Given {
  contact: Contact;
  /** An address that also receives the messages of prospects. */
  requestAddress?: string | undefined;
}

const phone = (given: string | undefined): string | undefined => {
  const verdict = given === undefined ? undefined : normalPhone(given);
  return verdict?.ok ? verdict.phone : undefined;
};
const filled = (text: string | undefined): string | undefined => {
  const written = line(text ?? '');
  return written === '' ? undefined : written;
};

/** The fields of a contact in the order of the marketplace's schema. */
const ROWS: readonly ContactRow[] = [
  ['email', 'email', ({ contact }) => contact.email],
  ['firstname', 'firstName', ({ contact }) => filled(contact.firstName)],
  ['lastname', 'lastName', ({ contact }) => filled(contact.lastName)],
  ['phoneNumber', 'phone', ({ contact }) => phone(contact.phone)],
  ['cellPhoneNumber', 'mobilePhone', ({ contact }) => phone(contact.mobilePhone)],
  ['title', 'title', ({ contact }) => filled(contact.title)],
  ['homepageUrl', 'website', ({ contact }) => contact.website],
  ['externalId', 'id', ({ contact }) => contact.id],
  ['secondaryEmail', 'email', ({ requestAddress }) => requestAddress],
];

/** A contact in the format of the marketplace. */
export const contactBody = (contact: Contact, requestAddress?: string): Body => ({
  'common.realtorContactDetail': Object.fromEntries(
    ROWS.map(([name, , value]) => [name, value({ contact, requestAddress })]).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  ),
});

/** The field of the API for a contact field in a message of the marketplace. */
export const contactFieldOf = (marketplaceField: string): string | undefined => {
  const name = marketplaceField.split('.').at(-1)?.toLowerCase();
  const row = ROWS.find(([each]) => each.toLowerCase() === name);
  return row && `contact.${row[1]}`;
};
