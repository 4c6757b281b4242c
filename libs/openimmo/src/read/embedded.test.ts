import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inPieces, objectsIn, readEvents } from '../test-support/read-events.ts';
import type { EmbeddedWriter } from './embedded.ts';
import type { ImportedObject } from './read-object.ts';

const objectWith = (...contents: readonly string[]) => {
  const attachments = contents
    .map((content) => `<anhang gruppe="BILD"><daten><anhanginhalt>${content}</anhanginhalt></daten></anhang>`)
    .join('');
  return `<openimmo><anbieter><immobilie><anhaenge>${attachments}</anhaenge><verwaltung_techn><objektnr_extern>1</objektnr_extern></verwaltung_techn></immobilie></anbieter></openimmo>`;
};

/** Keeps what is written, as a store of bytes does. */
class Files {
  readonly finished = new Map<string, Buffer>();
  discarded = 0;

  readonly open = (): EmbeddedWriter => {
    const pieces: Uint8Array[] = [];
    return {
      write: async (bytes) => {
        await Promise.resolve();
        pieces.push(bytes);
      },
      finish: async () => {
        const reference = await Promise.resolve(`file-${this.finished.size + 1}`);
        this.finished.set(reference, Buffer.concat(pieces));
        return reference;
      },
      discard: async () => {
        this.discarded += await Promise.resolve(1);
      },
    };
  };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const LINE = 76;
const inLines = (base64: string) => base64.replace(new RegExp(`.{${LINE}}`, 'g'), '$&\r\n');

const usable = (object: ImportedObject | undefined) =>
  object?.attachments.filter(({ source }) => !('fault' in source));

it('an embedded file is given to its writer byte for byte, however it is wrapped and cut', async () => {
  const contents = fc.array(fc.uint8Array({ minLength: 1, maxLength: 400 }), {
    minLength: 1,
    maxLength: 3,
  });
  await fc.assert(
      fc.asyncProperty(contents, fc.integer({ min: 1, max: 200 }), async (given, pieceBytes) => {
        const files = new Files();
        const document = objectWith(...given.map((bytes) => inLines(Buffer.from(bytes).toString('base64'))));
        const read = await readEvents(inPieces(Buffer.from(document), pieceBytes), { openFile: files.open });
        expect(objectsIn(read)[0]?.attachments.map(({ source }) => source)).toEqual(
          given.map((bytes, index) => ({
            kind: 'embedded', bytes: bytes.length, sha256: sha256(bytes), reference: `file-${index + 1}`,
          })),
        );
        expect([...files.finished.values()]).toEqual(given.map((bytes) => Buffer.from(bytes)));
      }),
      { numRuns: 50 },
    ); // oxfmt-ignore
});

it('an embedded file is stored while the document is read, of which no more than a few blocks wait', async () => {
  const size = 8_000_000;
  const bytes = Buffer.from(objectWith(randomBytes(size).toString('base64')));
  let [asked, ahead, stored] = [0, 0, 0];
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of inPieces(bytes, 16_384)) {
      asked += piece.length;
      ahead = Math.max(ahead, asked - (stored * 4) / 3);
      yield piece;
    }
  }
  const openFile = (): EmbeddedWriter => ({
    write: async (piece) => {
      stored += await Promise.resolve(piece.length);
    },
    finish: () => Promise.resolve('file'),
    discard: () => Promise.resolve(),
  });
  const read = await readEvents(counted(), { openFile });
  expect(objectsIn(read)[0]?.attachments).toHaveLength(1);
  expect(stored).toBe(size);
  expect(ahead).toBeLessThan(400_000);
});

it.each([
  ['that is no base64', 'AAAA*AAA', 'it is not base64'],
  ['with padding in its middle', 'AA==AAAA', 'it is not base64'],
  ['that is empty', '  ', 'it is empty'],
  ['that is too large', 'AAAA'.repeat(1000), 'it has more than 2000 bytes'],
])('an embedded file %s is discarded, and the next one is taken', async (_, content, words) => {
  const files = new Files();
  const document = objectWith(content, Buffer.from('next').toString('base64'));
  const options = { openFile: files.open, limits: { attachmentBytes: 2000 } };
  const [object] = objectsIn(await readEvents(document, options));
  expect(object?.problems.map(({ message }) => message).join()).toContain(words);
  expect(usable(object)).toHaveLength(1);
  expect([...files.finished.values()].map(String)).toEqual(['next']);
  expect(files.discarded).toBe(1);
});

it('an embedded file that the document ends in is discarded', async () => {
  const files = new Files();
  const document = objectWith('AAAAAAAA').slice(0, 100);
  const { error } = await readEvents(document, { openFile: files.open });
  expect(error).toBeDefined();
  expect([files.finished.size, files.discarded]).toEqual([0, 1]);
});

it('an embedded file is left out beyond the number that an object may have', async () => {
  const files = new Files();
  const document = objectWith('AAAA', 'AAAA', 'AAAA');
  const [object] = objectsIn(
    await readEvents(document, { openFile: files.open, limits: { attachments: 2 } }),
  );
  expect(usable(object)).toHaveLength(2);
  expect(files.finished.size).toBe(2);
});
