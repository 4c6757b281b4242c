import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices } from './support/services.ts';
import type { Services } from './support/services.ts';

let services: Services;
let url: string;

beforeAll(async () => {
  services = await startServices(['api-gateway']);
  url = services.gateways[0] ?? '';
});
afterAll(() => services.close());

describe('the bundled gateway', () => {
  it('the gateway serves the reference page with every file it refers to', async () => {
    const page = await fetch(`${url}/docs`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const html = await page.text();
    const addresses = [...html.matchAll(/\s(?:src|href)="(\/[^"#]*)"/g)].map(([, address = '']) => address);
    const once = [...new Set(addresses)].filter((address) => !address.startsWith('/docs/errors/'));
    expect(once.length).toBeGreaterThan(5);
    for (const address of [...once, '/docs/errors/scope-missing'])
      expect((await fetch(`${url}${address}`)).status, address).toBe(200);
  });

  it.each(['/openapi.json', '/openapi/operator.json'])(
    'the gateway serves the OpenAPI document %s without authentication',
    async (path) => {
      const document = (await (await fetch(`${url}${path}`)).json()) as { openapi: string };
      expect(document.openapi).toMatch(/^3\.1\./);
    },
  );
});
