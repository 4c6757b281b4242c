import { stat } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { planAttachments, type PackedAttachment } from '../platforms/openimmo-ftp/attachment-plan.ts';
import { AttachmentFiles, picture } from '../platforms/openimmo-ftp/test-support/fixtures.ts';
import { fitImage, ImageUnfit } from './fit-image.ts';

const files = new AttachmentFiles();
afterAll(() => files.remove());

type Limits = Parameters<typeof planAttachments>[1];

async function fitted(type: 'jpeg' | 'png' | 'webp', limits: Limits) {
  const stored = await files.add(await picture(800, 400, type), { mediaType: `image/${type}` });
  const [packed] = planAttachments([stored], limits, 'listing').packed as [PackedAttachment];
  const source = await files.path(stored.sha256);
  const path = packed.fit === undefined ? source : await fitImage(source, packed.fit);
  return { path, source, packed, size: (await stat(path)).size, metadata: await sharp(path).metadata() };
}

describe('fitting pictures to a platform', () => {
  it('sends a picture as it is when it suits', async () => {
    const { path, source } = await fitted('jpeg', { types: ['image/jpeg'], longestEdge: 800 });
    expect(path).toBe(source);
  });

  it('converts types that the platform does not take', async () => {
    const { metadata, packed } = await fitted('webp', { types: ['image/jpeg'] });
    expect(metadata.format).toBe('jpeg');
    expect(packed.name).toBe('listing_001.jpg');
  });

  it('makes pictures smaller until they keep the limit of bytes', async () => {
    const { size } = await fitted('jpeg', { types: ['image/jpeg'], maxBytes: 60_000 });
    expect(size).toBeLessThanOrEqual(60_000);
  });

  it('turns a large PNG into a JPEG, which can be made smaller', async () => {
    const { size, metadata } = await fitted('png', { types: ['image/jpeg', 'image/png'], maxBytes: 80_000 });
    expect([metadata.format, size <= 80_000]).toEqual(['jpeg', true]);
  });

  it('keeps the longest edge and the type', async () => {
    const { metadata } = await fitted('png', { types: ['image/jpeg', 'image/png'], longestEdge: 300 });
    expect(metadata).toMatchObject({ format: 'png', width: 300, height: 150 });
  });

  it('gives the same file again', async () => {
    const limits: Limits = { types: ['image/jpeg'], longestEdge: 250 };
    const first = await fitted('jpeg', limits);
    const { mtimeMs } = await stat(first.path);
    const second = await fitted('jpeg', limits);
    expect(second.path).toBe(first.path);
    expect((await stat(second.path)).mtimeMs).toBe(mtimeMs);
  });

  it('refuses what is no picture', async () => {
    const stored = await files.add(Buffer.from('no picture'), { mediaType: 'image/webp' });
    const fit = { from: 'image/webp', to: 'image/jpeg' } as const;
    await expect(fitImage(await files.path(stored.sha256), fit)).rejects.toThrow(ImageUnfit);
  });

  it('passes on that a file is missing as trouble of this service', async () => {
    const fit = { from: 'image/jpeg', to: 'image/jpeg', maxBytes: 1 } as const;
    await expect(fitImage(await files.path('missing'), fit)).rejects.not.toThrow(ImageUnfit);
  });
});
