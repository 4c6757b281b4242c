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

/** As much of a ZIP file as says that it is complete: the head of one file, and the directory with its end. */
function emptyZip(): Buffer {
  const [head, entry, end] = [Buffer.alloc(30), Buffer.alloc(46), Buffer.alloc(22)];
  for (const [part, mark] of [
    [head, 'PK\u0003\u0004'],
    [entry, 'PK\u0001\u0002'],
    [end, 'PK\u0005\u0006'],
  ] as const)
    part.write(mark, 'latin1');
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(head.length, 16);
  return Buffer.concat([head, entry, end]);
}

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

  it('a ZIP file is not looked for in front of many false ends', async () => {
    const [zip, falseEnd] = [emptyZip(), Buffer.alloc(22)];
    falseEnd.write('PK\u0005\u0006', 'latin1');
    const followedBy = (falseEnds: number) =>
      Buffer.concat([zip, ...Array.from({ length: falseEnds }, () => falseEnd)]);
    expect(await isWhole('few.zip', followedBy(3))).toBe(true);
    expect(await isWhole('many.zip', followedBy(3000))).toBe(false);
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
