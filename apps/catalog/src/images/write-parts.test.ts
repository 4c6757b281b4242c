import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeParts, writeStream } from './write-parts.ts';

const LARGEST = 700_000;
const BYTES = randomBytes(LARGEST);
let directory: string;
let target: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'write-parts-'));
  target = join(directory, 'file');
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => rm(directory, { recursive: true }));

const aboutOf = (bytes: Buffer) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
});

/** The same bytes in pieces of these sizes, the last one with the rest. */
function* inPieces(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  let at = 0;
  for (const size of sizes) yield bytes.subarray(at, (at += size));
  yield bytes.subarray(at);
}

async function* arriving(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (const piece of inPieces(bytes, sizes)) yield await Promise.resolve(piece);
}

describe('a file that is written as its bytes arrive', () => {
  it('a file that is written as its bytes arrive is whole and has its hash, whatever the pieces are', async () => {
    const sizes = fc.array(fc.oneof(fc.nat(10), fc.nat(300_000)), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(LARGEST), async (pieces, length) => {
        const bytes = BYTES.subarray(0, length);
        expect(await writeStream(target, arriving(bytes, pieces))).toEqual(aboutOf(bytes));
        expect((await readFile(target)).equals(bytes)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('a file that is written as its bytes arrive is whole when the system writes less than it is asked for', async () => {
    const { constructor } = await open(target, 'w').then(async (file) => {
      await file.close();
      return file;
    });
    const { writev } = constructor.prototype as { writev: (pieces: Buffer[]) => Promise<unknown> };
    const writes = vi
      .spyOn(constructor.prototype as { writev: typeof writev }, 'writev')
      .mockImplementation(function (this: unknown, [first = Buffer.alloc(0)]) {
        return writev.call(this, [first.subarray(0, Math.ceil(first.length / 2))]);
      });
    const sizes = [100_000, 0, 3, 90_000, 200_000];
    expect(await writeStream(target, arriving(BYTES, sizes))).toEqual(aboutOf(BYTES));
    expect((await readFile(target)).equals(BYTES)).toBe(true);
    expect(writes.mock.calls.length).toBeGreaterThan(10);
  });

  it('a file that is written as its bytes arrive keeps nothing open when they end early', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield await Promise.resolve(BYTES);
      throw new Error('the sender is gone');
    }
    await expect(writeStream(target, broken())).rejects.toThrow('the sender is gone');
    await rm(target);
  });
});

describe('a file that is written from parts of another one', () => {
  it('a file that is written from parts of another one has these parts in their order', async () => {
    await writeStream(target, arriving(BYTES, []));
    const other = join(directory, 'other');
    const [between, blanks] = [Buffer.from('between'), { value: 32, length: 300_000 }];
    const parts = [{ start: 5, end: 400_000 }, between, blanks, { start: 0, end: 3 }];
    const expected = Buffer.concat([
      BYTES.subarray(5, 400_000),
      between,
      Buffer.alloc(300_000, 32),
      BYTES.subarray(0, 3),
    ]);
    for (const source of [target, BYTES]) {
      expect(await writeParts(source, parts, other)).toEqual(aboutOf(expected));
      expect((await readFile(other)).equals(expected)).toBe(true);
    }
  });
});
