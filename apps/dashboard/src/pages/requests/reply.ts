import type { ContactRequest } from '@estate/client';
import { personOf } from '../../api/person.ts';

/** Longer addresses are cut or refused by some email programs. */
const ADDRESS_MAX = 1900;
const SUBJECT_MAX = 600;
const CUT = '…';

/** One address and nothing else: a list would send the answer to people who did not ask. */
const ONE_ADDRESS = /^[^\s@,;:<>"()[\]\\]+@[^\s@,;:<>"()[\]\\]+$/u;

/** The words of an answer in the language of the page. */
export interface ReplyWords {
  subject: string;
  greeting: string;
  /** Above the quoted message. */
  quote: string;
}

/** An address that opens an answer with the quoted message in the email program; undefined without an address of one person. */
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

/** Half of a character cannot be encoded. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\u{FFFD}');

/** As much of a text as fits once it is encoded, in whole characters. */
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

/** An address that calls a number; undefined for a text without one. The zero in `+49 (0) 351` is not dialled from abroad. */
export function telOf(number: string | undefined = ''): string | undefined {
  const isAbroad = /^\s*(?:\+|00)/.test(number);
  const digits = (isAbroad ? number.replace(/\(\s*0\s*\)/, '') : number).replaceAll(/\D/g, '');
  if (digits.length < 3) return undefined;
  return `tel:${number.trim().startsWith('+') ? '+' : ''}${digits}`;
}

/** A prospect as a letter addresses them. */
export const calledBy = ({ salutation, firstName, lastName }: ContactRequest['prospect']): string =>
  personOf(
    salutation !== undefined && lastName !== undefined ? { salutation, lastName } : { firstName, lastName },
  );
