import { describe, expect, it } from 'vitest';
import { readFlat } from '../test-support/flat.ts';
import { GARAGE, readSections } from '../test-support/one-object.ts';

const NOTHING = [
  '-',
  '.',
  '---',
  'k.A.',
  'k. A.',
  'keine Angabe',
  'n/a',
  'unbekannt',
  '<![CDATA[<p>-</p>]]>',
];
const geo = ({ city = 'Köln', street = '', number = '', region = '' }) =>
  `<plz>50667</plz><ort>${city}</ort><strasse>${street}</strasse><hausnummer>${number}</hausnummer><bundesland>${region}</bundesland>`;

describe('a text that stands for "not filled in"', () => {
  it.each(NOTHING)('a street, a street number and a region of %j are left out, with a warning', async (text) => {
    const { property, problems, unmapped } = await readFlat({
      geo: geo({ street: text, number: text, region: text }),
    });
    expect(property?.fields.address).toEqual({ postalCode: '50667', city: 'Köln', country: 'DEU', publish: true });
    expect(problems.map(({ path, reason }) => `${reason} ${path}`).toSorted()).toEqual([
      ...['text_unsaid geo/bundesland', 'text_unsaid geo/hausnummer', 'text_unsaid geo/strasse'],
    ]);
    expect(unmapped).toEqual([]);
  }); // oxfmt-ignore

  it.each(NOTHING)(
    'an object in a town of %j is not imported, and a problem names the town',
    async (text) => {
      const { property, problems } = await readFlat({ geo: geo({ city: text }) });
      expect(property).toBeUndefined();
      expect(
        problems.map(({ path, reason, severity }) => `${severity} ${reason} ${path}`).toSorted(),
      ).toEqual([...['error field_missing geo/ort', 'warning text_unsaid geo/ort']]);
    },
  );

  it.each(NOTHING)('an object with a postal code of %j is not imported, and a problem names the code', async (text) => {
    const { property, problems } = await readFlat({ geo: geo({}).replace('50667', text) });
    expect(property).toBeUndefined();
    expect(problems.map(({ path, reason, severity }) => `${severity} ${reason} ${path}`).toSorted()).toEqual([
      ...['error field_missing geo/plz', 'warning text_unsaid geo/plz'],
    ]);
  }); // oxfmt-ignore

  it.each(NOTHING)('a title of %j is one that is missing', async (text) => {
    const { property, problems } = await readFlat({ freitexte: `<objekttitel>${text}</objekttitel>` });
    expect(property?.fields.title).toBe('Etagenwohnung in Köln');
    expect(problems.map(({ reason }) => reason)).toEqual(['text_unsaid', 'title_made']);
  });

  it('a street number of "-" does not keep the number behind the street', async () => {
    const { property } = await readFlat({ geo: geo({ street: 'Lindenweg 12', number: '-' }) });
    expect(property?.fields.address).toMatchObject({ street: 'Lindenweg', streetNumber: '12' });
  });

  it.each(['K. A. Müller-Weg', 'Unbekannte Straße', 'A-Z', 'Ka 5'])(
    'a street of %j is one',
    async (street) => {
      const { property, problems } = await readFlat({ geo: geo({ street, number: '1' }) });
      expect(property?.fields.address).toMatchObject({ street, streetNumber: '1' });
      expect(problems).toEqual([]);
    },
  );

  it('a text that the source names as empty has no warning', async () => {
    const { problems, property } = await readSections(
      { ...GARAGE, geo: geo({ street: 'k.A.', number: '-' }) },
      { emptyValues: ['k.A.', '-'] },
    );
    expect([problems, property?.fields.address.street]).toEqual([[], undefined]);
  });
});
