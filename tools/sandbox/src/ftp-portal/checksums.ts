import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { FtpSession } from './ftp-session.ts';

/** The size of a read; a package of photos is a few reads. */
const READ_BYTES = 1024 * 1024;

/** Answers `HASH` as in draft-bryan-ftpext-hash, with SHA-256 only. */
export async function answerHash(session: FtpSession, name: string): Promise<void> {
  if (!session.fs) {
    await session.reply(530, 'Log in first.');
    return;
  }
  const hash = createHash('sha256');
  let size = 0;
  try {
    const file = createReadStream(session.fs.pathOf(name), { highWaterMark: READ_BYTES });
    await pipeline(file, async (bytes: AsyncIterable<Buffer>) => {
      for await (const piece of bytes) {
        hash.update(piece);
        size += piece.length;
      }
    });
  } catch {
    await session.reply(550, 'No such file.');
    return;
  }
  await session.reply(213, `SHA-256 0-${String(size)} ${hash.digest('hex')} ${name}`);
}
