import { createHash } from 'node:crypto';
import { ContactFields } from '@estate/contracts';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';
import { countryOf } from '../mapping/countries.ts';
import { objectProblem, shown } from './object-problem.ts';
import type { Because, ObjectProblem } from './object-problem.ts';
import type { Found, Place } from './found.ts';
import type { Provider } from './transfer.ts';

/** A person of a package; the same person has the same key in every object and every package of the provider. */
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

/** Reads the first contact person of an object. What is wrong with optional data of the person is left out and said. */
export function contactOf(person: Place, provider: Provider, country: string | undefined): ContactReading {
  if (person.elements.length === 0) return { problems: [] };
  const reader = new Reader(person, phoneCountryOf(person.find('land/@iso_land')?.text ?? country));
  const email = reader.first('email', EMAILS);
  const lastName = reader.first('lastName', ['name', 'firma']);
  if (email === undefined || lastName === undefined) {
    reader.warn({ reason: email === undefined ? 'contact_without_email' : 'contact_without_name' });
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
  readonly #country: CountryCode;

  constructor(person: Place, country: CountryCode) {
    this.#person = person;
    this.#country = country;
  }

  /** The first of these elements with a value that a contact can have; without any, the first wrong one is a problem. */
  first<P extends Part>(part: P, names: readonly string[]): string | undefined {
    const given = names.flatMap((name) => this.#person.find(name) ?? []);
    for (const found of given) {
      const value = this.#accepted(part, found.text);
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

  /** An address that is in two elements has been read from both. */
  claimRepeated(names: readonly string[], value: string): void {
    for (const name of names) {
      const found = this.#person.find(name);
      if (found?.text === value) found.claim();
    }
  }

  warn(because: Because, found?: Found): void {
    found?.claim();
    const value = found && { value: shown(found.text) };
    this.problems.push(
      objectProblem('warning', { path: found?.path ?? this.#person.path, ...value, ...because }),
    );
  }

  keyOf({ email, lastName, firstName = '' }: ContactFields, provider: Provider): string {
    const number = this.#person.find('personennummer');
    number?.claim();
    const owner = provider.id ?? provider.number ?? provider.name ?? '';
    const person = number
      ? ['number', owner, number.text]
      : ['person', email.toLowerCase(), lastName.toLowerCase(), firstName.toLowerCase()];
    const parts = person.map((part) => part.slice(0, LONGEST_KEY_PART));
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  }

  #accepted(part: Part, text: string): string | undefined {
    const isPhone = part === 'phone' || part === 'mobilePhone';
    const candidates = isPhone
      ? [text, phoneIn(text, this.#country)]
      : part === 'website'
        ? [text, addressIn(text)]
        : [text];
    return candidates.find(
      (value): value is string =>
        value !== undefined && value !== '' && ContactFields.shape[part].safeParse(value).success,
    );
  }
}

const PHONE_COUNTRIES: Readonly<Record<string, CountryCode>> = { AUT: 'AT', CHE: 'CH', LIE: 'LI', LUX: 'LU' };
const phoneCountryOf = (code: string | undefined): CountryCode =>
  PHONE_COUNTRIES[countryOf(code ?? '') ?? ''] ?? 'DE';

const LONGEST_PHONE = 60;

/** A phone number with country and area code, as `+49 89 1234567`. */
function phoneIn(text: string, country: CountryCode): string | undefined {
  if (text.length > LONGEST_PHONE) return undefined;
  const number = parsePhoneNumberFromString(text, country);
  return number?.isPossible() === true ? number.formatInternational() : undefined;
}

/** Addresses of pages are often written without their scheme, and with characters that must be encoded. */
function addressIn(text: string): string | undefined {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return URL.canParse(address) ? new URL(address).href : undefined;
}
