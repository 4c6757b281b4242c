import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { FOR_FILES } from '@estate/contracts';
import type { BytesToPass } from '@estate/persistence';
import { afterEach, describe, expect, it } from 'vitest';
import { serveAttachments } from './attachments-http.ts';

const NAME = 'a'.repeat(64);
let server: Server | undefined;
afterEach(() => server?.close());

async function fetched(passed: BytesToPass | null, file?: string, query = ''): Promise<Response> {
  const serve = serveAttachments({ pass: () => Promise.resolve(passed), file: () => Promise.resolve(file) });
  server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/attachments/${NAME}${query}`, { redirect: 'manual' });
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

  it('the bytes of an attachment are referred to in their file only for a service that asks for it', async () => {
    const about = { size: 5, metadata: { mediaType: 'image/png' } };
    const stream = () => Readable.from([Buffer.from('bytes')]);
    const file = '/bytes/ab/a name';
    const referred = await fetched({ ...about, stream: stream() }, file, FOR_FILES);
    expect([referred.status, referred.headers.get('location')]).toEqual([307, 'file:///bytes/ab/a%20name']);
    server?.close();
    const sent = await fetched({ ...about, stream: stream() }, file);
    expect([sent.status, await sent.text()]).toEqual([200, 'bytes']);
    server?.close();
    // The store has no files.
    expect(await (await fetched({ ...about, stream: stream() }, undefined, FOR_FILES)).text()).toBe('bytes');
  });
});
