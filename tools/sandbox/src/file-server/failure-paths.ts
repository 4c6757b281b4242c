import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Express } from 'express';
import type { MediaLibrary } from './media-library.ts';

const HUGE_BYTES = 17_000_000;
const CHUNK_BYTES = 100_000;
const SLOW_PIECES = 60;
const SLOW_PAUSE_MS = 500;

/** Addresses that fail like hosts of attachments; each with a sentence for the index. */
export const FAILURE_PATHS: Readonly<Record<string, string>> = {
  '/missing.jpg': '404',
  '/error-500': '500',
  '/huge.jpg': '17 MB without a length',
  '/html-as-image.jpg': 'an HTML page with the content type of a JPEG',
  '/broken.jpg': 'a truncated JPEG',
  '/slow.jpg': 'a JPEG that takes half a minute',
  '/redirect?to=/photos/facade.jpg': 'a redirect to any address',
};

function* huge(): Generator<Buffer> {
  const start = Buffer.alloc(CHUNK_BYTES);
  start.set([0xff, 0xd8, 0xff, 0xe0]);
  yield start;
  for (let sent = CHUNK_BYTES; sent < HUGE_BYTES; sent += CHUNK_BYTES) yield Buffer.alloc(CHUNK_BYTES, 0x5a);
}

async function* dripping(bytes: Buffer): AsyncGenerator<Buffer> {
  const piece = Math.ceil(bytes.length / SLOW_PIECES);
  for (let at = 0; at < bytes.length; at += piece) {
    yield bytes.subarray(at, at + piece);
    await sleep(SLOW_PAUSE_MS, undefined, { ref: false });
  }
}

const leftEarly = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Adds the failing addresses. */
export function addFailurePaths(app: Express, library: MediaLibrary): void {
  const facade = async (): Promise<Buffer> =>
    (await library.get('photos/facade.jpg', 1))?.bytes ?? Buffer.alloc(0);
  const send = async (source: Readable, response: NodeJS.WritableStream): Promise<void> => {
    await pipeline(source, response).catch((error: unknown) => {
      if (!leftEarly(error)) throw error; // the client may hang up whenever it likes
    });
  };
  app.get('/missing.jpg', (_request, response) => void response.status(404).send('not found'));
  app.get('/error-500', (_request, response) => void response.status(500).send('internal error'));
  app.get('/huge.jpg', (_request, response) => send(Readable.from(huge()), response.type('image/jpeg')));
  app.get('/slow.jpg', async (_request, response) => {
    await send(Readable.from(dripping(await facade())), response.type('image/jpeg'));
  });
  app.get('/html-as-image.jpg', (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<!doctype html><p>Please log in.</p>');
  });
  app.get('/broken.jpg', async (_request, response) => {
    const bytes = await facade();
    response.type('image/jpeg').send(bytes.subarray(0, bytes.length / 2));
  });
  app.get('/redirect', (request, response) => {
    const { to } = request.query;
    response.redirect(typeof to === 'string' ? to : '/photos/facade.jpg');
  });
}
