import { randomBytes } from 'node:crypto';
import { HttpRefusal, route } from '@estate/http';
import type { HttpAnswer, HttpHead, HttpRoute } from '@estate/http';
import { loadPageFiles } from './page-files.ts';
import type { PageFile } from './page-files.ts';

const BASE = '/dashboard/';
/** Stands in the page where the number used once belongs. */
const NONCE_MARK = '__STYLE_NONCE__';

/** Scripts, styles and calls are those of this service; the one style that the page makes itself carries the nonce. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');

/** The dashboard and its files; an address of one of its pages is answered with the page that draws it. */
export function pageRoutes(load: () => ReadonlyMap<string, PageFile> = loadPageFiles): HttpRoute[] {
  let files: ReadonlyMap<string, PageFile> | undefined;
  const open = { method: 'GET' as const, admit: () => Promise.resolve(undefined) };
  return [
    route({
      ...open,
      path: `${BASE}{*path}`,
      handle: async (request) => {
        files ??= load();
        return Promise.resolve(answer(files, request));
      },
    }),
    route({
      ...open,
      path: '/dashboard',
      handle: () => Promise.resolve({ status: 302, headers: { location: BASE } }),
    }),
  ];
}

function answer(files: ReadonlyMap<string, PageFile>, request: HttpHead): HttpAnswer {
  const path = new URL(`http://localhost${request.url}`).pathname.slice(BASE.length);
  const file = path === '' ? undefined : files.get(path);
  if (file && path !== 'index.html') return fileAnswer(file, path, request);
  const index = files.get('index.html');
  // A script of an earlier build is gone; a page in its place would only hide that.
  if (!index || path.startsWith('assets/')) throw missing(request.url, index !== undefined);
  return indexAnswer(index, request);
}

function fileAnswer(file: PageFile, path: string, request: HttpHead): HttpAnswer {
  const lasting = path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  return packed(file, request, { 'cache-control': lasting });
}

function indexAnswer({ plain, mediaType }: PageFile, request: HttpHead): HttpAnswer {
  const nonce = randomBytes(16).toString('base64url');
  const page = Buffer.from(plain.toString('utf8').replaceAll(NONCE_MARK, nonce));
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': policy(nonce),
    'referrer-policy': 'same-origin',
  };
  return packed({ plain: page, packed: page, mediaType }, request, headers);
}

function packed(file: PageFile, { headers: asked }: HttpHead, headers: Record<string, string>): HttpAnswer {
  const takesPacked = /\bgzip\b/.test(asked['accept-encoding'] ?? '') && file.packed !== file.plain;
  return {
    status: 200,
    raw: { mediaType: file.mediaType, body: takesPacked ? file.packed : file.plain },
    headers: { vary: 'accept-encoding', ...headers, ...(takesPacked && { 'content-encoding': 'gzip' }) },
  };
}

const missing = (url: string, built: boolean): HttpRefusal =>
  new HttpRefusal({
    status: 404,
    code: 'path-unknown',
    message: built ? `The path ${url} does not exist.` : 'The dashboard is not part of this installation.',
  });
