import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEDIA_NAMES } from './media-library.ts';
import { pdfExpose } from './pdf-expose.ts';
import { startFileServer } from './start-file-server.ts';
import type { WebServer } from '../web-server.ts';

describe('the file server', () => {
  let server: WebServer;
  beforeAll(async () => {
    server = await startFileServer({ port: 0 });
  });
  afterAll(() => server.close());

  const get = (path: string, init: RequestInit = {}): Promise<Response> => fetch(server.url + path, init);
  const bytes = async (path: string): Promise<Buffer> => Buffer.from(await (await get(path)).arrayBuffer());

  it.each(MEDIA_NAMES.filter((name) => !name.endsWith('.pdf')))(
    'the file %s is a picture of the type that its name says',
    async (name) => {
      const answer = await get(name);
      const { format, width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect(answer.headers.get('content-type')).toBe(`image/${format}`);
      expect(width).toBeGreaterThanOrEqual(1200);
    },
  );

  it('a variant is a picture of its own with the same bytes each time', async () => {
    const other = await bytes('photos/facade.jpg?n=17');
    expect(other.equals(await bytes('photos/facade.jpg'))).toBe(false);
    const second = await startFileServer({ port: 0 });
    const again = Buffer.from(await (await fetch(`${second.url}photos/facade.jpg?n=17`)).arrayBuffer());
    await second.close();
    expect(other.equals(again)).toBe(true);
    expect((await get('photos/facade.jpg?n=x')).status).toBe(400);
  });

  it('a client that has the file gets 304', async () => {
    const first = await get('documents/expose.pdf');
    await first.arrayBuffer();
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('last-modified')).toBeTruthy();
    // "no-cache" of fetch's default would ask past the copy.
    const again = await get('documents/expose.pdf', {
      headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
  });

  it('the cross-reference table of the PDF points at its objects', () => {
    const text = pdfExpose(3).toString('latin1');
    const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    expect(text.slice(start, start + 4)).toBe('xref');
    const offsets = [...text.slice(start).matchAll(/(\d{10}) 00000 n/g)].map((match) => Number(match[1]));
    expect(offsets.map((offset, index) => text.startsWith(`${index + 1} 0 obj`, offset))).toEqual(
      Array(5).fill(true),
    );
  });

  it('the failing addresses fail in the ways of attachment hosts', async () => {
    expect((await get('missing.jpg')).status).toBe(404);
    expect((await get('error-500')).status).toBe(500);
    const disguised = await get('html-as-image.jpg');
    expect(disguised.headers.get('content-type')).toBe('image/jpeg');
    expect(await disguised.text()).toContain('<!doctype html>');
    const huge = await get('huge.jpg');
    expect(huge.headers.get('content-length')).toBeNull();
    expect((await huge.arrayBuffer()).byteLength).toBe(17_000_000);
    await expect(
      sharp(await bytes('broken.jpg'), { failOn: 'truncated' })
        .raw()
        .toBuffer(),
    ).rejects.toThrow();
    const moved = await get('redirect?to=/missing.jpg', { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/missing.jpg']);
    const slow = await get('slow.jpg', { signal: AbortSignal.timeout(5000) });
    const first = await slow.body?.getReader().read();
    expect(first?.value?.subarray(0, 2)).toEqual(new Uint8Array([0xff, 0xd8]));
  });

  it('uploaded bytes are served', async () => {
    const headers = { 'content-type': 'image/gif' };
    await get('files/own.gif', { method: 'PUT', body: Buffer.from('GIF89a'), headers });
    const answer = await get('files/own.gif');
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual(['image/gif', 'GIF89a']);
    const tooLarge = await get('files/large', { method: 'PUT', body: Buffer.alloc(21_000_000) });
    expect(tooLarge.status).toBe(413);
  });
});
