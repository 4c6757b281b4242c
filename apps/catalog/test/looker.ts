import type { Looker } from '../src/images/file-parts.ts';

/** Looks into bytes as into a file, through a window so small that everything crosses its end. */
export const lookerOf = (bytes: Buffer): Looker => ({
  size: bytes.length,
  look: (at, atLeast = 1) => Promise.resolve(bytes.subarray(at, at + Math.max(atLeast, 7))),
});
