import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { route } from '@estate/http';
import type { HttpAnswer, HttpHead, HttpRoute } from '@estate/http';
import { etagOf } from '@estate/messaging';
import { asset, swaggerUi } from '../assets.ts';

/** Everything comes from this service; styles may be set on elements because the page draws itself. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

interface File {
  path: string;
  mediaType: string;
  at: () => URL;
}

const FILES: readonly File[] = [
  { path: '/docs', mediaType: HTML, at: () => asset('reference/index.html') },
  { path: '/docs/start.js', mediaType: SCRIPT, at: () => asset('reference/start.js') },
  { path: '/docs/page.css', mediaType: STYLE, at: () => asset('reference/page.css') },
  { path: '/docs/swagger-ui.css', mediaType: STYLE, at: () => swaggerUi('swagger-ui.css') },
  { path: '/docs/swagger-ui-bundle.js', mediaType: SCRIPT, at: () => swaggerUi('swagger-ui-bundle.js') },
  { path: '/docs/favicon.png', mediaType: 'image/png', at: () => swaggerUi('favicon-32x32.png') },
];

/** The reference page `/docs` and its files, read once they are asked for; it calls nothing but this service. */
export const referenceRoutes = (): HttpRoute[] => FILES.map(fileRoute);

function fileRoute({ path, mediaType, at }: File): HttpRoute {
  let loaded: Loaded | undefined;
  return route({
    method: 'GET',
    path,
    admit: () => Promise.resolve(undefined),
    handle: (request) => {
      loaded ??= load(at());
      return Promise.resolve(answer(loaded, mediaType, request));
    },
  });
}

interface Loaded {
  plain: Buffer;
  packed: Buffer;
  etag: string;
}

function load(file: URL): Loaded {
  const plain = readFileSync(file);
  return { plain, packed: gzipSync(plain), etag: `W/${etagOf(plain.toString('base64'))}` };
}

function answer({ plain, packed, etag }: Loaded, mediaType: string, { headers }: HttpHead): HttpAnswer {
  const takesPacked = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
  return {
    status: 200,
    raw: { mediaType, body: takesPacked ? packed : plain },
    headers: {
      etag,
      vary: 'accept-encoding',
      'cache-control': 'no-cache',
      'content-security-policy': POLICY,
      ...(takesPacked && { 'content-encoding': 'gzip' }),
    },
  };
}
