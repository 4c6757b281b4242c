import type { ContactRequest } from '@estate/client';
import { personOf } from '../../api/person.ts';

/** Longer `mailto:` addresses are cut or refused by some email programs. */
const ADDRESS_MAX = 1900;
const SUBJECT_MAX = 600;
const CUT = '…';

/** A single address: a list would send the reply to people who did not write. */
const ONE_ADDRESS = /^[^\s@,;:<>"()[\]\\]+@[^\s@,;:<>"()[\]\\]+$/u;

/** The texts of a reply in the language of the page. */
export interface ReplyWords {
  subject: string;
  greeting: string;
  /** The line above the quoted message. */
  quote: string;
}

/** A `mailto:` address with the quoted message; undefined unless the prospect has a single address. */
export function mailtoOf(
  { prospect: { email = '' }, message }: Pick<ContactRequest, 'prospect' | 'message'>,
  { subject, greeting, quote }: ReplyWords,
): string | undefined {
  if (!ONE_ADDRESS.test(email)) return undefined;
  const to = encodeURIComponent(wellFormed(email)).replace('%40', '@');
  const head = `mailto:${to}?subject=${encodedUpTo(wellFormed(subject), SUBJECT_MAX)}&body=`;
  const lines = message.trim().split(/\r\n?|\n/);
  const below = message.trim() === '' ? [] : ['', '', quote, ...lines.map(quoted)];
  return head + encodedUpTo(wellFormed([greeting, '', ...below].join('\r\n')), ADDRESS_MAX - head.length);
}

const quoted = (line: string): string => `> ${line}`.trimEnd();

/** A lone surrogate cannot be encoded. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\u{FFFD}');

/** The longest prefix of a text, in whole characters, that fits once it is encoded. */
function encodedUpTo(text: string, most: number): string {
  const whole = encodeURIComponent(text);
  if (whole.length <= most) return whole;
  const end = encodeURIComponent(CUT);
  let encoded = '';
  for (const character of text) {
    const next = encoded + encodeURIComponent(character);
    if (next.length + end.length > most) break;
    encoded = next;
  }
  return encoded + end;
}

/** A `tel:` address; undefined for a text without a number. The zero in `+49 (0) 351` is not dialled from abroad. */
export function telOf(number: string | undefined = ''): string | undefined {
  const isAbroad = /^\s*(?:\+|00)/.test(number);
  const digits = (isAbroad ? number.replace(/\(\s*0\s*\)/, '') : number).replaceAll(/\D/g, '');
  if (digits.length < 3) return undefined;
  return `tel:${number.trim().startsWith('+') ? '+' : ''}${digits}`;
}

/** The salutation of a prospect in a letter. */
export const calledBy = ({ salutation, firstName, lastName }: ContactRequest['prospect']): string =>
  personOf(
    salutation !== undefined && lastName !== undefined ? { salutation, lastName } : { firstName, lastName },
  );
