import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut } from './cut.ts';

async function* streamOf(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

describe('cut', () => {
  it('cutting a stream keeps its bytes in pieces of the size, however they arrive', async () => {
    const parts = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(parts, fc.integer({ min: 1, max: 16 }), async (input, size) => {
        const pieces: Buffer[] = [];
        for await (const piece of cut(streamOf(input), size)) pieces.push(Buffer.from(piece));
        expect(Buffer.concat(pieces)).toEqual(Buffer.concat(input));
        expect(pieces.slice(0, -1).every((piece) => piece.length === size)).toBe(true);
        expect(pieces.at(-1)?.length ?? 1).toBeGreaterThan(0);
      }),
    );
  });
});
