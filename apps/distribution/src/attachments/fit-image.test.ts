import { readFile } from 'node:fs/promises';
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
  const source = await readFile(await files.path(stored.sha256));
  const bytes = packed.fit === undefined ? source : await fitImage(source, packed.fit);
  return { bytes, source, packed, size: bytes.length, metadata: await sharp(bytes).metadata() };
}

describe('fitting pictures to a platform', () => {
  it('a picture that suits the platform is sent as it is', async () => {
    const { bytes, source } = await fitted('jpeg', { types: ['image/jpeg'], longestEdge: 800 });
    expect(bytes).toBe(source);
  });

  it('a picture of a type that the platform does not take is converted', async () => {
    const { metadata, packed } = await fitted('webp', { types: ['image/jpeg'] });
    expect(metadata.format).toBe('jpeg');
    expect(packed.name).toBe('listing_001.jpg');
  });

  it('a picture is reduced until it is within the limit of bytes', async () => {
    const { size } = await fitted('jpeg', { types: ['image/jpeg'], maxBytes: 60_000 });
    expect(size).toBeLessThanOrEqual(60_000);
  });

  it('a large PNG becomes a JPEG, which can be reduced', async () => {
    const { size, metadata } = await fitted('png', { types: ['image/jpeg', 'image/png'], maxBytes: 80_000 });
    expect([metadata.format, size <= 80_000]).toEqual(['jpeg', true]);
  });

  it('a picture is reduced to the longest edge and keeps its type', async () => {
    const { metadata } = await fitted('png', { types: ['image/jpeg', 'image/png'], longestEdge: 300 });
    expect(metadata).toMatchObject({ format: 'png', width: 300, height: 150 });
  });

  it('a file that is no picture is refused', async () => {
    const fit = { from: 'image/webp', to: 'image/jpeg' } as const;
    await expect(fitImage(Buffer.from('no picture'), fit)).rejects.toThrow(ImageUnfit);
  });
});
