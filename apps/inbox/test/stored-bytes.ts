import { Readable } from 'node:stream';
import type { StoredBytes } from '@estate/persistence';

/** Bytes as a store returns them. */
export const storedBytes = (bytes: Buffer): StoredBytes => ({
  size: bytes.length,
  metadata: {},
  stream: Readable.from([bytes], { objectMode: false }),
});
