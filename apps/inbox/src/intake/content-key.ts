import { createHash } from 'node:crypto';
import type { MailHead } from '../reading/mail-head.ts';
import type { RawMail } from './raw-mail.ts';

/**
 * The same for every copy of a mail, whichever way it came: its Message-ID (without one, who wrote what and when) and its
 * body, without the line endings that transports change.
 */
export async function contentKey(raw: RawMail, head: MailHead): Promise<string> {
  const written = ['from', 'date', 'subject'].map((name) => head.first(name) ?? '').join('\n');
  const identity = head.first('message-id') ?? written;
  const hash = createHash('sha256').update(`${identity}\n\n`);
  for await (const piece of raw.read(raw.bodyAt, raw.textEnd)) {
    hash.update(piece.toString('latin1').replaceAll('\r', ''), 'latin1');
  }
  return hash.digest('hex');
}
