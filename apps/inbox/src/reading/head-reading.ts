import libmime from 'libmime';
import { parseAddressHeader } from 'mailparser';
import { addressesIn } from '../domain/address.ts';
import { cutText } from '../domain/cut.ts';
import type { Reading } from '../domain/reading.ts';
import { headerText } from './entity.ts';
import { readHead } from './mail-head.ts';
import type { MailHead } from './mail-head.ts';

const DELIVERED = ['delivered-to', 'x-original-to', 'x-envelope-to', 'envelope-to'];
const WRITTEN = ['to', 'cc', 'resent-to', 'apparently-to', 'x-forwarded-to'];
/** Longer values are cut before they are decoded. */
const LONGEST_VALUE = 8192;

/** Where the email was delivered to, then what its author wrote: the first says more. */
export const levelsOf = (head: MailHead): string[][] =>
  [DELIVERED, WRITTEN].map((names) => [
    ...new Set(names.flatMap((name) => head.all(name).flatMap(addressesIn))),
  ]);

/** The addresses an email was delivered to, as its headers say. */
export const deliveredTo = (head: MailHead): string[] => levelsOf(head)[0] ?? [];

/** The decoded sender and subject of the email. */
export function authorOf(head: MailHead): Pick<Reading, 'sender' | 'subject'> {
  const { value, text } = parseAddressHeader(field(head, 'from'));
  const sender = value[0]?.address || text || addressesIn(head.first('from') ?? '')[0];
  return {
    sender: cutText(sender ?? '', 320),
    subject: cutText(libmime.decodeWords(field(head, 'subject')), 1000),
  };
}

/** When the email was written, and what the receiving server found out about its sender. */
export function originOf(head: MailHead): Pick<Reading, 'isForged' | 'writtenAt'> {
  const writtenMs = Date.parse(field(head, 'date'));
  return {
    ...(!Number.isNaN(writtenMs) && { writtenAt: new Date(writtenMs).toISOString() }),
    ...(isForged(field(head, 'authentication-results')) && { isForged: true }),
  };
}

/** Servers add their results on top, so the first ones are those of the last server. */
const isForged = (results: string): boolean =>
  /\bdmarc\s*=\s*fail/i.test(results) ||
  (!/\bdmarc\s*=/i.test(results) && /\bspf\s*=\s*fail/i.test(results) && !/\bdkim\s*=\s*pass/i.test(results));

const field = (head: MailHead, name: string): string =>
  headerText(head.first(name) ?? '')
    .slice(0, LONGEST_VALUE)
    .replace(/[\r\n\0]/g, ' ')
    .trim();

/** The fallback if an email cannot be parsed: its headers. */
export function readHeadOnly(raw: Buffer): Reading {
  const head = readHead(raw);
  const content = { body: '', inquiries: [], texts: [], attachments: [], attachmentCount: 0 };
  return { ...authorOf(head), ...content, addressed: levelsOf(head) };
}
