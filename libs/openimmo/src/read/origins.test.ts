import { describe, expect, it } from 'vitest';
import { GARAGE, readSections } from '../test-support/one-object.ts';

const originsOf = async (changes: Partial<Record<string, string>>) => {
  const { origins = [] } = await readSections(changes, { tellsOrigins: true });
  return new Map(origins.map(({ field, path, text }) => [field, `${path} = ${text}`]));
};

describe('what the fields of an object were read from', () => {
  it('a field and a part of the address name their element and what stands there', async () => {
    const origins = await originsOf({ preise: '<kaufpreis>20.000,00 EUR</kaufpreis>' });
    expect(origins.get('purchasePrice')).toBe('preise/kaufpreis = 20.000,00 EUR');
    expect(origins.get('address.city')).toBe('geo/ort = München');
  });

  it('a field that no element says has no origin', async () => {
    const origins = await originsOf({ freitexte: '', preise: '' });
    expect(origins.has('title')).toBe(false);
    expect(origins.has('purchasePriceOnRequest')).toBe(false);
  });

  it('an object has origins only where they are asked for', async () => {
    expect(await readSections(GARAGE)).not.toHaveProperty('origins');
  });
});
