import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttpServer } from '@estate/http';
import type { HttpServer } from '@estate/http';
import { createLogger, createMetrics } from '@estate/observability';
import { referenceRoutes } from '../src/openapi/reference-page.ts';

let server: HttpServer;
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${String(server.port)}${path}`, { headers });

beforeAll(async () => {
  server = await startHttpServer({
    port: 0,
    host: '127.0.0.1',
    routes: referenceRoutes(),
    log: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    bodyLimitBytes: 1000,
  });
});
afterAll(() => server.close());

describe('the reference page', () => {
  it('the reference page names only files of this service, and every one of them is there', async () => {
    const page = await get('/docs');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await page.text();
    const addresses = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
    expect(addresses).toHaveLength(6);
    for (const address of addresses.filter((one) => one !== '/openapi.json')) {
      expect(address).toMatch(/^\/docs\//);
      const file = await get(address);
      expect(file.status, address).toBe(200);
      expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(50);
    }
  });

  it('the reference page runs no script of its own text and may call nobody else', async () => {
    const page = await get('/docs');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toContain('http');
    expect(await page.text()).not.toMatch(/<script>|\son\w+=|style=/);
  });

  it('the reference page is sent compressed where that is accepted, and as 304 where it is cached', async () => {
    const packed = await get('/docs/swagger-ui-bundle.js', { 'accept-encoding': 'gzip' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    const plain = await get('/docs/swagger-ui-bundle.js', { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(await packed.text());
    const known = await get('/docs/swagger-ui-bundle.js', {
      'if-none-match': packed.headers.get('etag') ?? '',
    });
    expect(known.status).toBe(304);
  });
});
