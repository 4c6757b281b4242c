import { readPackage } from '@estate/openimmo/read';
import type { ImportedObject, ReadOptions } from '@estate/openimmo/read';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../../test/packages.ts';
import { differencesOf, readFieldsOf } from './shown-reading.ts';

async function objectOf(changes: object, options: ReadOptions = {}): Promise<ImportedObject> {
  const document = documentOf([{ number: '1', email: 'anna@example.org', photos: ['a.jpg'], ...changes }]);
  const pieces = (async function* () {
    yield await Promise.resolve(document);
  })();
  for await (const event of readPackage(pieces, { tellsOrigins: true, ...options }))
    if (event.kind === 'object') return event.object;
  throw new Error('no object was read');
}

const byField = async (changes: object) =>
  new Map(readFieldsOf(await objectOf(changes)).map((one) => [one.field, one]));

describe('what a dry run shows of an object', () => {
  it('each value is beside the element that it was read from', async () => {
    const fields = await byField({ prices: '<kaufpreis>20.000,00</kaufpreis>' });
    expect(fields.get('purchasePrice')).toEqual({
      ...{ field: 'purchasePrice', value: 20_000 },
      ...{ path: 'preise/kaufpreis', text: '20.000,00' },
    });
    expect(fields.get('address.city')).toMatchObject({ value: 'München', path: 'geo/ort' });
  });

  it('a value that no element says has no element', async () => {
    const fields = await byField({ prices: '' });
    expect(fields.get('purchasePriceOnRequest')).toEqual({ field: 'purchasePriceOnRequest', value: true });
  });

  it('the contact, the planned times and the photos are shown as well', async () => {
    const fields = await byField({ technical: '<aktiv_von>2026-12-01</aktiv_von>' });
    expect(fields.get('contact.email')?.value).toBe('anna@example.org');
    expect(fields.get('publishFrom')?.value).toBe('2026-11-30T23:00:00.000Z');
    expect(fields.get('attachments')?.value).toEqual(['a.jpg']);
  });

  it('a long text is cut', async () => {
    const value = (await byField({ title: 'x'.repeat(210) })).get('title')?.value;
    expect(String(value).length).toBeLessThanOrEqual(201);
  });

  it('two readings that say the same have no differences', async () => {
    expect(differencesOf(await objectOf({}), await objectOf({}))).toEqual([]);
    const other = await objectOf({}, { country: 'AUT' });
    expect(differencesOf(await objectOf({}), other)).toEqual([
      { field: 'address.country', before: 'DEU', after: 'AUT' },
    ]);
  });
});
