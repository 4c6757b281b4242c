import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { ContactFields, isUnsaidOfPerson } from '@estate/contracts';
import { objectProblem, shown } from './object-problem.ts';
import type { Because, ObjectProblem } from './object-problem.ts';
import { cutAtWord, cutText } from './cut-text.ts';
import type { Found, Place } from './found.ts';
import { phoneCountriesOf, phoneIn } from './phone.ts';
import type { PhoneCountries } from './phone.ts';
import { plainText } from './plain-text.ts';
import type { Provider } from './transfer.ts';

/** A contact person of a package; the same person has the same key in every object and every package of the provider. */
export interface ImportedContact {
  key: string;
  fields: ContactFields;
}

const EMAILS = ['email_direkt', 'email_zentrale', 'email_privat', 'email_sonstige'];
const PHONES = ['tel_durchw', 'tel_zentrale', 'tel_privat', 'tel_sonstige'];
const LONGEST_KEY_PART = 200;

interface ContactReading {
  contact?: ImportedContact;
  problems: ObjectProblem[];
}

/**
 * Reads the first contact person of an object. Invalid optional data of the person is left out and reported. Telephone numbers of a person
 * without a certain country are assigned to one of these countries.
 */
export function contactOf(person: Place, provider: Provider, countries: readonly string[]): ContactReading {
  if (person.elements.length === 0) return { problems: [] };
  const reader = new Reader(person, phoneCountriesOf(person, countries));
  const email = reader.first('email', EMAILS);
  const lastName = reader.first('lastName', ['name', 'firma']);
  if (email === undefined || lastName === undefined) {
    if (email === undefined) reader.warn(reader.withoutEmail());
    else reader.warn({ reason: 'contact_without_name' });
    return { problems: reader.problems };
  }
  const fields: ContactFields = {
    email,
    lastName,
    ...reader.optional('firstName', ['vorname']),
    ...reader.optional('title', ['titel']),
    ...reader.optional('phone', PHONES),
    ...reader.optional('mobilePhone', ['tel_handy']),
    ...reader.optional('website', ['url']),
  };
  reader.claimRepeated(EMAILS, email);
  return { contact: { key: reader.keyOf(fields, provider), fields }, problems: reader.problems };
}

type Part = keyof ContactFields;

class Reader {
  readonly problems: ObjectProblem[] = [];
  readonly #person: Place;
  readonly #countries: PhoneCountries;

  constructor(person: Place, countries: PhoneCountries) {
    this.#person = person;
    this.#countries = countries;
  }

  /** The first of these elements with a valid value; without any, the first invalid one is a problem. */
  first<P extends Part>(part: P, names: readonly string[]): string | undefined {
    const given = names
      .flatMap((name) => this.#person.find(name) ?? [])
      .filter((found) => this.#isFilledIn(found));
    for (const found of given) {
      const value = isPhone(part)
        ? this.#phone(found)
        : (this.#accepted(part, plainText(found.text)) ?? this.#cut(part, found));
      if (value === undefined) continue;
      found.claim();
      return value;
    }
    const [wrong] = given;
    if (wrong !== undefined) {
      this.warn({ reason: 'contact_value_left_out', parameters: { part } }, wrong);
    }
    return undefined;
  }

  optional<P extends Part>(part: P, names: readonly string[]): Partial<Record<P, string>> {
    const value = this.first(part, names);
    return value === undefined ? {} : ({ [part]: value } as Record<P, string>);
  }

  /** Claims an address that stands in two elements. */
  claimRepeated(names: readonly string[], value: string): void {
    for (const name of names) {
      const found = this.#person.find(name);
      if (found !== undefined && emailsIn(found.text).includes(value)) found.claim();
    }
  }

  /** The reason for a contact without an email address, who can still be called. */
  withoutEmail(): Because {
    const phones = [...PHONES, 'tel_handy']
      .flatMap((name) => this.#person.find(name) ?? [])
      .flatMap((found) => (saysNothing(found) ? [] : found.text));
    if (phones.length === 0) return { reason: 'contact_without_email' };
    return { reason: 'contact_only_phone', parameters: { phones: shown(phones.join(', ')) } };
  }

  /** Cuts a name that is too long. */
  #cut(part: Part, found: Found): string | undefined {
    const limit = LONGEST_NAMES[part];
    const text = plainText(found.text);
    if (limit === undefined || text.length <= limit) return undefined;
    const value = this.#accepted(part, (part === 'title' ? cutAtWord : cutText)(text, limit));
    if (value !== undefined) this.warn({ reason: 'contact_text_cut', parameters: { part, limit } }, found);
    return value;
  }

  warn(because: Because, found?: Found): void {
    found?.claim();
    const value = found && { value: shown(found.text) };
    this.problems.push(
      objectProblem('warning', { path: found?.path ?? this.#person.path, ...value, ...because }),
    );
  }

  keyOf({ email, lastName, firstName = '' }: ContactFields, provider: Provider): string {
    const found = this.#person.find('personennummer');
    found?.claim();
    // A placeholder is no number: otherwise all people without a number would be the same person.
    const number = found === undefined || saysNothing(found) ? undefined : found;
    const owner = provider.id ?? provider.number ?? provider.name ?? '';
    const person = number
      ? ['number', owner, number.text]
      : ['person', email.toLowerCase(), lastName.toLowerCase(), firstName.toLowerCase()];
    const parts = person.map((part) => part.slice(0, LONGEST_KEY_PART));
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  }

  /**
   * True if a value is filled in. A sign or a zero is ignored silently; a word for "not filled in" is reported, as in titles and addresses.
   */
  #isFilledIn(found: Found): boolean {
    if (isEmpty(found)) found.claim();
    else if (isWordForNothing(found)) this.warn({ reason: 'text_unsaid' }, found);
    else return true;
    return false;
  }

  #phone(found: Found): string | undefined {
    const reading = phoneIn(plainText(found.text), this.#countries);
    if (reading?.doubt !== undefined)
      this.warn({ reason: reading.doubt, parameters: { phone: reading.phone } }, found);
    return reading?.phone;
  }

  #accepted(part: Part, text: string): string | undefined {
    const further = part === 'website' ? [addressIn(text)] : part === 'email' ? emailsIn(text) : [];
    for (const value of [text, ...further]) {
      const parsed = value === '' ? undefined : ContactFields.shape[part].safeParse(value).data;
      if (parsed !== undefined) return parsed;
    }
    return undefined;
  }
}

const isPhone = (part: Part): boolean => part === 'phone' || part === 'mobilePhone';

/** Limits of names, which are cut; a part of a number or an address would be another one. */
const LONGEST_NAMES: Partial<Record<Part, number>> = { lastName: 50, firstName: 30, title: 15 };

const LONGEST_EMAILS = 500;

/** The addresses in a text with several, or with `mailto:`; a domain with umlauts is converted to its ASCII form. */
function emailsIn(text: string): string[] {
  return text
    .slice(0, LONGEST_EMAILS)
    .split(/[,;|\s<>()]+|\boder\b/)
    .map((part) => part.replace(/^mailto:/i, '').replace(/\?.*/, ''))
    .filter((part) => part.includes('@'))
    .map((part) => {
      const at = part.lastIndexOf('@');
      return `${part.slice(0, at)}@${domainToASCII(part.slice(at + 1))}`;
    });
}

/** True for a dash or a zero, which software writes for an empty field. */
const isEmpty = ({ text }: Found): boolean => /^(?:[-–_.\s]+|0+)$/.test(text);

const isWordForNothing = ({ text }: Found): boolean => isUnsaidOfPerson(plainText(text));
const saysNothing = (found: Found): boolean => isEmpty(found) || isWordForNothing(found);

/** The URL of a page, which is often written without its scheme, and with characters that must be encoded. */
function addressIn(text: string): string | undefined {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // A host of one word is a text such as `keine`.
  return url?.hostname.includes('.') === true ? url.href : undefined;
}
