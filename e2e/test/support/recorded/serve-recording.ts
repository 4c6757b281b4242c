import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NONCE, SESSION, SIGNED_OUT } from './recording.ts';
import type { RecordedAnswer, Recording } from './recording.ts';

const BUILT = new URL('../../../../dist/apps/dashboard/', import.meta.url);
const MEDIA_TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const COOKIE = 'recorded=1';

/** The built dashboard with recorded answers in the place of the system. */
export interface RecordedSystem {
  url: string;
  /** Requests that no recorded answer fits. */
  missing: Set<string>;
  /** Recorded answers that nobody has asked for. */
  unused(): string[];
  close(): void;
}

/** Serves what was recorded of an account. */
export async function serveRecording(
  { policy, answers }: Recording,
  account: string,
): Promise<RecordedSystem> {
  const byRequest = new Map(
    answers.filter(({ of }) => account in of).map((answer) => [answer.request, answer]),
  );
  const unused = new Set(byRequest.keys());
  const missing = new Set<string>();
  const bundle = await readBundle();
  const server = createServer((request, response) => {
    const key = keyOf(request);
    const answer = byRequest.get(key);
    unused.delete(key);
    if (answer) sendRecorded(answer, request, { response, bundle });
    else if (isOfBundle(request)) sendFile(request, response, { policy, bundle });
    else {
      missing.add(key);
      response.writeHead(501).end();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    missing,
    unused: () => [...unused],
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const pathOf = ({ url = '/' }: IncomingMessage) => new URL(url, 'http://localhost').pathname;

function keyOf(request: IncomingMessage): string {
  const isSignedOut = SESSION.test(pathOf(request)) && request.headers.cookie !== COOKIE;
  const mark = isSignedOut && request.method === 'GET' ? SIGNED_OUT : '';
  return `${mark}${request.method ?? ''} ${request.url ?? ''}`;
}

const isOfBundle = (request: IncomingMessage) =>
  request.method === 'GET' && /^\/(?:dashboard|operator)\/(?!session$)/.test(pathOf(request));

type Bundle = ReadonlyMap<string, Buffer>;

/** Read at once: other tests build while this one runs, which takes the files away for a moment. */
async function readBundle(): Promise<Bundle> {
  const entries = await readdir(BUILT, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(fileURLToPath(BUILT), join(entry.parentPath, entry.name)));
  const files = paths.map(async (path) => [path, await readFile(new URL(path, BUILT))] as const);
  return new Map(await Promise.all(files));
}

function sendRecorded(
  { request: key, status, mediaType, body }: RecordedAnswer,
  request: IncomingMessage,
  { response, bundle }: { response: ServerResponse; bundle: Bundle },
): void {
  const isImage = mediaType.startsWith('image/');
  response.writeHead(status, {
    'content-type': isImage ? 'image/svg+xml' : mediaType,
    'cache-control': 'no-store',
    // A form sends it back.
    etag: '"recorded"',
    ...(key.startsWith('POST') && SESSION.test(pathOf(request)) && { 'set-cookie': `${COOKIE}; Path=/` }),
  });
  // Each image is the mark of the dashboard: the recording keeps none.
  if (isImage) response.end(bundle.get('mark.svg'));
  else response.end(body === undefined ? undefined : JSON.stringify(body));
}

/** A file of the bundle, or the page that all addresses below its base have. */
function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { policy, bundle }: { policy: string; bundle: Bundle },
): void {
  const path = pathOf(request);
  const mediaType = MEDIA_TYPES[extname(path)];
  if (mediaType !== undefined) {
    const caching = 'public, max-age=31536000, immutable';
    const file = bundle.get(path.slice('/dashboard/'.length));
    response.writeHead(file ? 200 : 404, { 'content-type': mediaType, 'cache-control': caching });
    response.end(file);
    return;
  }
  const page = path.startsWith('/operator/') ? 'operator.html' : 'index.html';
  const html = bundle.get(page)?.toString() ?? '';
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
  response.end(html.replaceAll('__STYLE_NONCE__', NONCE).replaceAll('__PEOPLE_SIGN_IN_URL__', ''));
}
