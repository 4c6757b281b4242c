import type { Client } from '@estate/client';
import { firstOf, searchFor } from '../api/search.ts';
import { titleOf } from '../api/person.ts';
import type { Found } from './found.ts';
import { reportFound } from './report-found.ts';

const SHOWN = 5;
const EXTERNAL_ID_MAX = 100;
const REPORTED_NAME_MAX = 200;

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** True if every word is the beginning of a word in the texts, regardless of case and accents. */
export function beginsWords(wanted: string, ...texts: readonly (string | undefined)[]): boolean {
  const words = plain(texts.filter((text) => text !== undefined).join(' ')).split(/[^\p{L}\p{N}]+/u);
  const asked = plain(wanted).match(/[\p{L}\p{N}]+/gu) ?? [];
  return asked.length > 0 && asked.every((one) => words.some((word) => word.startsWith(one)));
}

/**
 * Properties, first the one with exactly this external id, then listings, contacts and requests with these words, then reports about an
 * object or package with exactly this name.
 */
export async function findInLists(api: Client, text: string, signal: AbortSignal): Promise<Found[]> {
  const words = searchFor(text);
  const options = { signal };
  const newest = { ...words, limit: SHOWN, order: 'desc' } as const;
  const [exact, properties, listings, contacts, requests, reports] = await Promise.all([
    text.length > EXTERNAL_ID_MAX
      ? []
      : api.properties.list({ externalId: text, limit: 1 }, options).then(({ data }) => data),
    words.q === undefined ? [] : firstOf(api.properties.all(newest, options), SHOWN),
    words.q === undefined ? [] : firstOf(api.listings.all(newest, options), SHOWN),
    words.q === undefined ? [] : firstOf(api.contacts.all(newest, options), SHOWN),
    words.q === undefined ? [] : firstOf(api.requests.all(newest, options), SHOWN),
    text.length > REPORTED_NAME_MAX
      ? []
      : api.reports.list({ object: text, limit: SHOWN, order: 'desc' }, options).then(({ data }) => data),
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
    ...contacts.map(({ id, firstName, lastName, email }): Found => ({
      ...{ key: id, to: `/contacts/${id}`, icon: 'contacts' },
      title: [firstName, lastName].filter(Boolean).join(' '),
      below: email,
    })),
    ...requests.map(
      ({ id, prospect, message, propertyProvidedByPlatform: { title, externalId } }): Found => ({
        ...{ key: id, to: `/requests/${id}`, icon: 'requests' },
        title: (titleOf(prospect) ?? message) || id,
        below: title ?? externalId ?? message,
      }),
    ),
    ...reports.map((report) => reportFound(report, text)),
  ];
}
