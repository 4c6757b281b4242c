import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { PortalFileSystem } from './portal-file-system.ts';

/** A connection of ftp-srv, as its commands see it. */
interface Connection {
  fs: PortalFileSystem;
  reply(code: number, message: string): Promise<unknown>;
}

interface Call {
  command: { arg: string | null };
}

/** An entry of ftp-srv's table of commands. */
interface Command {
  directive: string;
  handler(this: Connection, call: Call): Promise<unknown>;
  syntax: string;
  description: string;
  flags: { feat: string };
}

/** `HASH` as in draft-bryan-ftpext-hash, with SHA-256 alone. */
export const HASH: Command = {
  directive: 'HASH',
  async handler({ command: { arg } }) {
    const path = this.fs.pathOf(arg ?? '');
    const hash = createHash('sha256');
    let size = 0;
    try {
      await pipeline(createReadStream(path), async (bytes: AsyncIterable<Buffer>) => {
        for await (const piece of bytes) {
          hash.update(piece);
          size += piece.length;
        }
      });
    } catch {
      return this.reply(550, 'No such file.');
    }
    return this.reply(213, `SHA-256 0-${String(size)} ${hash.digest('hex')} ${arg ?? ''}`);
  },
  syntax: '{{cmd}} <path>',
  description: 'Return the checksum of a file',
  flags: { feat: 'HASH SHA-256*' },
};
