import { z } from 'zod';
import { readAs } from './stored.ts';

const NOT_BLANK = /\S/;
/** An empty text counts as a missing value. */
const EMPTY_OR_NOT_BLANK = /^$|\S/;
const blank = { error: 'must not consist of white space only', abort: true };
/**
 * Excludes invisible characters besides white space, such as a zero-width space. Only required texts are checked: stored optional texts and
 * those of other software may be invisible.
 */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

const visible = (text: z.ZodString): z.ZodString =>
  text.refine((given) => VISIBLE.test(given), {
    error: 'must not consist of invisible characters only',
    params: { code: 'wrong-format' },
  });

const notBlank = (max: number): z.ZodString =>
  z.string().min(1, { abort: true }).max(max).regex(NOT_BLANK, blank);

/** A text that is not blank, with a maximum length. */
export const filledText = (max: number) => readAs(visible(notBlank(max)), z.string().min(1).max(max));

/** An optional `filledText`; an empty text counts as missing. */
export const optionalText = (max: number) =>
  readAs(z.string().max(max).regex(EMPTY_OR_NOT_BLANK, blank), z.string().max(max)).optional();

/** Line breaks are refused, because they would end a command of FTP or a header of HTTP. */
const line = (text: z.ZodString): z.ZodString =>
  text.regex(/^[^\r\n]*$/, { error: 'must not contain line breaks' });

/** A `filledText` in one line. */
export const filledLine = (max: number) => readAs(line(visible(notBlank(max))), z.string().min(1).max(max));

/** Like `filledLine`, but also accepts invisible characters: for text written by a program. */
export const writtenLine = (max: number) => readAs(line(notBlank(max)), z.string().min(1).max(max));

/** An `optionalText` in one line. */
export const optionalLine = (max: number) =>
  readAs(line(z.string().max(max).regex(EMPTY_OR_NOT_BLANK, blank)), z.string().max(max)).optional();

/** Any characters but line breaks, also only blanks: for a value that somebody else has chosen. */
export const verbatimLine = (min: number, max: number) =>
  readAs(line(z.string().min(min).max(max)), z.string().min(min).max(max));

/**
 * The subset of RFC 5321 and 5322 that is in use: a dot-atom of at most 64 characters, and a domain of labels that neither begin nor end
 * with a hyphen.
 */
const EMAIL =
  /^(?=[^@]{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])$/;
const EMAIL_MAX = 254;

/** An email address; every contract with one uses this definition. */
export const EmailAddress = readAs(
  z.email({ pattern: EMAIL, error: 'must be an email address' }).max(EMAIL_MAX),
  z.string().max(EMAIL_MAX).meta({ format: 'email' }),
);

/** The condition for rules over several fields: they apply to every object, even if some of its fields are invalid, and to nothing else. */
export const overFields = {
  when: ({ value }: { value: unknown }) =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** A list of at least one of the values; the error for a missing or an empty list names them. */
export const someOf = <T extends Record<string, string>>(choice: z.ZodEnum<T>) => {
  const values = choice.options.join(', ');
  const missing = `is required and must contain at least one of ${values}`;
  return z
    .array(choice, { error: ({ input }) => (input === undefined ? missing : undefined) })
    .min(1, { error: `must contain at least 1 of ${values}` });
};

/** A list without duplicates. */
export const distinct = <T extends z.ZodType>(list: z.ZodArray<T>, error: string) =>
  list.refine((items) => new Set(items).size === items.length, { error }).meta({ uniqueItems: true });
