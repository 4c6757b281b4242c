import { PROPERTY_TYPE_NAMES, publishedIdOf } from '@estate/contracts';
import type { AnyFields, PropertySnapshot, PropertyType } from '@estate/contracts';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { LISTING_ID } from '../openimmo-ftp/test-support/fixtures.ts';
import { schema } from '../openimmo-ftp/test-support/schema.ts';
import { anyPosted } from '../test-support/posted-property.ts';
import { compose, openimmoAround } from './compose.ts';
import { misusedTerms } from './test-support/schema-org.ts';

const EACH = Number(process.env['RANDOM_PROPERTIES'] ?? 10);
const KEY = 'k'.repeat(32);
const software = { name: 'estate', version: '1.0' };
const publicUrl = 'https://api.example.org';
const account = { id: 'd1a2b3c4e5f6g7h8i9jt', type: 'feed', emailId: 'e1', autoCollectRequests: true };
const photo = {
  position: 0,
  sha256: 'a'.repeat(64),
  size: 9,
  mediaType: 'image/jpeg' as const,
  isBlueprint: false,
};
const plan = {
  position: 1,
  sha256: 'b'.repeat(64),
  size: 9,
  mediaType: 'application/pdf' as const,
  isBlueprint: false,
};
const requestAddress = (emailId: string) => `${emailId}@requests.example.org`;
const composed = (snapshot: PropertySnapshot) =>
  compose(
    { snapshot, listingId: LISTING_ID },
    { account, photoKey: KEY, publicUrl, requestAddress, software },
  );
const some = (type: PropertyType) =>
  fc.sample(anyPosted(type), EACH).map((snapshot) => ({ ...snapshot, attachments: [photo, plan] }));

const scalarsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(scalarsIn) : [String(value)];

afterAll(() => schema.close());

describe('random properties in a feed', () => {
  it.each(PROPERTY_TYPE_NAMES)(
    '%s: the document of many is one full transfer that is valid',
    async (type) => {
      const snapshots = some(type);
      const { before, after } = openimmoAround({ software, provider: 'Website & Söhne', at: new Date(0) });
      const document = before + snapshots.map((one) => composed(one).openimmo).join('') + after;
      expect((await schema.check(Buffer.from(document))).errors).toEqual([]);
      expect(document.match(/<immobilie>/g)).toHaveLength(EACH);
      expect(document.match(/<pfad>https:\/\/api\.example\.org\/feeds\/photos\//g)).toHaveLength(2 * EACH);
      expect(document).toContain(publishedIdOf(snapshots[0]!.externalId).replace(/[&<>].*/s, ''));
    },
  );

  it.each(PROPERTY_TYPE_NAMES)(
    '%s: JSON uses terms of schema.org only, each with a value of its type',
    (type) => {
      for (const snapshot of some(type)) {
        const item: unknown = JSON.parse(composed(snapshot).jsonLd);
        expect(misusedTerms(item), JSON.stringify(item)).toEqual([]);
        expect(item).toMatchObject({ '@type': 'RealEstateListing', identifier: snapshot.externalId });
      }
    },
  );

  it.each(PROPERTY_TYPE_NAMES)('%s: JSON contains every field that somebody has filled', (type) => {
    for (const snapshot of some(type)) {
      const {
        address: _address,
        salesStatus: _status,
        purchasePriceOnRequest,
        ...fields
      } = snapshot.fields as AnyFields;
      const item = JSON.parse(composed(snapshot).jsonLd) as object;
      const said = new Set(scalarsIn(item));
      for (const [name, value] of Object.entries(fields)) {
        if (name === 'purchasePrice' && purchasePriceOnRequest === true) continue;
        for (const one of scalarsIn(value)) expect([name, said.has(one)]).toEqual([name, true]);
      }
    }
  });

  it('JSON names the state of a reserved property, its certificate, its documents and its links', () => {
    const [snapshot] = some('apartmentBuy');
    const fields = {
      ...snapshot!.fields,
      salesStatus: 'reserved' as const,
      residentialEnergyCertificate: { type: 'consumption' as const, value: 98 },
    } as PropertySnapshot['fields'];
    const links = [{ url: 'https://tour.example.org/1', title: 'Tour' }];
    const item: unknown = JSON.parse(composed({ ...snapshot!, fields, links }).jsonLd);
    expect(item).toMatchObject({
      offers: { availability: 'https://schema.org/Reserved' },
      about: {
        additionalProperty: expect.arrayContaining([
          { '@type': 'PropertyValue', name: 'residentialEnergyCertificate.value', value: 98 },
        ]) as unknown,
      },
      associatedMedia: [{ encodingFormat: 'application/pdf' }],
      relatedLink: ['https://tour.example.org/1'],
    });
  });

  it('JSON never contains the street of a hidden address', () => {
    const [snapshot] = some('houseBuy');
    const address = { ...snapshot!.fields.address, street: 'Geheimweg', streetNumber: '7' };
    const shown = (publish: boolean) => {
      const fields = { ...snapshot!.fields, address: { ...address, publish } };
      return composed({ ...snapshot!, fields }).jsonLd;
    };
    expect(shown(false)).not.toContain('Geheimweg');
    expect(shown(true)).toContain('"streetAddress":"Geheimweg 7"');
  });
});
