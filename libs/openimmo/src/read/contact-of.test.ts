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
