import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ATTACHMENT_SIZES_HEADER } from '@estate/contracts';
import type { Bytes, BytesToPass } from '@estate/persistence';
import { isStoredName } from './domain/smaller-image.ts';

export const ATTACHMENTS_PATH = '/attachments/';

/** In one answer. */
const NAMES_MAX = 32;
/** A larger attachment is asked for alone, so that nobody has to keep much of it in memory. */
const TOGETHER_BYTES_MAX = 2_000_000;

type Attachments = Pick<Bytes, 'pass'>;

/** Serves attachments, renditions and smaller images to the other services by their names, or says where their bytes are. */
export const serveAttachments =
  (attachments: Attachments) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const name = new URL(request.url ?? '/', 'http://internal').pathname.slice(ATTACHMENTS_PATH.length);
    if (name.includes(',')) {
      await serveTogether(name.split(',').slice(0, NAMES_MAX), attachments, response);
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

/**
 * The bytes of several attachments one after the other, with their sizes in a header. Those that are missing, large, or served by
 * their store itself are left out: each of them has to be asked for alone.
 */
async function serveTogether(
  names: readonly string[],
  attachments: Attachments,
  response: ServerResponse,
): Promise<void> {
  const found = await Promise.all(
    names.map(async (name) => (isStoredName(name) ? sentTogether(await attachments.pass(name)) : undefined)),
  );
  const sent = found.filter((one) => one !== undefined);
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': sent.reduce((sum, { size }) => sum + size, 0),
    [ATTACHMENT_SIZES_HEADER]: found.map((one) => one?.size ?? '-').join(','),
  });
  const streams = sent.map(({ stream }) => stream);
  try {
    await pipeline(oneAfterTheOther(streams), response).catch(unlessClosed(response));
  } finally {
    for (const stream of streams) stream.destroy();
  }
}

function sentTogether(found: BytesToPass | null): { size: number; stream: Readable } | undefined {
  if (found === null || 'url' in found) return undefined;
  const { size, stream } = found;
  if (size > 0 && size <= TOGETHER_BYTES_MAX) return { size, stream };
  stream.destroy();
  return undefined;
}

async function* oneAfterTheOther(streams: readonly Readable[]): AsyncGenerator<Buffer> {
  for (const stream of streams) yield* stream;
}

/** A client may close the connection before the end. */
const unlessClosed = (response: ServerResponse) => (error: unknown) => {
  if (!response.destroyed || !isPrematureClose(error)) throw error;
};

const isPrematureClose = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
