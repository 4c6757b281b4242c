import type { Language } from '../text/messages.ts';
import type { Described } from './field-kind.ts';

export interface Choice {
  value: string;
  label: string;
}

/** From this number of values on, a list is sorted by label instead of the order of the API. */
const LONG_LIST = 40;
/** The countries of most properties come before all others. */
const FIRST_VALUES: readonly string[] = ['DEU', 'AUT', 'CHE', 'LIE', 'LUX', 'ESP', 'FRA', 'ITA'];

/** The choices of a field; a long list in two parts, the most used first. */
export function choicesOf({ values = [] }: Described, language: Language): Choice[][] {
  const choices = values.map(({ value, label }) => ({ value, label: label[language] }));
  if (choices.length < LONG_LIST) return [choices];
  const { compare } = new Intl.Collator(language);
  const first = FIRST_VALUES.flatMap((value) => choices.filter((one) => one.value === value));
  const others = choices.filter(({ value }) => !FIRST_VALUES.includes(value));
  return [first, others.toSorted((one, other) => compare(one.label, other.label))];
}
