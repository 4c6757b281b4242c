import { describe, expect, it } from 'vitest';
import { readSections } from '../test-support/one-object.ts';

const place = (inside: string) => readSections({ geo: `<plz>80331</plz><ort>München</ort>${inside}` });

describe('a street number of zero', () => {
  it.each([
    [
      '<strasse>Lindenweg 12</strasse><hausnummer>0</hausnummer>',
      { street: 'Lindenweg', streetNumber: '12' },
    ],
    [
      '<strasse>Lindenweg 12</strasse><hausnummer>00</hausnummer>',
      { street: 'Lindenweg', streetNumber: '12' },
    ],
    [
      '<strasse>Lindenweg 12</strasse><hausnummer>5</hausnummer>',
      { street: 'Lindenweg 12', streetNumber: '5' },
    ],
  ])('a street number of zero is not filled in: %s', async (inside, address) => {
    expect((await place(inside)).property?.fields.address).toMatchObject(address);
  });

  it('a street number of zero does not become one', async () => {
    const { property, unmapped } = await place('<strasse>Lindenweg</strasse><hausnummer>0</hausnummer>');
    expect(property?.fields.address).not.toHaveProperty('streetNumber');
    expect(unmapped).toEqual([]);
  });
});

describe('a contact', () => {
  const contact = async (inside: string) =>
    readSections({ kontaktperson: `<email_direkt>a@example.org</email_direkt>${inside}` });

  it.each(['keine', '-', '0', 'n/a', 'siehe Exposé'])('a contact has no website %s', async (url) => {
    const read = await contact(`<name>Beispiel</name><url>${url}</url>`);
    expect(read.contact?.fields).toEqual({ email: 'a@example.org', lastName: 'Beispiel' });
  });

  it('a contact has a website that is written without its scheme', async () => {
    const read = await contact('<name>Beispiel</name><url>www.example.org</url>');
    expect(read.contact?.fields.website).toBe('https://www.example.org/');
  });

  it('a contact with a name that is too long keeps its beginning rather than the company', async () => {
    const read = await contact(`<name>${'a'.repeat(51)}</name><firma>F</firma>`);
    expect(read.contact?.fields.lastName).toBe('a'.repeat(50));
    expect(read.problems).toMatchObject([{ reason: 'contact_text_cut' }]);
  });

  it('a contact with a dash for its name has that of its company', async () => {
    const read = await contact('<name>-</name><vorname>0</vorname><firma>Muster GmbH</firma>');
    expect(read.contact?.fields).toEqual({ email: 'a@example.org', lastName: 'Muster GmbH' });
    expect(read.problems).toEqual([]);
  });
});

describe('a required value that is missing', () => {
  const RENT =
    '<nutzungsart WOHNEN="true"/><vermarktungsart MIETE_PACHT="true"/><objektart><wohnung wohnungtyp="ETAGE"/></objektart>';
  it.each([
    ['geo/ort', { geo: '<plz>80331</plz>' }],
    ['geo/plz', { geo: '<ort>München</ort>' }],
    ['preise/nettokaltmiete', { objektkategorie: RENT, preise: '<nebenkosten>100</nebenkosten>' }],
    ['flaechen/wohnflaeche', { objektkategorie: RENT, preise: '<kaltmiete>900</kaltmiete>' }],
  ])('a required value that is missing is named by its element %s', async (path, sections) => {
    const { problems } = await readSections(sections);
    expect(problems.filter(({ reason }) => reason === 'field_missing').map((one) => one.path)).toContain(
      path,
    );
  });
});

it.each(['&#12;', 'a&amp;#12;b', '&#x1F;'])(
  'a reference %s to a character that XML forbids is noted',
  async (lage) => {
    const { problems, property } = await readSections({
      freitexte: `<objekttitel>A</objekttitel><lage>${lage}</lage>`,
    });
    expect(problems).toMatchObject([{ reason: 'controls_removed' }]);
    expect(property?.fields.title).toBe('A');
  },
);

it('references to line breaks are noted nowhere', async () => {
  const { problems } = await readSections({
    freitexte: '<objekttitel>A</objekttitel><lage>a&#10;b&#13;c&#9;d&#160;</lage>',
  });
  expect(problems).toEqual([]);
});
