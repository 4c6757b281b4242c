import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HttpRefusal } from '@estate/http';
import type { HttpAnswer, HttpHead, HttpRoute } from '@estate/http';
import { asset } from '../../assets.ts';
import type { OpenedLinks } from '../access/opened-links.ts';
import { escaped } from './html.ts';
import { openRoute } from '../routing/open-route.ts';
import { pageFiles, withLinks } from './page-files.ts';
import type { PageFiles } from './page-files.ts';
import { isPacked, loadFile, sendFile } from './static-file.ts';
import type { StaticFile } from './static-file.ts';

/** A single-page application: all addresses below its base return its HTML file. */
interface App {
  base: string;
  page: string;
}

const DASHBOARD: App = { base: '/dashboard/', page: 'index.html' };
/** The console of the operators; its scripts are files of the dashboard. */
const CONSOLE: App = { base: '/operator/', page: 'operator.html' };
/** The paths of dashboard link pages, which may be shown in frames of the origins that the link names. */
const LINK_PATH = /^link\/(\w+)(?:\/|$)/;
/** The build's list of each page's files. */
const PAGES = 'pages.json';
/** Files in `assets/` never change, because their names contain a hash. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** The logo, which a page shows twice and the browser loads once. */
const FOR_AN_HOUR = 'public, max-age=3600';
/** The placeholder for the nonce in the page. */
const NONCE_MARK = '__STYLE_NONCE__';
/** The placeholder in the page for the sign-in address of users. */
const PEOPLE_MARK = '__PEOPLE_SIGN_IN_URL__';

/** Allows scripts, styles and calls of this service only; the style that the page creates has the nonce. */
const policy = (nonce: string, ancestors: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors.length === 0 ? "'none'" : ancestors.join(' ')}`,
    "object-src 'none'",
  ].join('; ');

interface PageSettings {
  /** The sign-in address of users, if there is one. */
  peopleSignInUrl: string | undefined;
  links: Pick<OpenedLinks, 'embedOriginsOf'>;
  load?: () => ReadonlyMap<string, StaticFile>;
}

/** The routes of the dashboard with its files, and of the console. */
export function pageRoutes({ peopleSignInUrl, links, load = loadPageFiles }: PageSettings): HttpRoute[] {
  let loaded: Pick<Served, 'files' | 'filesOf'> | undefined;
  const files = () => (loaded ??= served(withAddress(load(), peopleSignInUrl)));
  return [DASHBOARD, CONSOLE].flatMap((app) => [
    openRoute(`${app.base}{*path}`, (request) => answer(app, { ...files(), links }, request)),
    openRoute(app.base.slice(0, -1), () => ({ status: 302, headers: { location: app.base } })),
  ]);
}

interface Served extends Pick<PageSettings, 'links'> {
  files: ReadonlyMap<string, StaticFile>;
  filesOf: PageFiles;
}

const served = (files: ReadonlyMap<string, StaticFile>): Pick<Served, 'files' | 'filesOf'> => ({
  files,
  filesOf: pageFiles(files.get(PAGES)?.plain.toString('utf8') ?? '[]'),
});

async function answer(app: App, { files, filesOf, links }: Served, request: HttpHead): Promise<HttpAnswer> {
  const path = new URL(`http://localhost${request.url}`).pathname.slice(app.base.length);
  const file = app === DASHBOARD ? files.get(path) : undefined;
  if (file && !path.endsWith('.html')) {
    const lasting = path.startsWith('assets/') ? FOR_EVER : FOR_AN_HOUR;
    return sendFile(file, request, { 'cache-control': lasting });
  }
  const index = files.get(app.page);
  // A page in place of a script of an earlier build would hide that the script no longer exists.
  if (!index || path.startsWith('assets/')) throw missing(request.url, index !== undefined);
  if (app === CONSOLE) return indexAnswer(index, request, {});
  const linkId = LINK_PATH.exec(path)?.[1];
  const needed = filesOf(path.replace(LINK_PATH, ''));
  const ancestors = linkId === undefined ? [] : await links.embedOriginsOf(linkId);
  return indexAnswer(index, request, { needed, ancestors });
}

interface PageAsked {
  /** The additional files of the page at this address. */
  needed?: readonly string[];
  /** The origins whose frames may show the page. */
  ancestors?: readonly string[];
}

function indexAnswer(
  { plain, mediaType }: StaticFile,
  request: HttpHead,
  { needed = [], ancestors = [] }: PageAsked,
): HttpAnswer {
  const nonce = randomBytes(16).toString('base64url');
  const html = plain.toString('utf8').replaceAll(NONCE_MARK, nonce);
  const page = Buffer.from(withLinks(html, DASHBOARD.base, needed));
  return sendFile({ plain: page, mediaType }, request, {
    'cache-control': 'no-store',
    'content-security-policy': policy(nonce, ancestors),
    'referrer-policy': 'same-origin',
  });
}

function withAddress(files: ReadonlyMap<string, StaticFile>, address = ''): ReadonlyMap<string, StaticFile> {
  const index = files.get(DASHBOARD.page);
  if (!index) return files;
  const plain = Buffer.from(index.plain.toString('utf8').replaceAll(PEOPLE_MARK, () => escaped(address)));
  return new Map([...files, [DASHBOARD.page, { ...index, plain }]]);
}

const missing = (url: string, built: boolean): HttpRefusal =>
  new HttpRefusal({
    status: 404,
    code: 'path-unknown',
    message: built ? `The path ${url} does not exist.` : 'The dashboard is not part of this installation.',
  });

/** The directory of the built dashboard: next to the bundle, else in the workspace. */
const directory = (): string | undefined =>
  [asset('dashboard/'), asset('../../dist/apps/dashboard/')]
    .map((url) => fileURLToPath(url))
    .find((path) => existsSync(join(path, 'index.html')));

/** Every file of the built dashboard by its path, `assets/index-abc.js`; empty if it was not built. */
function loadPageFiles(from = directory()): ReadonlyMap<string, StaticFile> {
  if (from === undefined) return new Map();
  const files = readdirSync(from, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !isPacked(entry.name),
  );
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(from, path).split(sep).join('/'), loadFile(path)];
    }),
  );
}
