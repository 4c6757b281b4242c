import type { Client, Contact } from '@estate/client';
import { searchFor } from '../api/search.ts';
import type { Found } from './found.ts';

const SHOWN = 5;
const EXTERNAL_ID_MAX = 100;

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether every word begins a word of the texts; case and accents do not matter. */
export function beginsWords(wanted: string, ...texts: readonly (string | undefined)[]): boolean {
  const words = plain(texts.filter((text) => text !== undefined).join(' ')).split(/[^\p{L}\p{N}]+/u);
  const asked = plain(wanted).match(/[\p{L}\p{N}]+/gu) ?? [];
  return asked.length > 0 && asked.every((one) => words.some((word) => word.startsWith(one)));
}

/** Properties, first of all the one with exactly this external id, then listings of properties with these words. */
export async function findInLists(api: Client, text: string, signal: AbortSignal): Promise<Found[]> {
  const words = searchFor(text);
  const options = { signal };
  const newest = { ...words, limit: SHOWN, order: 'desc' } as const;
  const [exact, properties, listings] = await Promise.all([
    text.length > EXTERNAL_ID_MAX
      ? []
      : api.properties.list({ externalId: text, limit: 1 }, options).then(({ data }) => data),
    words.q === undefined ? [] : firstOf(api.properties.all(newest, options)),
    words.q === undefined ? [] : firstOf(api.listings.all(newest, options)),
  ]);
  const others = properties.filter(({ id }) => id !== exact[0]?.id);
  return [
    ...[...exact, ...others].map(({ id, externalId, fields }): Found => ({
      ...{ key: id, to: `/properties/${id}`, icon: 'properties', title: fields.title },
      below: `${externalId} · ${fields.address.city}`,
    })),
    ...listings.map(({ id, property, propertyId }): Found => ({
      ...{ key: id, to: `/listings/${id}`, icon: 'listings' },
      title: property?.title ?? property?.externalId ?? propertyId,
      below: property?.externalId ?? id,
    })),
  ];
}

/** A search may have pages with few or none before it has found enough. */
async function firstOf<T>(found: AsyncIterable<T>): Promise<T[]> {
  const first: T[] = [];
  for await (const one of found) if (first.push(one) === SHOWN) break;
  return first;
}

/** The contacts whose name or email address has these words. */
export const contactsWith = (contacts: readonly Contact[], text: string): Found[] =>
  contacts
    .filter(({ firstName, lastName, email }) => beginsWords(text, firstName, lastName, email))
    .slice(0, SHOWN)
    .map(({ id, firstName, lastName, email }) => ({
      ...{ key: id, to: `/contacts/${id}`, icon: 'contacts' },
      title: [firstName, lastName].filter(Boolean).join(' '),
      below: email,
    }));
