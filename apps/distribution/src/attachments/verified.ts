import { createHash } from 'node:crypto';
import { Transform, pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { AttachmentLost } from './attachment-bytes.ts';

/** The same bytes. Fails at the end with AttachmentLost if their SHA-256 is another one. */
export function verified(source: Readable, sha256: string): Readable {
  const hash = createHash('sha256');
  const check = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      done(null, piece);
    },
    flush(done) {
      const found = hash.digest('hex');
      done(
        found === sha256
          ? null
          : new AttachmentLost(`The bytes of the attachment ${sha256} have the hash ${found}.`),
      );
    },
  });
  // Each ends with the other; an error is thrown to whoever reads.
  return pipeline(source, check, () => undefined);
}
