import { describe, expect, it } from 'vitest';
import { GARAGE, readSections } from '../test-support/one-object.ts';

const emptyValues = ['k.A.', '-', '9999'];

describe('values that stand for "not filled in"', () => {
  it('a value that stands for nothing is neither read nor a problem, in an element or an attribute', async () => {
    const object = await readSections(
      {
        geo: '<plz>80331</plz><ort>München</ort><strasse> K.A. </strasse><land iso_land="-"/>',
        preise: '<kaufpreis>20000</kaufpreis><aussen_courtage>-</aussen_courtage>',
        zustand_angaben: '<baujahr>9999</baujahr>',
      },
      { emptyValues },
    );
    expect(object.problems).toEqual([]);
    expect(object.unmapped).toEqual([]);
    expect(object.property?.fields).toMatchObject({ address: { country: 'DEU' } });
    expect(object.property?.fields.address).not.toHaveProperty('street');
  });

  it('a value that only contains one of these texts is read', async () => {
    const freitexte = '<objekttitel>Garage - k.A.</objekttitel>';
    const { property } = await readSections({ freitexte }, { emptyValues });
    expect(property?.fields.title).toBe('Garage - k.A.');
  });

  it('the number of an object is its number, also when it looks like one of these values', async () => {
    const verwaltung_techn = '<objektnr_extern>9999</objektnr_extern>';
    const object = await readSections({ verwaltung_techn }, { emptyValues });
    expect(object).toMatchObject({ externalId: '9999', problems: [] });
  });

  it('a document is read as before where the software writes nothing for it', async () => {
    expect(await readSections(GARAGE, { emptyValues: [] })).toEqual(await readSections(GARAGE));
  });

  it.each(['k.A.', '-', '0', 'nein', 'false', 'NEIN'])(
    'an address whose release is %s is not shown, although this stands for "not filled in"',
    async (text) => {
      for (const values of [[text], [text.toLowerCase(), 'k.A.', '-'], []]) {
        const verwaltung_objekt = `<objektadresse_freigeben>${text}</objektadresse_freigeben>`;
        const object = await readSections({ verwaltung_objekt }, { emptyValues: values });
        expect(object.property?.fields.address.publish).toBe(false);
        const isUnknown = text === 'k.A.' || text === '-';
        expect(object.problems.map(({ reason }) => reason)).toEqual(isUnknown ? ['release_unknown'] : []);
      }
    },
  );
});
