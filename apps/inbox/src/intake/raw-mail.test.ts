import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { newId } from '@estate/persistence';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEAD_BYTES } from '../domain/mail.ts';
import { readHead } from '../reading/mail-head.ts';
import { contentKey } from './content-key.ts';
import { MailWriter, inMemory } from './raw-mail.ts';
import type { RawMail } from './raw-mail.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'estate-raw-'));
});
afterAll(() => rm(directory, { recursive: true }));

const openFile = (): Promise<FileHandle> => open(join(directory, newId()), 'wx+');

async function written(raw: Buffer, pieceBytes: number): Promise<RawMail> {
  const writer = new MailWriter(openFile);
  for (let at = 0; at < raw.length; at += pieceBytes) await writer.write(raw.subarray(at, at + pieceBytes));
  return writer.end();
}

const keyOf = (mail: RawMail) => contentKey(mail, readHead(mail.head));

/** The key of an email, computed at once over all its bytes. */
function expectedKey(raw: Buffer): string {
  const head = readHead(raw);
  const body = raw.subarray(head.bodyAt).toString('latin1').replaceAll('\r', '').trimEnd();
  const identity = head.first('message-id') ?? '\n\n';
  return createHash('sha256').update(`${identity}\n\n`).update(body, 'latin1').digest('hex');
}

describe('an email that comes in pieces', () => {
  it.each([100, HEAD_BYTES, HEAD_BYTES + 1, 3 * HEAD_BYTES + 7])(
    'an email that comes in pieces of %i bytes is the same as in one, in memory or in a file',
    async (length) => {
      const raw = Buffer.alloc(length, 'Message-ID: <a@b>\r\n\r\nböse ');
      const mail = await written(raw, 65_536);
      const whole = inMemory(raw);
      expect(mail.isInMemory).toBe(length <= HEAD_BYTES);
      expect(mail.head.equals(raw.subarray(0, HEAD_BYTES))).toBe(true);
      expect(mail.sha256).toBe(whole.sha256);
      expect((await buffer(mail.read(0, mail.length))).equals(raw)).toBe(true);
      expect((await buffer(mail.read(50, 60))).equals(raw.subarray(50, 60))).toBe(true);
      expect(await keyOf(mail)).toBe(expectedKey(raw));
      await mail.close();
    },
  );

  it('an email that comes in pieces has the key of its copies whatever the pieces, the line ends and the blanks at its end', async () => {
    const unit = fc.constantFrom('\r', '\n', ' ', 'a', ':', '\u00a0', '\t', '\u00e4');
    const text = fc.string({ unit, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(text, text, fc.integer({ min: 1, max: 9 }), async (head, body, pieceBytes) => {
        const raw = Buffer.from(`Message-ID: <x@y>\r\n${head}\r\n\r\n${body}`, 'latin1');
        const mail = await written(raw, pieceBytes);
        expect(mail.bodyAt).toBe(readHead(raw).bodyAt);
        expect(await keyOf(mail)).toBe(expectedKey(raw));
      }),
      { numRuns: 500 },
    );
  });

  it('an email that comes in pieces whose head is longer than what is kept in memory has the key of its copies', async () => {
    const raw = Buffer.from(`Message-ID: <x@y>\r\nX: ${'y'.repeat(2 * HEAD_BYTES)}\r\n\r\nbody\r\n\r\n`);
    const mail = await written(raw, 65_536);
    expect(mail.bodyAt).toBe(readHead(raw).bodyAt);
    expect(await keyOf(mail)).toBe(expectedKey(raw));
    await mail.close();
  });
});

describe('an email that becomes too large', () => {
  it('an email that becomes too large is its beginning alone, and its file is closed', async () => {
    const files: FileHandle[] = [];
    const writer = new MailWriter(async () => {
      const file = await openFile();
      files.push(file);
      return file;
    });
    const raw = Buffer.alloc(3 * HEAD_BYTES, 'abcdefg\r\n');
    await writer.write(raw.subarray(0, 2 * HEAD_BYTES));
    const mail = await writer.endTruncated(raw.subarray(2 * HEAD_BYTES));
    expect(mail.head.equals(raw.subarray(0, HEAD_BYTES))).toBe(true);
    expect(mail.sha256).toBe(createHash('sha256').update(mail.head).digest('hex'));
    expect(files.map(({ fd }) => fd)).toEqual([-1]);
  });
});
