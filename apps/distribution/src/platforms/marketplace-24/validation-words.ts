import type { Subject } from './call-subject.ts';
import type { Message } from './messages.ts';
import { cut } from './object/text.ts';

const MAX_RULES = 2000;
const MAX_WORDS = 400;

const CODES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    EV_NOT_AVAILABLE_BUT_FIELDS_FILLED:
      'values of an energy certificate are not allowed if there is no certificate (energyCertificateStatus)',
    EV_EFFICIENCY_CLASS_NOT_VALID_FOR_THIS_CERTIFICATE:
      'an energy class requires a certificate from May 2014 or later, with its type',
    EV_WARM_WATER_FIELD_NOT_VALID_FOR_THIS_CERTIFICATE:
      'warm water is only allowed for consumption certificates from before May 2014',
    ENERGY_CONSUMPTION_CONTAINS_WARM_WATER_WITHOUT_ENERGY_CONSUMPTION:
      'warm water requires a consumption value',
    MANDATORY_FIELD_EMPTY: 'the marketplace requires it',
    COURTAGE_EMPTY: 'the marketplace requires the commission',
    NUMBER_IS_OUT_OF_RANGE: 'the number is outside the range that the marketplace accepts',
    YEAR_INVALID: 'the marketplace does not accept this year',
  }),
);

/** The suffix of all codes for values that do not belong to the type and date of a certificate. */
const MISPLACED = '_NOT_VALID_FOR_THIS_CERTIFICATE';

const meaningOf = (code: string): string =>
  CODES.get(code) ??
  (code.endsWith(MISPLACED) ? 'a certificate of this type and date has no such value' : code);

/** The maximum length: the patterns take time that grows with the square of the length. */
const LONGEST_TEXT = 5000;
const FORMS = [
  /\[MESSAGE: *field '(?<field>[^']+)' (?<words>[^\]]+)\]/g,
  /\[MESSAGE: *(?<field>[\w.@-]+) : (?:(?<value>[^\]]*?) )?: (?<code>\w+) *\]/g,
];

/** The violated rules of the marketplace, with the fields of the API in place of its own; its own words where it names none. */
export function inWords(messages: readonly Message[], subject: Subject): string {
  const found = messages.flatMap(({ text }) => brokenRules(text));
  const sentences = found.map(({ groups = {} }) => {
    const { field = '', words, value, code = '' } = groups;
    const name = subject.fieldOf(field) ?? subject.field;
    const given = value?.trim() ? ` (given: ${value.slice(0, 100)})` : '';
    return `${name}: ${words ?? meaningOf(code) + given}`;
  });
  if (sentences.length > 0) return ended(cut([...new Set(sentences)].join('; '), MAX_RULES));
  const text = messages.map((message) => message.text || message.code).join('; ');
  return `${subject.field}: ${ended(cut(text, MAX_WORDS) || 'no reason was given')}`;
}

const brokenRules = (text: string) =>
  FORMS.flatMap((form) => [...text.slice(0, LONGEST_TEXT).matchAll(form)]);

/** The field of the API that a message is about. */
export function fieldIn(text: string, subject: Subject): string {
  const [first] = brokenRules(text);
  return subject.fieldOf(first?.groups?.['field'] ?? '') ?? subject.field;
}

/** The text as a sentence. */
export const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
