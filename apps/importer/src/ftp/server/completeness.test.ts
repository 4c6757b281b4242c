import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isComplete } from './completeness.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'completeness-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function isWhole(name: string, content: string | Buffer): Promise<boolean> {
  const file = join(directory, name);
  await writeFile(file, content);
  return isComplete(file);
}

const END = '<openimmo></openimmo>';

describe('a document', () => {
  it.each([
    ['its end tag', END, true],
    ['white space behind its end tag', `${END}\r\n \t`, true],
    ['comments behind its end tag', `${END}<!-- one -->\n<!----><!-- two -->\n`, true],
    ['a prefix', '<o:openimmo></o:openimmo >', true],
    ['another kind', '<openimmo_feedback></OPENIMMO_FEEDBACK>', true],
    ['text behind its end tag', `${END}x`, false],
    ['half a comment behind its end tag', `${END}<!-- one --`, false],
    ['a comment without a beginning behind its end tag', `${END} -->`, false],
    ['no end tag', '<openimmo><!-- one -->', false],
  ])('a document with %s is looked at to its end', async (_, text, expected) => {
    expect(await isWhole('a.xml', text)).toBe(expected);
    expect(await isWhole('wide.xml', Buffer.from(text, 'utf16le'))).toBe(expected);
  });

  it.each([
    ['comments of nothing', `${END}${'<!---->'.repeat(40)}x`],
    ['comments of nothing to the end of what is looked at', `x${'<!---->'.repeat(10_000)}x`],
    ['white space', `</openimmo${' '.repeat(100_000)}`],
    ['beginnings of end tags', '</a'.repeat(100_000)],
    ['beginnings of comments', `${'<!--'.repeat(100_000)}-->`],
  ])('a document with many %s does not delay the next one', async (_, text) => {
    expect(await isWhole('hostile.xml', text)).toBe(false);
    expect(await isWhole('next.xml', END)).toBe(true);
  });

  it('a ZIP file with many ends is looked at to its end', async () => {
    const end = Buffer.alloc(22);
    end.write('PK\u0005\u0006', 'latin1');
    const ends = Array.from({ length: 2900 }, (_, index) => {
      const one = Buffer.from(end);
      one.writeUInt16LE((2899 - index) * 22, 20);
      return one;
    });
    expect(await isWhole('ends.zip', Buffer.concat(ends))).toBe(false);
  });
});
