import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { FOR_FILES } from '@estate/contracts';
import type { Bytes } from '@estate/persistence';
import { isStoredName } from './domain/smaller-image.ts';

export const ATTACHMENTS_PATH = '/attachments/';

type Attachments = Pick<Bytes, 'file' | 'pass'>;

/**
 * Serves attachments, renditions and smaller images to the other services by their names, or says where their bytes are; the file only to
 * a service that asks for it.
 */
export const serveAttachments =
  (attachments: Attachments) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://internal');
    const name = pathname.slice(ATTACHMENTS_PATH.length);
    const file = search === FOR_FILES && isStoredName(name) ? await attachments.file(name) : undefined;
    if (file !== undefined) {
      response.writeHead(307, { location: pathToFileURL(file).href, 'cache-control': 'no-store' }).end();
      return;
    }
    const found = isStoredName(name) ? await attachments.pass(name) : null;
    if (!found) {
      response
        .writeHead(404, { 'content-type': 'application/json; charset=utf-8' })
        .end('{"error":"not found"}');
      return;
    }
    if ('url' in found) {
      // The address is a permission for a while, which nobody may keep.
      response.writeHead(307, { location: found.url, 'cache-control': 'no-store' }).end();
      return;
    }
    response.writeHead(200, {
      'content-type': String(found.metadata['mediaType']),
      'content-length': found.size,
      'cache-control': 'public, max-age=31536000, immutable',
    });
    await pipeline(found.stream, response).catch(unlessClosed(response));
  };

/** A client may close the connection before the end. */
const unlessClosed = (response: ServerResponse) => (error: unknown) => {
  if (!response.destroyed || !isPrematureClose(error)) throw error;
};

const isPrematureClose = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
