import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { BytesToPass } from '@estate/persistence';
import { afterEach, describe, expect, it } from 'vitest';
import { serveAttachments } from './attachments-http.ts';

const NAME = 'a'.repeat(64);
let server: Server | undefined;
afterEach(() => server?.close());

const fetched = (passed: BytesToPass | null): Promise<Response> => fetchedOf(NAME, () => passed);

async function fetchedOf(names: string, pass: (name: string) => BytesToPass | null): Promise<Response> {
  const serve = serveAttachments({ pass: (name) => Promise.resolve(pass(name)) });
  server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/attachments/${names}`, { redirect: 'manual' });
}

describe('the bytes of an attachment', () => {
  it('the bytes of an attachment are served by the catalog, or where its store gives an address for them', async () => {
    const about = { size: 5, metadata: { mediaType: 'image/png' } };
    const own = await fetched({ ...about, stream: Readable.from([Buffer.from('bytes')]) });
    expect(own.headers.get('content-type')).toBe('image/png');
    expect(await own.text()).toBe('bytes');
    server?.close();
    const elsewhere = await fetched({ ...about, url: 'https://s3.example.org/b/x?signed=1' });
    expect(elsewhere.status).toBe(307);
    expect(elsewhere.headers.get('location')).toBe('https://s3.example.org/b/x?signed=1');
    expect(elsewhere.headers.get('cache-control')).toBe('no-store');
    server?.close();
    expect((await fetched(null)).status).toBe(404);
  });

  it('the bytes of several attachments are served together, except for those that have to be asked for alone', async () => {
    const about = { metadata: { mediaType: 'image/png' } };
    const streams = [Readable.from([Buffer.from('first')]), Readable.from([Buffer.alloc(3_000_000)])];
    const known: Record<string, BytesToPass> = {
      a: { ...about, size: 5, stream: streams[0] ?? Readable.from([]) },
      b: { ...about, size: 3_000_000, stream: streams[1] ?? Readable.from([]) },
      c: { ...about, size: 9, url: 'https://s3.example.org/b/x?signed=1' },
      e: { ...about, size: 6, stream: Readable.from([Buffer.from('la'), Buffer.from('st.!')]) },
    };
    const names = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(64)).join(',');
    const answer = await fetchedOf(`${names},not-a-name`, ([letter = '']) => known[letter] ?? null);
    expect(answer.headers.get('attachment-sizes')).toBe('5,-,-,-,6,-');
    expect(await answer.text()).toBe('firstlast.!');
    expect(streams.every(({ destroyed }) => destroyed)).toBe(true);
  });
});
