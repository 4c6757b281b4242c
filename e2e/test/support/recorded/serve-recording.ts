import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
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
  const server = createServer((request, response) => {
    const key = keyOf(request);
    const answer = byRequest.get(key);
    unused.delete(key);
    if (answer) void sendRecorded(answer, request, response);
    else if (isOfBundle(request)) void sendFile(request, response, policy);
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

async function sendRecorded(
  { request: key, status, mediaType, body }: RecordedAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isImage = mediaType.startsWith('image/');
  response.writeHead(status, {
    'content-type': isImage ? 'image/svg+xml' : mediaType,
    'cache-control': 'no-store',
    // A form sends it back.
    etag: '"recorded"',
    ...(key.startsWith('POST') && SESSION.test(pathOf(request)) && { 'set-cookie': `${COOKIE}; Path=/` }),
  });
  // Each image is the mark of the dashboard: the recording keeps none.
  if (isImage) response.end(await readFile(new URL('mark.svg', BUILT)));
  else response.end(body === undefined ? undefined : JSON.stringify(body));
}

/** A file of the bundle, or the page that all addresses below its base have. */
async function sendFile(request: IncomingMessage, response: ServerResponse, policy: string): Promise<void> {
  const path = pathOf(request);
  const mediaType = MEDIA_TYPES[extname(path)];
  if (mediaType !== undefined) {
    const caching = 'public, max-age=31536000, immutable';
    response.writeHead(200, { 'content-type': mediaType, 'cache-control': caching });
    response.end(await readFile(new URL(path.slice('/dashboard/'.length), BUILT)));
    return;
  }
  const page = path.startsWith('/operator/') ? 'operator.html' : 'index.html';
  const html = await readFile(new URL(page, BUILT), 'utf8');
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
  response.end(html.replaceAll('__STYLE_NONCE__', NONCE).replaceAll('__PEOPLE_SIGN_IN_URL__', ''));
}
