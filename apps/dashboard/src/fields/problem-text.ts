import type { FieldError } from '@estate/client';
import { kindOf, limitOf } from './field-kind.ts';
import type { Described } from './field-kind.ts';
import type { FieldTexts, Words } from './field-text.ts';

type Speak = Words['t'];

interface Around {
  t: Speak;
  texts: FieldTexts;
  /** The field that breaks the rule, if it is known. */
  field: Described | undefined;
  /** The fields of the same group, which a rule over several fields names. */
  siblings: readonly Described[];
}

/** The reason why a field is refused, in the words of the form; the API's own message for a rule that the form does not know. */
export function problemText({ message, code }: FieldError, around: Around): string {
  const { t, field } = around;
  switch (code) {
    case 'required':
      return requiredText(message, around);
    case 'wrong-type':
      return wrongTypeText(field, t) ?? message;
    case 'too-small':
    case 'too-big':
      return limitText(code, around) ?? message;
    case 'wrong-step':
      return stepText(around) ?? message;
    case 'wrong-format':
    case 'not-allowed':
      return formatText(message, around);
    default:
      return message;
  }
}

function requiredText(message: string, { t, texts, siblings }: Around): string {
  const [, word, name, value] = /\b(unless|when) (\w+) is (\w+)/.exec(message) ?? [];
  const other = siblings.find((one) => one.name === name);
  if (!other || value === undefined) return t('problem.required');
  const shown =
    kindOf(other) === 'flag' ? texts.valueText(other, value === 'true') : texts.valueText(other, value);
  return t(word === 'unless' ? 'problem.requiredUnless' : 'problem.requiredWhen', {
    field: texts.labelOf(other),
    value: shown,
  });
}

function wrongTypeText(field: Described | undefined, t: Speak): string | undefined {
  if (!field || kindOf(field) !== 'number') return undefined;
  return t(field.schema['type'] === 'integer' ? 'problem.whole' : 'problem.number');
}

function limitText(code: 'too-small' | 'too-big', { t, texts, field }: Around): string | undefined {
  if (!field) return undefined;
  if (kindOf(field) !== 'number') {
    if (code === 'too-small') return t('problem.required');
    const longest = limitOf(field, 'maxLength');
    return longest === undefined ? undefined : t('problem.longest', { limit: texts.numberText(longest) });
  }
  const above = limitOf(field, 'exclusiveMinimum');
  const limit = code === 'too-big' ? limitOf(field, 'maximum') : (limitOf(field, 'minimum') ?? above);
  if (limit === undefined) return undefined;
  const shown = { limit: texts.numberText(limit, field.unit) };
  if (code === 'too-big') return t('problem.atMost', shown);
  return t(limit === above ? 'problem.moreThan' : 'problem.atLeast', shown);
}

function stepText({ t, texts, field }: Around): string | undefined {
  const step = field && limitOf(field, 'multipleOf');
  return step === undefined ? undefined : t('problem.step', { limit: texts.numberText(step) });
}

function formatText(message: string, { t, field }: Around): string {
  if (message.includes('http or https')) return t('problem.webAddress');
  return t(field?.values ? 'problem.choice' : 'problem.format');
}
