import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A window whose calls are watched: what leaves the allowed origins is remembered. */
export interface Watched {
  page: Page;
  /** Addresses outside that something wanted. */
  outside: string[];
  /** What the console complained about: errors, and what the policy of the page refused. */
  complaints: string[];
}

const PATIENCE_MS = 60_000;

const open = new Set<Page>();

/** What is open in the windows of this test file. */
export const openPages = (): Page[] => [...open];

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
  // Not a route: Chromium uses no cache where requests are routed, and would compile the dashboard for each page again.
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !origins.includes(origin)) outside.push(request.url());
  });
  const page = await context.newPage();
  open.add(page);
  page.on('close', () => open.delete(page));
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
