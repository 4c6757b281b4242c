import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices } from './support/services.ts';
import type { Services } from './support/services.ts';

let services: Services;
let url: string;

beforeAll(async () => {
  services = await startServices(['api-gateway']);
  url = services.gateways[0] ?? '';
}, 150_000);
afterAll(() => services.close());

describe('the bundled gateway', () => {
  it('the gateway serves the reference page with every file it refers to', async () => {
    const page = await fetch(`${url}/docs`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const html = await page.text();
    for (const [, address = ''] of html.matchAll(/(?:src|href)="([^"]*)"/g)) {
      expect((await fetch(`${url}${address}`)).status, address).toBe(200);
    }
  });

  it('the gateway serves the OpenAPI document without authentication', async () => {
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as { openapi: string };
    expect(document.openapi).toMatch(/^3\.1\./);
  });
});
