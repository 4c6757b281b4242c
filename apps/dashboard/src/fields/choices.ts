import type { Language } from '../text/messages.ts';
import type { Described } from './field-kind.ts';

export interface Choice {
  value: string;
  label: string;
}

/** More values than somebody reads through; they are offered by name, not in the order of the API. */
const LONG_LIST = 40;
/** Countries of most properties, before all others. */
const FIRST_VALUES: readonly string[] = ['DEU', 'AUT', 'CHE', 'LIE', 'LUX', 'ESP', 'FRA', 'ITA'];

/** The values of a field as they are offered; a long list in two parts, the most used first. */
export function choicesOf({ values = [] }: Described, language: Language): Choice[][] {
  const choices = values.map(({ value, label }) => ({ value, label: label[language] }));
  if (choices.length < LONG_LIST) return [choices];
  const { compare } = new Intl.Collator(language);
  const first = FIRST_VALUES.flatMap((value) => choices.filter((one) => one.value === value));
  const others = choices.filter(({ value }) => !FIRST_VALUES.includes(value));
  return [first, others.toSorted((one, other) => compare(one.label, other.label))];
}
