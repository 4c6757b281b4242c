import type { Browser, Page, Request, Response } from 'playwright-core';
import { openWindow } from '../browser.ts';
import type { Watched } from '../browser.ts';
import { goWithin, NOWHERE } from '../dashboard-page.ts';
import type { Language } from '../page-texts.ts';
import { until } from '../until.ts';
import { RECORD_AGAIN } from './recording.ts';

const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

/** How a person looks at the pages. */
export interface Look {
  language: Language;
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
}

/** Each language, size and colour scheme once: texts do not depend on colours. */
export const LOOKS = {
  en: { language: 'en', viewport: DESKTOP, colorScheme: 'light' },
  de: { language: 'de', viewport: PHONE, colorScheme: 'dark' },
} as const satisfies Record<string, Look>;

/** A window, and what its page has asked for. */
export interface Reader extends Watched, Look {
  /** The address of the dashboard or of the console. */
  base: string;
  isSignedIn: boolean;
  /** Has looked at what is around each page: it is the same everywhere. */
  knowsFrame: boolean;
  /** Colours in which texts have enough contrast. */
  knownColours: Set<string>;
  /** Every text and number that the API has answered. */
  answered: Set<string>;
  /** What the app has asked for since it was started. */
  asked: Set<string>;
  /** What a page asks for before it is whole. */
  asks: (address: string) => string[];
  /** Whether something has no answer: a page that wants it may wait for ever. */
  isStale: () => boolean;
  /** The addresses of first requests that have not ended, and of responses that are being read. */
  open: Map<unknown, string>;
}

interface Reading {
  base: string;
  look: Look;
  /** The time that the page reads from its clock. */
  at: string;
  asks?: Reader['asks'];
  isStale?: Reader['isStale'];
  onAnswer?: (response: Response, body: unknown) => void;
}

/** Opens a window that looks at the pages of an address. */
export async function openReader(
  browser: Browser,
  { base, look, at, asks = () => [], isStale = () => false, onAnswer }: Reading,
): Promise<Reader> {
  const { language, viewport, colorScheme } = look;
  const watched = await openWindow(browser, [new URL(base).origin], {
    ...{ viewport, colorScheme },
    locale: language === 'de' ? 'de-DE' : 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
  await watched.page.clock.setFixedTime(at);
  const seen = {
    ...{ asked: new Set<string>(), answered: new Set<string>() },
    ...{ knownColours: new Set<string>(), open: new Map<unknown, string>() },
  };
  const reader = { ...watched, ...look, ...seen, base, asks, isStale, isSignedIn: false, knowsFrame: false };
  watchCalls(reader, onAnswer);
  return reader;
}

/** The method, the path and the query. */
export function requestOf(request: Request): string {
  const { pathname, search } = new URL(request.url());
  return `${request.method()} ${pathname}${search}`;
}

function watchCalls({ page, asked, open, answered }: Reader, onAnswer: Reading['onAnswer']): void {
  page.on('request', (request) => {
    // What is asked again and again changes nothing.
    if (!asked.has(requestOf(request))) open.set(request, request.url());
    asked.add(requestOf(request));
  });
  page.on('requestfailed', (request) => open.delete(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('response', (response) => {
    const isJson = response.headers()['content-type']?.startsWith('application/json') === true;
    if (!isJson) {
      onAnswer?.(response, undefined);
      return;
    }
    if (open.has(response.request())) open.set(response, `the body of ${response.url()}`);
    const reading = response.json().then((body: unknown) => {
      keepTexts(body, answered);
      onAnswer?.(response, body);
    });
    void reading.catch(() => undefined).finally(() => open.delete(response));
  });
}

function keepTexts(value: unknown, kept: Set<string>): void {
  if (typeof value === 'string' || typeof value === 'number') kept.add(String(value));
  else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) keepTexts(one, kept);
  }
}

export const headings = (page: Page) => page.getByRole('heading', { level: 1 });

/** Programs of the page, as text: the types of a browser are none of ours. What has arrived is drawn first, and what that asks for is asked for. */
const UNFINISHED = `new Promise((done) => requestIdleCallback(() => requestAnimationFrame(() => setTimeout(() => done([
  ...[...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).filter((text) => /Loading|Wird geladen/.test(text)),
  ...[...document.querySelectorAll('h1[data-left]')].map(({ textContent }) => 'the page before: ' + textContent),
  ...(document.querySelector('h1') ? [] : ['no heading']),
])))))`;

/** Waits until a page shows nothing that is still loaded. */
async function hasLoaded(reader: Reader, address: string): Promise<void> {
  const { page, open, asked } = reader;
  const asks = reader.isSignedIn ? reader.asks(address) : [];
  await until({
    what: `${address} to have loaded; if it asks for something else now, ${RECORD_AGAIN}`,
    look: async () => {
      const unfinished = await page.evaluate<string[]>(UNFINISHED);
      return [...open.values(), ...unfinished, ...asks.filter((request) => !asked.has(request))];
    },
    good: ({ length }) => length === 0 || reader.isStale(),
    pauseMs: 20,
  });
  if (reader.isStale()) throw new Error(`${address} asks for what is not recorded`);
}

/** Loads a page and waits until it has loaded. */
export async function load(reader: Reader, address: string): Promise<void> {
  const { page, open, asked, viewport, base } = reader;
  // Chromium reports no end of a request that a navigation interrupts: the page before is left first.
  await page.goto('about:blank');
  await page.setViewportSize(viewport);
  for (const seen of [open, asked]) seen.clear();
  await page.goto(`${base}${address}`);
  await hasLoaded(reader, address);
}

/** Goes to a page within the app, which is not started again, and waits until it has loaded. */
export async function visit(reader: Reader, address: string): Promise<void> {
  const { page, viewport, base } = reader;
  await page.setViewportSize(viewport);
  // From another page, so that nothing of the one before is left.
  for (const next of [address === NOWHERE ? '/' : NOWHERE, address]) {
    if (page.url() === `${base}${next}`) continue;
    await goWithin(page, `${base}${next}`);
    await hasLoaded(reader, next);
  }
}

const SIGN_IN = {
  dashboard: { en: 'API key', de: 'API-Schlüssel' },
  operator: { en: 'Operator key', de: 'Betreiberschlüssel' },
} as const;

/** Signs in on the page for it, which is open. */
export async function signIn(reader: Reader, key: string): Promise<void> {
  const { page, base, language } = reader;
  const app = base.endsWith('/operator') ? 'operator' : 'dashboard';
  const label = page.getByLabel(SIGN_IN[app][language]);
  await label.fill(key);
  await page.keyboard.press('Enter');
  await label.waitFor({ state: 'detached' });
  reader.isSignedIn = true;
  await hasLoaded(reader, '/');
}
