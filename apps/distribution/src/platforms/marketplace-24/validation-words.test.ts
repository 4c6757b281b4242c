import { expect, it } from 'vitest';
import { apiFieldOf } from './object/body.ts';
import { inWords } from './validation-words.ts';

const words = (text: string): string =>
  inWords([{ code: 'ERROR_RESOURCE_VALIDATION', text }], {
    what: 'the property',
    field: 'fields',
    fieldOf: apiFieldOf('officeBuy'),
  });

it.each([
  ['[MESSAGE: netFloorSpace :  : MANDATORY_FIELD_EMPTY]', 'fields.usableArea: the marketplace requires it.'],
  [
    '[MESSAGE: courtageInformation.courtage :  : COURTAGE_EMPTY]',
    'fields.commission: the marketplace requires the commission.',
  ],
  [
    '[MESSAGE: energyCertificateInformation.heatingConsumption : 90.5 : EV_HEATING_NOT_VALID_FOR_THIS_CERTIFICATE]',
    'fields.commercialEnergyCertificate.heatConsumption: a certificate of this type and date has no such value (given: 90.5).',
  ],
  ['[MESSAGE: price.value : -1 : SOMETHING_NEW]', 'fields.purchasePrice: SOMETHING_NEW (given: -1).'],
  [
    "[MESSAGE: field 'title' is required][MESSAGE: constructionYear : 999 : YEAR_INVALID]",
    'fields.constructionYear: the marketplace does not accept this year (given: 999)',
  ],
])('the rule that %s names is reported as %s', (text, expected) => {
  expect(words(text)).toContain(expected);
});

it('a rule without a value is reported without an empty one', () => {
  expect(words('[MESSAGE: price.value :  : SOMETHING_NEW]')).toBe('fields.purchasePrice: SOMETHING_NEW.');
});
