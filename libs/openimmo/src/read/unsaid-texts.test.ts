import { describe, expect, it } from 'vitest';
import { readFlat, readRentedFlat } from '../test-support/flat.ts';
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

  it.each([...NOTHING, '–', '<p>k.A.</p>'])('optional texts of %j are missing', async (text) => {
    const { property, problems, unmapped } = await readRentedFlat({
      preise: `<nettokaltmiete>900</nettokaltmiete><courtage_hinweis>${text}</courtage_hinweis><kaution>1800</kaution><kaution_text>${text}</kaution_text>`,
      freitexte: `<objekttitel>Wohnung</objekttitel><lage>${text}</lage><ausstatt_beschr>${text}</ausstatt_beschr><objektbeschreibung>${text}</objektbeschreibung><sonstige_angaben>${text}</sonstige_angaben>`,
    });
    const texts = Object.keys(property?.fields ?? {}).filter((name) => name.endsWith('escription'));
    expect([texts, property?.fields.deposit, unmapped]).toEqual([[], '1800', []]);
    expect(problems.filter(({ reason }) => reason !== 'markup_removed')).toEqual([]);
  }); // oxfmt-ignore

  it('a description that begins with signs is one', async () => {
    const text = `${'*'.repeat(250)} Helle Wohnung`;
    const { property } = await readFlat({
      freitexte: `<objekttitel>A</objekttitel><objektbeschreibung>${text}</objektbeschreibung>`,
    });
    expect(property?.fields.description).toBe(text);
  });

  it('a text that the source names as empty has no warning', async () => {
    const { problems, property } = await readSections(
      { ...GARAGE, geo: geo({ street: 'k.A.', number: '-' }) },
      { emptyValues: ['k.A.', '-'] },
    );
    expect([problems, property?.fields.address.street]).toEqual([[], undefined]);
  });
});

describe('a text that says nothing of a contact', () => {
  const WORDS = ['k.A.', 'k. A.', 'keine Angabe', 'n/a', 'unbekannt', '<![CDATA[<p>k.A.</p>]]>'];
  const EMAIL = '<email_direkt>max@example.org</email_direkt>';
  const contactIn = async (kontaktperson: string) => {
    const { contact, problems } = await readFlat({ kontaktperson });
    return { fields: contact?.fields, problems: problems.map(({ path, reason }) => `${reason} ${path}`) };
  };
  const saidOf = (...names: string[]) => names.map((name) => `text_unsaid kontaktperson/${name}`);

  it.each(WORDS)('a name of %j is that of the company, with a warning', async (text) => {
    expect(await contactIn(`${EMAIL}<name>${text}</name><firma>Muster GmbH</firma>`)).toEqual({
      fields: { email: 'max@example.org', lastName: 'Muster GmbH' },
      problems: saidOf('name'),
    });
  });

  it.each(WORDS)('an email address of %j is the next one, with a warning', async (text) => {
    const emails = `<email_direkt>${text}</email_direkt><email_zentrale>info@example.org</email_zentrale>`;
    expect(await contactIn(`${emails}<name>Muster</name>`)).toEqual({
      fields: { email: 'info@example.org', lastName: 'Muster' },
      problems: saidOf('email_direkt'),
    });
  });

  it.each(WORDS)('optional data of %j are left out, with a warning for each', async (text) => {
    const parts = ['vorname', 'titel', 'tel_durchw', 'tel_handy', 'url'];
    const inside = parts.map((name) => `<${name}>${text}</${name}>`).join('');
    expect(await contactIn(`${EMAIL}<name>Muster</name>${inside}`)).toEqual({
      fields: { email: 'max@example.org', lastName: 'Muster' },
      problems: saidOf(...parts),
    });
  });

  it.each(WORDS)('a contact whose name and company are %j is none', async (text) => {
    expect(await contactIn(`${EMAIL}<name>${text}</name><firma>${text}</firma><vorname>Max</vorname>`)).toEqual({
      fields: undefined,
      problems: [...saidOf('name', 'firma'), 'contact_without_name kontaktperson'],
    });
  }); // oxfmt-ignore

  it.each(WORDS)('a contact whose only address is %j is none, and that is no telephone number', async (text) => {
    const { fields, problems } = await contactIn(
      `<email_direkt>${text}</email_direkt><name>Muster</name><tel_durchw>${text}</tel_durchw>`,
    );
    expect(fields).toBeUndefined();
    expect(problems).toEqual([...saidOf('email_direkt'), 'contact_without_email kontaktperson']);
  }); // oxfmt-ignore

  it.each([...WORDS, '0', '-'])('two persons with the number %j are two contacts', async (text) => {
    const keyOf = async (name: string) =>
      (await readFlat({ kontaktperson: `${EMAIL}<name>${name}</name><personennummer>${text}</personennummer>` }))
        .contact?.key;
    expect(await keyOf('Muster')).not.toBe(await keyOf('Beispiel'));
  }); // oxfmt-ignore

  it.each(['Ka', 'Na', 'Null'])('a contact can have the name %s', async (name) => {
    expect(await contactIn(`${EMAIL}<name>${name}</name>`)).toEqual({
      fields: { email: 'max@example.org', lastName: name },
      problems: [],
    });
  });
});
