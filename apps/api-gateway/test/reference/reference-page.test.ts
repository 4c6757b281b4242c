import {
  ERROR_CODES,
  EVENT_NAMES,
  ErrorBody,
  LIFE_CYCLES,
  PUBLICATION_FAILURE_MEANINGS,
} from '@estate/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsOf } from '../../src/reference/documented.ts';
import { startBareGateway } from '../matrix/start-bare-gateway.ts';
import type { BareGateway } from '../matrix/start-bare-gateway.ts';
import { documentFor } from './sample-calls.ts';

let gateway: BareGateway;
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${String(gateway.port)}${path}`, { headers });

beforeAll(async () => {
  gateway = await startBareGateway();
});
afterAll(() => gateway.close());

const PAGES = ['/docs', '/docs/operator', '/docs/errors', '/docs/errors/scope-missing', '/docs/changelog'];

describe('the reference', () => {
  it.each(PAGES)(
    'the page %s has no script and no style in its own text and may call nobody else',
    async (path) => {
      const page = await get(path);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
      expect(policy).not.toMatch(/unsafe|http|data:/);
      expect(await page.text()).not.toMatch(/<script>|<style|\son\w+="|\sstyle="/);
    },
  );

  it.each(PAGES)('every link of the page %s inside the service leads to something', async (path) => {
    const html = await (await get(path)).text();
    const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id));
    const links = [...new Set([...html.matchAll(/\s(?:src|href)="([^"]*)"/g)].map(([, link = '']) => link))];
    expect(links.filter((link) => link.startsWith('#') && !ids.has(link.slice(1)))).toEqual([]);
    const others = links.filter(
      (link) => /^\/(docs|openapi)/.test(link) && !link.startsWith('/docs/errors/'),
    );
    expect(others.length).toBeGreaterThan(3);
    for (const link of others) expect((await get(link)).status, link).toBe(200);
    // Pages of the dashboard are built apart; everything else is of the reference.
    expect(links.filter((link) => !/^(#|\/docs|\/openapi|\/dashboard\/)/.test(link))).toEqual([]);
  });

  it('the reference shows every operation, every event, every life cycle and every schema', async () => {
    const document = documentFor('customers');
    const html = await (await get('/docs')).text();
    const anchors = [
      ...operationsOf(document).map(({ id }) => id),
      ...EVENT_NAMES.map((name) => `event-${name}`),
      ...Object.keys(document.components?.['schemas'] ?? {}).map((name) => `schema-${name}`),
    ];
    expect(anchors.filter((id) => !html.includes(` id="${id}"`))).toEqual([]);
    for (const { states } of LIFE_CYCLES)
      for (const state of states) expect(html).toMatch(new RegExp(`<text[^>]*>${state}</text>`));
  });

  it('the reference for operators shows the operations of the operator and no others', async () => {
    const html = await (await get('/docs/operator')).text();
    const ids = operationsOf(documentFor('operators')).map(({ id }) => id);
    expect(ids.filter((id) => !html.includes(` id="${id}"`))).toEqual([]);
    expect(html).not.toContain(' id="createContact"');
  });

  it('every error code has a page, and an unknown one is answered with 404', async () => {
    const codes = Object.values(ERROR_CODES).flatMap((meanings) => Object.keys(meanings));
    for (const code of codes) {
      const page = await get(`/docs/errors/${code}`);
      expect(page.status, code).toBe(200);
      expect(await page.text()).toContain(`<h1><code>${code}</code></h1>`);
    }
    expect((await get('/docs/errors/no-such-code')).status).toBe(404);
  });

  it('the page of an error code has an example as the API sends it: without Markdown, and with details where there are any', async () => {
    for (const [status, meanings] of Object.entries(ERROR_CODES)) {
      for (const [code, meaning] of Object.entries(meanings)) {
        const html = await (await get(`/docs/errors/${code}`)).text();
        const [, shown = ''] = /<code data-syntax="json">([^<]*)<\/code>/.exec(html) ?? [];
        expect(shown, code).not.toContain('`');
        const example = ErrorBody.parse(JSON.parse(shown.replaceAll('&quot;', '"').replaceAll('&#39;', "'")));
        expect(example).toMatchObject({ code, statusCode: Number(status) });
        expect('details' in example, code).toBe(meaning.includes('`details`'));
      }
    }
  });

  it('the page of a failure code says what to do in English and in German', async () => {
    for (const code of Object.keys(PUBLICATION_FAILURE_MEANINGS)) {
      const html = await (await get(`/docs/errors/${code}`)).text();
      expect(html, code).toContain('<h2>What to do</h2>');
      expect(html, code).toContain('<section lang="de"');
    }
  });

  it('the reference is sent compressed where that is accepted, and as 304 where it is cached', async () => {
    const packed = await get('/docs', { 'accept-encoding': 'gzip' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    const plain = await get('/docs', { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(await packed.text());
    const known = await get('/docs', { 'if-none-match': packed.headers.get('etag') ?? '' });
    expect(known.status).toBe(304);
  });
});
