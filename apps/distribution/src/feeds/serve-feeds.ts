import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FEEDS_PATH, FEED_DOCUMENTS } from '@estate/contracts';
import type { FeedDocument } from '@estate/contracts';
import type { Vault } from '@estate/vault';
import send from 'send';
import { AttachmentLost, leave, piecesOf } from '../attachments/attachment-bytes.ts';
import type { AttachmentBytes } from '../attachments/attachment-bytes.ts';
import type { FeedTarget } from '../domain/target.ts';
import { isSigned, photoIn } from '../platforms/feed/photo-address.ts';
import type { PlatformTools } from '../platforms/platform.ts';
import type { FeedStore } from '../stores/feed-store.ts';
import { etagOf } from './feed-files.ts';
import type { FeedFile, FeedFiles } from './feed-files.ts';
import type { FetchLimit } from './fetch-limit.ts';

/** A document that was sent, and to whom. */
export interface Fetched {
  target: FeedTarget;
  document: FeedDocument;
  file: FeedFile;
  address?: string;
  userAgent?: string;
}

interface Serving {
  feeds: Pick<FeedStore, 'find' | 'findByToken' | 'isAnyNew'>;
  files: Pick<FeedFiles, 'get'>;
  limit: Pick<FetchLimit, 'spend'>;
  attachment: PlatformTools['attachment'];
  vault: Pick<Vault, 'open'>;
  /** A document was sent to its end. */
  onFetched(fetched: Fetched): Promise<void>;
}

/** Serves the documents of feeds by the hashes of their tokens, and photos by their signed addresses. */
export const serveFeeds =
  (serving: Serving) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://internal').pathname.slice(FEEDS_PATH.length);
    const [, inPhotos] = /^photos\/(.+)$/.exec(path) ?? [];
    if (inPhotos !== undefined) await servePhoto(inPhotos, { request, response }, serving);
    else await serveDocument(path, { request, response }, serving);
  };

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

async function serveDocument(path: string, exchange: Exchange, serving: Serving): Promise<void> {
  const [tokenHash = '', name = ''] = path.split('/');
  const document = FEED_DOCUMENTS.find((known) => known === name);
  const target = document && (await serving.feeds.findByToken(tokenHash));
  if (!target) {
    notFound(exchange.response);
    return;
  }
  const waitSeconds = serving.limit.spend(target.id);
  if (waitSeconds === 0) await sendDocument({ target, document }, exchange, serving);
  else exchange.response.writeHead(429, { 'retry-after': String(waitSeconds) }).end();
}

async function sendDocument(
  { target, document }: { target: FeedTarget; document: FeedDocument },
  { request, response }: Exchange,
  { feeds, files, onFetched }: Serving,
): Promise<void> {
  const isGzip = document !== 'openimmo.zip' && acceptsGzip(request);
  const headers = {
    ...HEADERS[document],
    ...{ 'cache-control': 'private, no-cache', vary: 'accept-encoding' },
    etag: etagOf(target, document, isGzip),
    ...(isGzip && { 'content-encoding': 'gzip' }),
  };
  // After a crash the fetch of what a reader already has may not be noted: it is sent once more.
  if (knows(request, headers.etag) && !(await feeds.isAnyNew(target.id))) {
    response.writeHead(304, headers).end();
    return;
  }
  const file = await files.get(target, document, isGzip);
  // It was compared above.
  delete request.headers['if-none-match'];
  await sendFile(file.path, headers, { request, response });
  if (request.method !== 'GET' || !isSentToItsEnd(response, file)) return;
  await onFetched({ target, document, file, ...readerOf(request) });
}

const USER_AGENT_LENGTH = 200;

function readerOf({ headers }: IncomingMessage): Pick<Fetched, 'address' | 'userAgent'> {
  const { 'user-agent': userAgent, 'x-forwarded-for': address } = headers;
  return {
    ...(typeof address === 'string' && { address }),
    ...(userAgent !== undefined && { userAgent: userAgent.slice(0, USER_AGENT_LENGTH) }),
  };
}

const HEADERS: Record<FeedDocument, Record<string, string>> = {
  'openimmo.xml': { 'content-type': 'application/xml; charset=utf-8' },
  'openimmo.zip': { 'content-type': 'application/zip' },
  'properties.json': { 'content-type': 'application/ld+json; charset=utf-8' },
};

/** The address changes with the photo. */
const FOREVER = 'public, max-age=31536000, immutable';

async function servePhoto(
  path: string,
  exchange: Exchange,
  { feeds, attachment, vault }: Serving,
): Promise<void> {
  const photo = photoIn(path);
  const target = photo && (await feeds.find(photo.targetId));
  if (!photo || !target || !isSigned(photo, vault.open(target.feed.sealedPhotoKey, target.id))) {
    notFound(exchange.response);
    return;
  }
  const { mediaType, sha256 } = photo;
  const headers = { 'content-type': mediaType, etag: `"${sha256}"`, 'cache-control': FOREVER };
  if (knows(exchange.request, headers.etag)) {
    exchange.response.writeHead(304, headers).end();
    return;
  }
  const bytes = await attachment(sha256).catch(unlessLost);
  if (!bytes) gone(exchange.response);
  else if (exchange.response.destroyed) leave(bytes);
  else await sendBytes(bytes, headers, exchange);
}

function unlessLost(error: unknown): undefined {
  if (!(error instanceof AttachmentLost)) throw error;
}

async function sendBytes(
  bytes: AttachmentBytes,
  headers: Record<string, string>,
  { request, response }: Exchange,
): Promise<void> {
  const { size } = bytes;
  response.writeHead(200, { ...headers, 'content-length': size });
  try {
    if (request.method === 'HEAD') response.end();
    else await pipeline(Readable.from(piecesOf({ size, open: () => Promise.resolve(bytes) })), response);
  } catch (error) {
    // The reader closed the connection before the end.
    if (response.errored !== null) throw error;
  } finally {
    leave(bytes);
  }
}

/** The address was right, so that whoever asks for a former photo does not guess. */
function gone(response: ServerResponse): void {
  response.writeHead(410, { 'content-type': 'application/json; charset=utf-8' }).end('{"error":"gone"}');
}

/** An unknown token, an unknown document and a feed that has ended look the same. */
function notFound(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/json; charset=utf-8' }).end('{"error":"not found"}');
}

const acceptsGzip = ({ headers }: IncomingMessage): boolean =>
  (headers['accept-encoding'] ?? '').split(',').some((one) => {
    const [coding, weight] = one.split(';').map((part) => part.trim());
    return coding === 'gzip' && weight !== 'q=0';
  });

/** Known before the document is made. */
const knows = ({ headers }: IncomingMessage, etag: string): boolean =>
  (headers['if-none-match'] ?? '')
    .split(',')
    .some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));

/** Answers with the file, or the range of it that was asked for. Resolves when the answer has ended, however it did. */
async function sendFile(
  path: string,
  headers: Record<string, string>,
  { request, response }: Exchange,
): Promise<void> {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const options = { dotfiles: 'allow', etag: false, lastModified: false, cacheControl: false } as const;
  if (response.destroyed) return;
  const closed = once(response, 'close');
  send(request, encodeURI(path), options).pipe(response);
  await closed;
}

/** The whole, or a range that ends where the document does: a reader that goes on with what it has. */
function isSentToItsEnd(response: ServerResponse, { size }: FeedFile): boolean {
  if (!response.writableFinished) return false;
  const range = String(response.getHeader('content-range') ?? '');
  return (
    response.statusCode === 200 ||
    (response.statusCode === 206 && range.endsWith(`-${String(size - 1)}/${String(size)}`))
  );
}
