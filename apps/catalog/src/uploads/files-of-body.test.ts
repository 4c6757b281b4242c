import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FilesOfBody } from './files-of-body.ts';

async function* cut(body: Buffer, lengths: readonly number[]): AsyncGenerator<Buffer, void> {
  await Promise.resolve();
  let from = 0;
  for (const length of lengths) {
    yield body.subarray(from, from + length);
    from += length;
  }
  yield body.subarray(from);
}

const bytes = fc.uint8Array({ maxLength: 40 }).map((values) => Buffer.from(values));
const lengths = fc.array(fc.nat(30), { maxLength: 10 });

describe('files of a body', () => {
  it('files that arrive one behind the other are those that were sent, however they are cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { maxLength: 8 }), lengths, async (sent, pieces) => {
        const files = new FilesOfBody(cut(Buffer.concat(sent), pieces));
        const arrived: Buffer[] = [];
        for (const { length } of sent) arrived.push(await buffer(files.next(length)));
        expect(arrived).toEqual(sent);
      }),
    );
  });

  it('a body that ends within a file is an error', async () => {
    const files = new FilesOfBody(cut(Buffer.from('abc'), []));
    expect((await buffer(files.next(2))).toString()).toBe('ab');
    await expect(buffer(files.next(2))).rejects.toThrow('ends within a file');
  });
});
