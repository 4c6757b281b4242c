import { createHash } from 'node:crypto';
import type { MailHead } from '../reading/mail-head.ts';

/**
 * The same for every copy of a mail, whichever way it came: its Message-ID (without one, who wrote what and when) and its
 * body, without the line endings that transports change.
 */
export function contentKey(raw: Uint8Array, head: MailHead): string {
  const written = ['from', 'date', 'subject'].map((name) => head.first(name) ?? '').join('\n');
  const identity = head.first('message-id') ?? written;
  const hash = createHash('sha256').update(`${identity}\n\n`);
  const body = Buffer.from(raw.buffer, raw.byteOffset + head.bodyAt, raw.byteLength - head.bodyAt);
  hash.update(body.toString('latin1').replaceAll('\r', '').trimEnd(), 'latin1');
  return hash.digest('hex');
}
