import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Bytes } from '@estate/persistence';

export const ATTACHMENTS_PATH = '/attachments/';

const SHA256 = /^[0-9a-f]{64}$/;

/** Serves attachments to the other services by their SHA-256. */
export const serveAttachments =
  (attachments: Pick<Bytes, 'read'>) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const name = new URL(request.url ?? '/', 'http://internal').pathname.slice(ATTACHMENTS_PATH.length);
    const found = SHA256.test(name) ? await attachments.read(name) : null;
    if (!found) {
      response
        .writeHead(404, { 'content-type': 'application/json; charset=utf-8' })
        .end('{"error":"not found"}');
      return;
    }
    response.writeHead(200, {
      'content-type': String(found.metadata['mediaType']),
      'content-length': found.size,
      'cache-control': 'public, max-age=31536000, immutable',
    });
    await pipeline(found.stream, response).catch((error: unknown) => {
      if (!response.destroyed || !isPrematureClose(error)) throw error;
    });
  };

/** The client closed the connection before the end. */
const isPrematureClose = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
