import { HEAD_BYTES } from '../../domain/mail.ts';

/** What came in over a DATA command. */
export interface Received {
  /** The whole mail, or its beginning when it was too large. */
  raw: Buffer;
  sizeBytes: number;
  truncated: boolean;
}

/** The sender goes on and on; the connection should be cut. */
export class EndlessMail extends Error {
  override readonly name = 'EndlessMail';
}

/** So much more than allowed is let pass before the connection is cut. */
const DRAIN_FACTOR = 4;

/** Collects a mail, of a too large one only the beginning. @throws EndlessMail */
export async function receive(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<Received> {
  let chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of stream) {
    const wasWhole = sizeBytes <= maxBytes;
    sizeBytes += chunk.length;
    if (sizeBytes <= maxBytes) chunks.push(chunk);
    else if (wasWhole) chunks = [Buffer.concat([...chunks, chunk]).subarray(0, HEAD_BYTES)];
    if (sizeBytes > maxBytes * DRAIN_FACTOR) throw new EndlessMail('the mail does not end');
  }
  return { raw: Buffer.concat(chunks), sizeBytes, truncated: sizeBytes > maxBytes };
}
