import { PROPERTY_TYPES, describePropertyType, publicationProblem } from '@estate/contracts';
import { expect, it } from 'vitest';
import { fieldTexts } from '../fields/field-text.ts';
import { addMessages, messageIn } from '../text/messages.ts';
import type { MessageKey } from '../text/messages.ts';
import { problemMessages } from '../text/problem-messages.ts';
import { reasonText } from './reason-text.ts';

addMessages(problemMessages);
const t = (key: MessageKey, values?: Readonly<Record<string, string | number>>) =>
  messageIn('de', key, values);
const words = {
  t,
  texts: fieldTexts({ language: 'de', t }),
  type: describePropertyType(PROPERTY_TYPES.apartmentRent),
  typeName: () => 'Büro zur Miete',
  sizeText: (bytes: number) => `${String(bytes / 1_000_000)} MB`,
};
const german = (...[reason, parameters]: [Parameters<typeof publicationProblem>[1]['reason'], object?]) =>
  reasonText(
    'reason',
    publicationProblem('warning', { field: '', reason, parameters: { ...parameters } }),
    words,
  );

it('the text of a problem names fields, types, numbers and sizes as the reader knows them', () => {
  expect(german('larger_than', { otherField: 'fields.totalRent' })).toBe(
    'Der Wert ist größer als „Warmmiete“.',
  );
  expect(german('type_not_taken', { platform: 'Portal', propertyType: 'officeRent' })).toBe(
    'Portal nimmt keine Immobilien der Art Büro zur Miete an.',
  );
  expect(german('at_most', { limit: 99.99 })).toBe('Es darf höchstens 99,99 sein.');
  expect(german('file_too_large', { platform: 'Portal', maxBytes: 2_000_000 })).toBe(
    'Wird nicht gesendet. Portal nimmt Dateien bis 2 MB an.',
  );
  expect(german('attachments_failed', { details: 'x', failureCode: 'attachment_not_found' })).toBe(
    'Die Anhänge konnten nicht verarbeitet werden: Ein Anhang existiert nicht.',
  );
});

it('a problem whose reason is newer than the page keeps the message of the API', () => {
  expect(reasonText('reason', { reason: 'brand_new', message: 'Something new.' }, words)).toBe(
    'Something new.',
  );
  expect(reasonText('reason', { message: 'Without a reason.' }, words)).toBe('Without a reason.');
});
