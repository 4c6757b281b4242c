import type { HttpAnswer, HttpHead, HttpRoute } from '@estate/http';
import { openRoute } from '../routing/open-route.ts';
import { frontDoorDocument } from './links.ts';
import type { SandboxPage } from './links.ts';
import { frontDoorPage } from './page.ts';
import { POLICY } from './style.ts';

/** The content of the front page, and the state of the service. */
export interface FrontDoor {
  sandboxPages: readonly SandboxPage[];
  ready: () => Promise<boolean>;
}

/** `/`: a page for people, and a small document for programs; `/readyz`: whether the service accepts requests. */
export function frontDoorRoutes({ sandboxPages, ready }: FrontDoor): HttpRoute[] {
  const page = frontDoorPage(sandboxPages);
  const document = frontDoorDocument(sandboxPages);
  return [
    openRoute('/', ({ headers }) => (prefersJson(headers) ? json(document) : html(page))),
    openRoute('/readyz', async () => readiness(await ready())),
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

/** True if `Accept` prefers JSON; the default is the page. */
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
