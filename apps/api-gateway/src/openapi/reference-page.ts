import { fileURLToPath } from 'node:url';
import type { HttpRoute } from '@estate/http';
import { etagOf } from '@estate/messaging';
import { asset, swaggerUi } from '../assets.ts';
import { openRoute } from '../routing/open-route.ts';
import { loadFile, sendFile } from '../static-file.ts';

/** Only files of this service; inline styles are allowed because Swagger UI sets them. */
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

const FILES: Record<string, () => URL> = {
  '/docs': () => asset('reference/index.html'),
  '/docs/start.js': () => asset('reference/start.js'),
  '/docs/page.css': () => asset('reference/page.css'),
  '/docs/swagger-ui.css': () => swaggerUi('swagger-ui.css'),
  '/docs/swagger-ui-bundle.js': () => swaggerUi('swagger-ui-bundle.js'),
  '/docs/favicon.png': () => swaggerUi('favicon-32x32.png'),
};

/** The reference page `/docs` and its files, which are read at the first request. */
export const referenceRoutes = (): HttpRoute[] =>
  Object.entries(FILES).map(([path, at]) => {
    let loaded: ReturnType<typeof load> | undefined;
    return openRoute(path, (request) => {
      const { file, headers } = (loaded ??= load(at()));
      return sendFile(file, request, headers);
    });
  });

function load(url: URL) {
  const file = loadFile(fileURLToPath(url));
  const etag = `W/${etagOf(file.plain.toString('base64'))}`;
  return { file, headers: { etag, 'cache-control': 'no-cache', 'content-security-policy': POLICY } };
}
