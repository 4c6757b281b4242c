import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const BINARIES = [process.env['CHROMIUM_BINARY'], '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** A Chromium of this machine; in CI one must be there. */
export function chromiumBinary(): string | undefined {
  const binary = BINARIES.find((path) => path !== undefined && existsSync(path));
  if (binary === undefined && process.env['CI'] !== undefined) {
    throw new Error('There is no Chromium, and in CI nothing is skipped.');
  }
  return binary;
}

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(chromiumBinary() !== undefined && { executablePath: chromiumBinary() ?? '' }),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });

/** A window whose calls are watched: what leaves the allowed origins is blocked and remembered. */
export interface Watched {
  page: Page;
  /** Addresses outside that something wanted. */
  outside: string[];
  /** What the console complained about: errors, and what the policy of the page refused. */
  complaints: string[];
}

const PATIENCE_MS = 40_000;

/** Opens a window of its own. */
export async function openWindow(
  browser: Browser,
  origins: readonly string[],
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const outside: string[] = [];
  await context.route('**/*', (route) => {
    const url = route.request().url();
    if (origins.includes(new URL(url).origin)) return route.continue();
    outside.push(url);
    return route.abort();
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // The page itself shows a response of 400 or more; the browser logs it, too.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) {
      complaints.push(message.text());
    }
  });
  return { page, outside, complaints };
}
