import { addressesIn } from '../domain/address.ts';
import type { Reading } from '../domain/reading.ts';
import { readHead } from './mail-head.ts';
import type { MailHead } from './mail-head.ts';

const DELIVERED = ['delivered-to', 'x-original-to', 'x-envelope-to', 'envelope-to'];
const WRITTEN = ['to', 'cc', 'resent-to', 'apparently-to', 'x-forwarded-to'];
const MOST_ADDRESSES = 50;

/** Where the mail was delivered to, then what its author wrote: the first says more. */
export const levelsOf = (head: MailHead): string[][] =>
  [DELIVERED, WRITTEN].map((names) =>
    names.flatMap((name) => head.all(name).flatMap(addressesIn)).slice(0, MOST_ADDRESSES),
  );

/** The addresses a mail was delivered to, as its headers say. */
export const deliveredTo = (head: MailHead): string[] => levelsOf(head)[0] ?? [];

/** What is left when a mail cannot be taken apart: its headers. */
export function readHeadOnly(raw: Buffer): Reading {
  const head = readHead(raw);
  return {
    sender: addressesIn(head.first('from') ?? '')[0] ?? '',
    subject: (head.first('subject') ?? '').slice(0, 1000),
    body: '',
    addressed: levelsOf(head),
    inquiries: [],
  };
}
