import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { route, startHttpServer } from '@estate/http';
import type { HttpServer } from '@estate/http';
import { createLogger, createMetrics } from '@estate/observability';
import { openApiDocument } from '../src/openapi/document.ts';
import { referenceRoutes } from '../src/openapi/reference-page.ts';
import { apiRoutes } from '../src/routes/index.ts';

const CHROMIUM = process.env['CHROMIUM_BINARY'] ?? '/usr/bin/chromium';
const TIMEOUT_MS = 50_000;

// Without a browser on this machine the page is only checked as text, by the test beside this one.
describe.skipIf(!existsSync(CHROMIUM))('the reference page in a browser', () => {
  let server: HttpServer;
  let browser: Browser;

  beforeAll(async () => {
    const body = openApiDocument(apiRoutes, undefined);
    const document = route({
      method: 'GET',
      path: '/openapi.json',
      admit: () => Promise.resolve(undefined),
      handle: () => Promise.resolve({ status: 200, body }),
    });
    server = await startHttpServer({
      port: 0,
      host: '127.0.0.1',
      routes: [...referenceRoutes(), document],
      log: createLogger({ service: 'test', level: 'silent' }),
      metrics: createMetrics('test'),
      bodyLimitBytes: 1000,
    });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it.each(['light', 'dark'] as const)(
    'the reference page in a browser shows every operation in %s colours, and loads nothing from elsewhere',
    async (colorScheme) => {
      const page = await browser.newPage({ colorScheme });
      const home = `http://127.0.0.1:${String(server.port)}/`;
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('request', (request) => {
        if (!request.url().startsWith(home) && !request.url().startsWith('data:'))
          complaints.push(request.url());
      });
      await page.goto(`${home}docs`, { timeout: TIMEOUT_MS });
      await page.locator('#operations-contacts-postContacts').waitFor({ timeout: TIMEOUT_MS });
      for (const apiRoute of apiRoutes.filter(({ path }) => path.startsWith('/properties'))) {
        expect(
          await page.getByText(apiRoute.summary, { exact: true }).count(),
          apiRoute.summary,
        ).toBeGreaterThan(0);
      }
      expect(await page.locator('html.dark-mode').count()).toBe(colorScheme === 'dark' ? 1 : 0);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );
});
