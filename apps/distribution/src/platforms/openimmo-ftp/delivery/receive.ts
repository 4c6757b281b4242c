import type { Socket } from 'node:net';
import type { Client } from 'basic-ftp';
import { openDataConnection, transfer } from './data-connection.ts';
import { Interrupted, OverLimit } from './failures.ts';

/** All bytes that a command sends over a data connection, from a byte of the file on; more than the limit closes the connection. */
export async function receive(
  { ftp }: Client,
  command: string,
  { maxBytes, from = 0 }: { maxBytes: number; from?: number },
): Promise<Buffer> {
  const data = await openDataConnection(ftp);
  data.on('error', () => undefined);
  const pieces: Buffer[] = [];
  try {
    if (from > 0) await ftp.request(`REST ${from}`);
    await transfer(ftp, command, () =>
      collect(data, pieces, {
        maxBytes,
        idleMs: ftp.timeout,
        refuse: (reason) => ftp.closeWithError(reason),
      }),
    );
    return Buffer.concat(pieces);
  } finally {
    data.destroy();
  }
}

interface Limits {
  maxBytes: number;
  idleMs: number;
  /** Ends the session. */
  refuse(reason: Error): void;
}

async function collect(data: Socket, pieces: Buffer[], { maxBytes, idleMs, refuse }: Limits): Promise<void> {
  let bytes = 0;
  data.setTimeout(idleMs, () => refuse(new Interrupted('The transfer stalled.')));
  for await (const piece of data as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) {
      const reason = new OverLimit(`The server sent more than ${maxBytes} bytes.`);
      refuse(reason);
      throw reason;
    }
    pieces.push(piece);
  }
}
