import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPicture } from '../../test/picture.ts';
import { inspectFile } from './inspect-file.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'catalog-test-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function inspect(content: Buffer | string) {
  const path = join(directory, 'file');
  await writeFile(path, content);
  const result = await inspectFile(path);
  expect(await inspectFile(Buffer.from(content))).toEqual(result);
  return 'failure' in result ? result.failure.code : result.mediaType;
}

const cut = (whole: Buffer) => whole.subarray(0, Math.floor(whole.length * 0.7));

/** The container of a HEIC image around other content, as far as its head goes. */
async function heic(): Promise<Buffer> {
  const avif = await sharp(await aPicture('png'))
    .avif()
    .toBuffer();
  return Buffer.concat([avif.subarray(0, 8), Buffer.from('heic'), avif.subarray(12)]);
}

describe('the inspection of a file', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'the inspection of a file accepts a complete %s and refuses one that is cut off',
    async (format) => {
      const whole = await aPicture(format);
      expect(await inspect(whole)).toBe(`image/${format}`);
      expect(await inspect(cut(whole))).toBe('attachment_unreadable');
    },
  );

  it('the inspection of a file knows HEIC by its container', async () => {
    expect(await inspect(await heic())).toBe('image/heic');
  });

  it('the inspection of a file accepts a PDF that ends and refuses one that does not', async () => {
    expect(await inspect('%PDF-1.4\n1 0 obj\nendobj\ntrailer\n%%EOF\n')).toBe('application/pdf');
    expect(await inspect('\n\n%PDF-1.4\n1 0 obj\nendobj\n%%EOF\n')).toBe('application/pdf');
    expect(await inspect(`%PDF-1.4\n${'x'.repeat(5000)}`)).toBe('attachment_unreadable');
  });

  it('the inspection of a file takes nothing else, whatever it says it is', async () => {
    expect(await inspect('<!doctype html><title>Not found</title>')).toBe('attachment_type_unsupported');
    expect(await inspect('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')).toBe(
      'attachment_type_unsupported',
    );
    expect(await inspect(await aPicture('gif'))).toBe('attachment_type_unsupported');
    expect(await inspect('')).toBe('attachment_type_unsupported');
  });

  it('the inspection of a file refuses an image of more pixels than can be decoded', async () => {
    const path = join(directory, 'large');
    await writeFile(path, await aPicture('png', 64));
    expect(await inspectFile(path, { maxPixels: 64 * 64, maxHeldBytes: 0 })).toEqual({
      mediaType: 'image/png',
    });
    expect(await inspectFile(path, { maxPixels: 64 * 64 - 1, maxHeldBytes: 0 })).toMatchObject({
      failure: { code: 'attachment_too_large' },
    });
  });
});
