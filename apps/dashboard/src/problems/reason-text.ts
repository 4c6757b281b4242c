import type { PropertyTypeDescription } from '@estate/client';
import { labelOfPath } from '../fields/path-label.ts';
import type { FieldTexts, Words } from '../fields/field-text.ts';
import { knownKey } from '../text/messages.ts';

export interface ReasonWords extends Pick<Words, 't'> {
  texts: FieldTexts;
  /** The type of the property, for the names of fields. */
  type: Pick<PropertyTypeDescription, 'sections'> | undefined;
  typeName: (type: string) => string;
  sizeText: (bytes: number) => string;
}

export interface Reasoned {
  reason?: string | undefined;
  message: string;
  parameters?: Readonly<Record<string, string>> | undefined;
}

/** The text of a problem in the user's language; the API's own message for a reason that is newer than this page. */
export function reasonText(prefix: string, problem: Reasoned, words: ReasonWords): string {
  const { reason = '', message, parameters = {} } = problem;
  const key = knownKey(`${prefix}.${reason}`);
  if (key === undefined) return message;
  const shown = Object.entries(parameters).map(
    ([name, value]) => [name, shownAs(name, value, words)] as const,
  );
  return words.t(key, Object.fromEntries(shown));
}

function shownAs(name: string, value: string, words: ReasonWords): string {
  const { t, texts, type, typeName, sizeText } = words;
  switch (name) {
    case 'maxBytes':
      return sizeText(Number(value));
    case 'limit':
    case 'count':
      return texts.numberText(Number(value));
    case 'otherField':
      return type ? labelOfPath(value, { type, texts, t }) : value;
    case 'field':
      return type ? labelOfPath(`fields.${value}`, { type, texts, t }) : value;
    case 'propertyType':
      return typeName(value);
    case 'failureCode': {
      const meaning = knownKey(`code.${value}`);
      return meaning ? t(meaning) : value;
    }
    default:
      return value;
  }
}
