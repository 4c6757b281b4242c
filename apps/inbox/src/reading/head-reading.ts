import { simpleParser } from 'mailparser';
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
export async function authorOf(head: MailHead): Promise<Pick<Reading, 'sender' | 'subject'>> {
  const { from, subject } = await simpleParser(
    Buffer.from(`${field(head, 'from')}${field(head, 'subject')}\r\n`),
  );
  const sender = from?.value[0]?.address || from?.text || addressesIn(head.first('from') ?? '')[0];
  return { sender: cutText(sender ?? '', 320), subject: cutText(subject ?? '', 1000) };
}

function field(head: MailHead, name: string): string {
  const value = headerText(head.first(name) ?? '').slice(0, LONGEST_VALUE);
  return value === '' ? '' : `${name}: ${value.replace(/[\r\n\0]/g, ' ')}\r\n`;
}

/** The fallback if an email cannot be parsed: its headers. */
export async function readHeadOnly(raw: Buffer): Promise<Reading> {
  const head = readHead(raw);
  const content = { body: '', inquiries: [], texts: [], attachments: [], attachmentCount: 0 };
  return { ...(await authorOf(head)), ...content, addressed: levelsOf(head) };
}
