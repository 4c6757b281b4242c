import { expect, it } from 'vitest';
import { withFields } from './report-fields.ts';

const error = (text: string) => ({ severity: 'error' as const, text });

it.each([
  ['Bild 3: Datei ist zu groß (max. 10 MB)', 'attachments'],
  ['Image 2 could not be read', 'attachments'],
  ['Energieausweis fehlt', 'fields.residentialEnergyCertificate'],
  ['Die PLZ 8033 ist ungültig', 'fields.address.postalCode'],
  ['Adresse konnte nicht geokodiert werden', 'fields.address'],
  ['Pflichtfeld Kaufpreis fehlt', 'fields.purchasePrice'],
  ['living area is missing', 'fields.livingArea'],
  ['Ansprechpartner ohne Telefon', 'contactId'],
  ['Interner Fehler 17', undefined],
])('the message "%s" of a platform is about %s', (text, field) => {
  const [message] = withFields([error(text)], { type: 'apartmentBuy' });
  expect(message?.field).toBe(field);
  expect(message?.text).toBe(text);
});

it('a message of a platform names a field that the type of the property has', () => {
  expect(withFields([error('Preis fehlt')], { type: 'apartmentRent' })[0]?.field).toBe('fields.baseRent');
  expect(withFields([error('Energieausweis fehlt')], { type: 'officeRent' })[0]?.field).toBe(
    'fields.commercialEnergyCertificate',
  );
});

it.each([
  ['Objekt ist bereits vermietet', undefined],
  ['Der Vermieter fehlt', undefined],
  ['Die Kaltmiete fehlt', 'fields.baseRent'],
])('the message "%s" of a platform about a property for rent is about %s', (text, field) => {
  expect(withFields([error(text)], { type: 'apartmentRent' })[0]?.field).toBe(field);
});

it('a message of a platform is read with the words of its profile first', () => {
  const words = [{ words: 'Galerie', field: 'attachments' }];
  expect(withFields([error('Galerie ohne Titel')], { type: 'apartmentBuy', words })[0]?.field).toBe(
    'attachments',
  );
});
