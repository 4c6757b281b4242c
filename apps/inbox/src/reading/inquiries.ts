import { createHash } from 'node:crypto';
import type { Person } from '../domain/feedback.ts';
import type { Inquiry, InquiryMessage } from '../domain/inquiry.ts';
import { RequestBudget } from '../domain/request-budget.ts';

/** Collects what people ask, up to what one email may lead to; texts that several share are kept once. */
export class Inquiries {
  readonly all: Inquiry[] = [];
  readonly texts: string[] = [];
  readonly #budget = new RequestBudget();
  readonly #asked = new Set<string>();
  readonly #places = new Map<string, number>();
  #lastShared = sharedText('');
  readonly #origins = new Map<string, number>();

  /** How many people were left out. */
  get refused(): number {
    return this.#budget.refused;
  }

  /**
   * Mail programs put the same document into an email twice, also as text and as HTML, which has other blanks; one document may
   * well ask for the same thing twice.
   */
  addDocument(people: readonly Person[]): void {
    const asked = people.map((person) => this.#hashOf(person));
    people.forEach((person, index) => {
      if (!this.#asked.has(asked[index] ?? '')) this.#add(person);
    });
    if (this.refused === 0) for (const each of asked) this.#asked.add(each);
  }

  #add({ own, shared, ...person }: Person): void {
    if (this.#budget.refuseAlso()) return;
    const { prospect, property, externalIds } = person;
    const ownBytes = bytesOf([own ?? '', prospect, property, externalIds]);
    const textBytes = own === undefined ? this.#shared(shared).bytes : 0;
    const isKnown = own !== undefined || this.#places.has(shared);
    const keptBytes = ownBytes + (isKnown ? 0 : textBytes);
    if (!this.#budget.take({ keptBytes, sentBytes: ownBytes + textBytes })) return;
    const message: InquiryMessage = own === undefined ? { shared: this.#placeOf(shared) } : { own };
    this.all.push({ ...person, origin: this.#originOf(person.origin), message });
  }

  /** A person without a message of their own has the text around the document: with another text it is another inquiry. */
  #hashOf({ prospect, property, own, shared }: Person): string {
    return hashOf([prospect, property, own ?? this.#shared(shared).hash]);
  }

  /** The people of a document, and documents beside each other, share a text, which is hashed and measured once. */
  #shared(text: string): SharedText {
    if (text !== this.#lastShared.text) this.#lastShared = sharedText(text);
    return this.#lastShared;
  }

  /** The same document under another text is another inquiry, with an origin of its own. */
  #originOf(origin: string): string {
    const times = (this.#origins.get(origin) ?? 0) + 1;
    this.#origins.set(origin, times);
    return times === 1 ? origin : `${origin}:${times}`;
  }

  #placeOf(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
}

interface SharedText {
  text: string;
  hash: string;
  bytes: number;
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const hashOf = (values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values, withSingleBlanks)).digest('base64');

const sharedText = (text: string): SharedText => ({ text, hash: hashOf([text]), bytes: bytesOf(text) });

const withSingleBlanks = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\s+/g, ' ') : value;
