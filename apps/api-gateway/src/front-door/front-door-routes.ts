import { route } from '@estate/http';
import type { HttpAnswer, HttpHead, HttpRoute } from '@estate/http';
import { frontDoorDocument } from './links.ts';
import type { SandboxPage } from './links.ts';
import { frontDoorPage } from './page.ts';
import { POLICY } from './style.ts';

/** What the front door shows, and how it learns whether requests are taken. */
export interface FrontDoor {
  sandboxPages: readonly SandboxPage[];
  ready: () => Promise<boolean>;
}

/** `/`: a page for people, a small document for programs; `/readyz`: whether requests are taken. */
export function frontDoorRoutes({ sandboxPages, ready }: FrontDoor): HttpRoute[] {
  const page = frontDoorPage(sandboxPages);
  const document = frontDoorDocument(sandboxPages);
  const open = { method: 'GET' as const, admit: () => Promise.resolve(undefined) };
  return [
    route({
      ...open,
      path: '/',
      handle: ({ headers }) => Promise.resolve(prefersJson(headers) ? json(document) : html(page)),
    }),
    route({ ...open, path: '/readyz', handle: async () => readiness(await ready()) }),
  ];
}

const BASICS = { vary: 'accept', 'cache-control': 'no-cache' };

const json = (body: unknown): HttpAnswer => ({ status: 200, body, headers: BASICS });

const html = (body: string): HttpAnswer => ({
  status: 200,
  raw: { mediaType: 'text/html; charset=utf-8', body },
  headers: { ...BASICS, 'content-security-policy': POLICY },
});

const readiness = (isReady: boolean): HttpAnswer => ({
  status: isReady ? 200 : 503,
  body: { status: isReady ? 'ready' : 'not ready' },
  headers: { 'cache-control': 'no-store', ...(!isReady && { 'retry-after': '2' }) },
});

/** Whether a caller would rather have JSON than a page; who names neither gets the page. */
const prefersJson = ({ accept = '' }: HttpHead['headers']): boolean =>
  quality(accept, 'application/json') > quality(accept, 'text/html');

function quality(accept: string, mediaType: string): number {
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((one) => one.startsWith('q='));
    if (type === mediaType) return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return 0;
}
