import { expect, it } from 'vitest';
import { messagesOf, readSections } from '../test-support/one-object.ts';

const PERSON = '<name>Muster</name><email_direkt>max@example.org</email_direkt>';
const contactIn = async (kontaktperson: string, changes: Record<string, string> = {}, provider?: string) =>
  readSections({ kontaktperson, ...changes }, provider === undefined ? {} : { provider });

it.each([
  ['089/1234567', '+49 89 1234567'],
  ['0170 - 123 45 67', '+49 170 1234567'],
  ['+49 (0)89 123-456', '+49 89 123456'],
  ['0043 1 5131234', '+43 1 5131234'],
  ['+1 415 5552671', '+1 415 5552671'],
  ['+49 89 1 2 3', '+49 89 1 2 3'],
])('the contact of an object has the telephone number %s as %s', async (given, expected) => {
  const { contact } = await contactIn(`${PERSON}<tel_durchw>${given}</tel_durchw>`);
  expect(contact?.fields.phone).toBe(expected);
});

it('the contact of an object has a number of the country of the object', async () => {
  const geo =
    '<plz>1010</plz><ort>Wien</ort><strasse>Ring</strasse><hausnummer>1</hausnummer><land iso_land="A"/>';
  const { contact } = await contactIn(`${PERSON}<tel_zentrale>01 5131234</tel_zentrale>`, { geo });
  expect(contact?.fields.phone).toBe('+43 1 5131234');
});

const geoIn = (land: string, plz = '1010') =>
  `<plz>${plz}</plz><ort>Wien</ort><strasse>Ring</strasse><hausnummer>1</hausnummer>${land}`;
const AUT = '<land iso_land="AUT"/>';
const CHE = '<land iso_land="CHE"/>';
const LUX = '<land iso_land="LUX"/>';

it.each([
  // A person in another country than the object.
  [AUT, '<land>Deutschland</land>', '0171 1234567', '+49 171 1234567'],
  [AUT, '<land iso_land="DEU"/>', '08031 12345', '+49 8031 12345'],
  [AUT, '<plz>80331</plz>', '0171 1234567', '+49 171 1234567'],
  [AUT, '<plz>D-80331</plz>', '01711234567', '+49 171 1234567'],
  ['', '<land iso_land="AUT"/>', '0664 1234567', '+43 664 1234567'],
  ['<land iso_land="DEU"/>', '<land>Austria</land>', '06641234567', '+43 664 1234567'],
  // Nobody names the country of the person.
  [AUT, '', '08031 12345', '+49 8031 12345'],
  [AUT, '', '0171 1234567', '+49 171 1234567'],
  [AUT, '', '0664 1234567', '+43 664 1234567'],
  [AUT, '', '01 5131234', '+43 1 5131234'],
  [CHE, '', '07531 12345', '+49 7531 12345'],
  [CHE, '', '044 123 45 67', '+41 44 123 45 67'],
  ['<land>Österreich</land>', '', '0664 1234567', '+43 664 1234567'],
  ['<land iso_land="ESP"/>', '', '971 123456', '+34 971 12 34 56'],
  ['<land iso_land="ESP"/>', '<land iso_land="ESP"/>', '971123456', '+34 971 12 34 56'],
  ['<land iso_land="ITA"/>', '<land>Italien</land>', '06 1234567', '+39 06 123 4567'],
  ['<land iso_land="FRA"/>', '', '01 42 68 53 00', '+33 1 42 68 53 00'],
])('the contact of an object with the country %j and the person %j has the number %s as %s', async (land, person, given, expected) => {
  const read = await contactIn(`${PERSON}${person}<tel_durchw>${given}</tel_durchw>`, { geo: geoIn(land) });
  expect(read.contact?.fields.phone).toBe(expected);
  expect(read.problems.filter(({ path }) => path.startsWith('kontaktperson'))).toEqual([]);
}); // oxfmt-ignore

it('the contact of an object has a number of the country before the postal code of the object', async () => {
  const { contact } = await contactIn(`${PERSON}<tel_durchw>0664 1234567</tel_durchw>`, { geo: geoIn('', 'A-1010') });
  expect(contact?.fields.phone).toBe('+43 664 1234567');
}); // oxfmt-ignore

it.each([
  [AUT, '01711234567', '+43 1 711234567', 'phone_country_assumed'],
  ['', '089/1234-56/57', '+49 89 123456', 'phone_first'],
  ['', '089/1234-560/561', '+49 89 1234560', 'phone_first'],
  ['', '030 12345678/79', '+49 30 12345678', 'phone_first'],
  ['', '089 123456 / 0171 1234567', '+49 89 123456', 'phone_first'],
  ['', '089 123456 oder +49 171 1234567', '+49 89 123456', 'phone_first'],
  ['', '+49 89 123456, +49 171 1234567', '+49 89 123456', 'phone_first'],
  ['', '05131 / 70 81 10 / 11', '+49 5131 708110', 'phone_first'],
  ['', '089 / 12 34 56 / 57', '+49 89 123456', 'phone_first'],
  ['', '089-12 34 56/57/58', '+49 89 123456', 'phone_first'],
  ['', '0 61 31 / 12 34 56 / 57', '+49 6131 123456', 'phone_first'],
  ['', 'Tel: 089 12345, Fax: 089 12346', '+49 89 12345', 'phone_first'],
  ['', '089 12345 / Fax 089 12346', '+49 89 12345', 'phone_first'],
  ['', '089 12345 Fax 089 12346', '+49 89 12345', 'phone_first'],
  ['', '0201 12345-0, Mobil: 0171 1234567', '+49 201 123450', 'phone_first'],
  ['', '089 12345 od. 0171 1234567', '+49 89 12345', 'phone_first'],
  ['', '089 123456 - 089 123457', '+49 89 123456', 'phone_first'],
  [LUX, '26 12 34 / 26 12 35', '+352 26 12 34', 'phone_first'],
  [LUX, '47 12 34 - 47 12 35', '+352 47 12 34', 'phone_first'],
])('the contact of an object with the country %j has the number %s as %s, with a warning %s', async (land, given, expected, reason) => {
  const read = await contactIn(`${PERSON}<tel_durchw>${given}</tel_durchw>`, { geo: geoIn(land) });
  expect(read.contact?.fields.phone).toBe(expected);
  expect(read.problems.filter(({ path }) => path.startsWith('kontaktperson'))).toMatchObject([
    { reason, severity: 'warning', path: 'kontaktperson/tel_durchw', value: given, parameters: { phone: expected } },
  ]);
}); // oxfmt-ignore

it.each([
  ['+49 089 123456', '+49 89 123456'],
  ['+49 (089) 123456', '+49 89 123456'],
  ['0049 089 123456', '+49 89 123456'],
  ['+43 0664 1234567', '+43 664 1234567'],
  ['+39 06 1234567', '+39 06 1234567'],
  ['49 171 1234567', '+49 171 1234567'],
  ['171 1234567', '+49 171 1234567'],
  ['0221 / 98 76 54 - 12', '+49 221 98765412'],
  ['0171/123/4567', '+49 171 1234567'],
  ['08031/12/34/56', '+49 8031 123456'],
  ['030 12345/0', '+49 30 123450'],
  ['0221 / 987654 - 12', '+49 221 98765412'],
  ['Fax: 089 12346, Tel: 089 12345', '+49 89 12345'],
  ['Tel./Fax: 089 12345', '+49 89 12345'],
])(
  'the contact of an object has the telephone number %s as %s, without a warning',
  async (given, expected) => {
    const { contact, problems } = await contactIn(`${PERSON}<tel_durchw>${given}</tel_durchw>`);
    expect([contact?.fields.phone, problems]).toEqual([expected, []]);
  },
);

it.each([
  ['CHE', '044 123 45 678', '+49 441 2345678'],
  ['FRA', '06 12 34 56', '+49 6123 456'],
])('the contact of an object in %s has the number %s, which is none there, as %s, with a warning', async (land, given, expected) => {
  const person = `${PERSON}<land iso_land="${land}"/><tel_durchw>${given}</tel_durchw>`;
  const { contact, problems } = await contactIn(person);
  expect(contact?.fields.phone).toBe(expected);
  expect(problems.map(({ reason }) => reason)).toEqual(['phone_country_assumed']);
}); // oxfmt-ignore

it('the contact of an object in Spain is without a number that has a digit too many, with a warning', async () => {
  const { contact, problems } = await contactIn(`${PERSON}<land iso_land="ESP"/><tel_durchw>971 123 4567</tel_durchw>`);
  expect([contact?.fields.phone, problems.map(({ reason }) => reason)]).toEqual([undefined, ['contact_value_left_out']]);
}); // oxfmt-ignore

it('the contact of an object has a number with its extension in Austria', async () => {
  const { contact } = await contactIn(`${PERSON}${AUT}<tel_durchw>01/5131234 DW 12</tel_durchw>`);
  expect(contact?.fields.phone).toBe('+43 1 513123412');
});

it.each(['123456', '0171 123', '089', '0043 1', 'Fax 089 12346'])(
  'the contact of an object is without the number %s, which is none, and has a warning',
  async (given) => {
    const { contact, problems } = await contactIn(`${PERSON}<tel_durchw>${given}</tel_durchw>`);
    expect(contact?.fields.phone).toBeUndefined();
    expect(problems.map(({ reason }) => reason)).toEqual(['contact_value_left_out']);
  },
);

it('the contact of an object has the first valid address, and the company as the name of nobody', async () => {
  const emails = '<email_direkt>none</email_direkt><email_zentrale>info@example.org</email_zentrale>';
  const { contact } = await contactIn(`${emails}<firma>Beispiel GmbH</firma>`);
  expect(contact?.fields).toEqual({ email: 'info@example.org', lastName: 'Beispiel GmbH' });
});

it('the contact of an object is taken without what is wrong, in words', async () => {
  const read = await contactIn(`${PERSON}<tel_handy>call me</tel_handy><url>http://</url>`);
  expect(read.contact?.fields).toEqual({ email: 'max@example.org', lastName: 'Muster' });
  expect(read.problems.map(({ path }) => path)).toEqual(['kontaktperson/tel_handy', 'kontaktperson/url']);
  expect(read.property).toBeDefined();
});

it('the contact of an object is missing without an address, in words', async () => {
  const read = await contactIn('<name>Muster</name>');
  expect(read.contact).toBeUndefined();
  expect(messagesOf(read)).toEqual(['The contact person has no valid email address and was left out.']);
});

it('the contact of an object has the key of the person, whatever else is said of them', async () => {
  const key = async (person: string, provider?: string) =>
    (await contactIn(person, {}, provider)).contact?.key;
  const known = await key(PERSON);
  expect(
    await key(
      `${PERSON.toUpperCase().replaceAll(/<(\/?)\w+>/g, (tag) => tag.toLowerCase())}<tel_handy>0170 1234567</tel_handy>`,
    ),
  ).toBe(known);
  expect(await key(PERSON, '<openimmo_anid>B</openimmo_anid>')).toBe(known);
  expect(await key(PERSON.replace('Muster', 'Muster-Neu'))).not.toBe(known);
  const numbered = `${PERSON}<personennummer>7</personennummer>`;
  expect(await key(numbered)).toBe(await key(numbered.replace('Muster', 'Muster-Neu')));
  expect(await key(numbered)).not.toBe(await key(numbered, '<openimmo_anid>B</openimmo_anid>'));
});
