import { createHash } from 'node:crypto';
import type { MailHead } from '../reading/mail-head.ts';
import type { RawMail } from './raw-mail.ts';

/**
 * Identifies an email: all its copies have the same key, whichever way they came. It is made of the Message-ID (without one, or with an
 * empty one, of author, date and subject) and of the body without the line endings, which transports change.
 */
export async function contentKey(raw: RawMail, head: MailHead): Promise<string> {
  const written = ['from', 'date', 'subject'].map((name) => head.first(name) ?? '').join('\n');
  const id = head.first('message-id');
  const identity = id !== undefined && /[^\s<>]/.test(id) ? id : written;
  const hash = createHash('sha256').update(`${identity}\n\n`);
  for await (const piece of raw.read(raw.bodyAt, raw.textEnd)) {
    hash.update(piece.toString('latin1').replaceAll('\r', ''), 'latin1');
  }
  return hash.digest('hex');
}
