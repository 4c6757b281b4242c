import { isRange } from '../src/images/file-parts.ts';
import type { FileParts } from '../src/images/file-parts.ts';

/** The file that the parts of another one make. */
export const assembled = (bytes: Buffer, parts: FileParts): Buffer =>
  Buffer.concat(
    parts.map((part) => {
      if (Buffer.isBuffer(part)) return part;
      return isRange(part) ? bytes.subarray(part.start, part.end) : Buffer.alloc(part.length, part.value);
    }),
  );
