import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Unavailable } from '@estate/errors';
import { afterEach, describe, expect, it } from 'vitest';
import { PackageUploads } from './package-uploads.ts';

const ACCOUNT = 'd1a2b3c4e5f6g7h8i9j0';
let importer: Server;

afterEach(() => {
  importer.closeAllConnections();
  importer.close();
});

async function start(answer: RequestListener): Promise<PackageUploads> {
  importer = createServer(answer);
  await once(importer.listen(0, '127.0.0.1'), 'listening');
  const { port } = importer.address() as AddressInfo;
  return new PackageUploads({ importerUrl: `http://127.0.0.1:${String(port)}` });
}

describe('the upload of a package', () => {
  it('the upload of a package reaches the importer whole', async () => {
    const received: string[] = [];
    const uploads = await start(
      (request, response) =>
        void buffer(request).then((bytes) => {
          received.push(`${request.method ?? ''} ${request.url ?? ''} ${bytes.toString()}`);
          response.writeHead(201).end(JSON.stringify({ packageName: 'p', sizeBytes: bytes.length }));
        }),
    );
    expect(await uploads.store(ACCOUNT, Readable.from([Buffer.from('abc'), Buffer.from('d')]))).toEqual({
      packageName: 'p',
      sizeBytes: 4,
    });
    expect(received).toEqual([`PUT /packages/${ACCOUNT} abcd`]);
  });

  it('the upload of a package whose caller has gone before it began fails at once', async () => {
    const uploads = await start((request) => void request.resume());
    const body = Readable.from([Buffer.from('abc')]);
    body.destroy();
    await once(body, 'close');
    await expect(uploads.store(ACCOUNT, body)).rejects.toThrow(Unavailable);
  });

  it('the upload of a package fails as unavailable when the importer answers what it should not', async () => {
    const uploads = await start((request, response) => {
      request.resume();
      response.writeHead(500).end('<html>');
    });
    await expect(uploads.store(ACCOUNT, Readable.from([Buffer.from('abc')]))).rejects.toThrow(Unavailable);
  });

  it('the upload of a package that is refused before it has ended frees its connection', async () => {
    const uploads = await start((_request, response) => {
      const refusal = { code: 'body-too-large', message: 'The package is too large.' };
      response.writeHead(413).end(JSON.stringify(refusal));
    });
    const closed = new Promise((resolve) => {
      importer.once('connection', (socket) => socket.once('close', resolve));
    });
    const body = new PassThrough();
    body.write('the first bytes');
    await expect(uploads.store(ACCOUNT, body)).rejects.toMatchObject({ status: 413 });
    await closed;
  });
});
