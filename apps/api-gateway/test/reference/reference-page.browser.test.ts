import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBinary, startBrowser } from '@estate/testing';
import { startBareGateway } from '../matrix/start-bare-gateway.ts';
import type { BareGateway } from '../matrix/start-bare-gateway.ts';
import { zipOf } from './zip-of.ts';

const TIMEOUT_MS = 50_000;
const KEY = 'rek_live_of-the-reader';

// Without a browser on this machine the page is only checked as text, by the test beside this one.
describe.skipIf(chromiumBinary() === undefined)('the reference in a browser', () => {
  let gateway: BareGateway;
  let browser: Browser;
  const complaints: string[] = [];

  beforeAll(async () => {
    gateway = await startBareGateway();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await gateway.close();
  });

  async function openReference(width: number): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    page.setDefaultTimeout(TIMEOUT_MS);
    const home = `http://127.0.0.1:${String(gateway.port)}/`;
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // The dashboard, whose mark is the icon of the page, is built apart.
      const isIcon = message.location().url.endsWith('/dashboard/mark.svg');
      if (message.type() === 'error' && !isIcon) complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(home)) complaints.push(request.url());
    });
    await page.goto(`${home}docs`);
    return page;
  }

  it('the reference finds operations, shows samples in the chosen language, and calls with a key that it does not keep', async () => {
    const page = await openReference(1280);
    await page.locator('#search').fill('createWebhook');
    expect(await page.locator('.contents li:visible').allInnerTexts()).toEqual([
      expect.stringContaining('Create a webhook'),
    ]);
    const section = page.locator('#createContact');
    expect(await section.locator('.sample:visible figcaption').innerText()).toContain('curl');
    await page.getByText('PHP', { exact: true }).first().click();
    expect(await section.locator('.sample:visible code').innerText()).toContain('<?php');
    await page.locator('#key').fill(KEY);
    await section.getByRole('button', { name: 'Try it' }).click();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await section.getByRole('button', { name: 'Send POST' }).click();
    const first = (await sent).headers();
    expect(first['authorization']).toBe(`Bearer ${KEY}`);
    const onceKey = String(first['idempotency-key']);
    await section
      .getByRole('status')
      .filter({ hasText: new RegExp(`^201 .*Idempotency-Key ${onceKey}$`) })
      .waitFor();
    const again = page.waitForRequest((request) => request.method() === 'POST');
    await section.getByRole('button', { name: 'Send POST' }).click();
    const otherKey = String((await again).headers()['idempotency-key']);
    expect([onceKey, otherKey].filter((key) => /^[0-9a-f]{32}$/.test(key))).toHaveLength(2);
    expect(otherKey).not.toBe(onceKey);
    await section.getByRole('status').filter({ hasText: otherKey }).waitFor();
    expect(await section.locator('.try pre').innerText()).toContain('"id": "d1a2b3c4e5f6g7h8i9j0"');
    const stored = String(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'),
    );
    expect(stored).toContain('php');
    expect(stored).not.toContain(KEY);
    expect(page.url()).not.toContain(KEY);
    expect(await page.context().cookies()).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('an operation that takes a file sends the one that the reader chooses', async () => {
    const page = await openReference(1280);
    const section = page.locator('#createImport');
    await page.locator('#key').fill(KEY);
    await section.getByRole('button', { name: 'Try it' }).click();
    const buffer = zipOf('openimmo.xml', '<openimmo/>');
    const file = { name: 'package.zip', mimeType: 'application/zip', buffer };
    await section.getByLabel('Body').setInputFiles(file);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await section.getByRole('button', { name: 'Send POST' }).click();
    expect((await sent).headers()['content-type']).toBe('application/zip');
    await section.getByRole('status').filter({ hasText: /^202 / }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('the reference fits a phone, and its contents open on request', async () => {
    const page = await openReference(390);
    const overflow = () =>
      page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(await overflow()).toBe(0);
    expect(await page.locator('.contents').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Contents' }).click();
    expect(await page.locator('.contents').isVisible()).toBe(true);
    expect(await overflow()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
