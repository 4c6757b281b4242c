import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBinary } from '@estate/testing';
import { openWindow } from './support/browser.ts';
import type { Watched } from './support/browser.ts';
import { fitsEveryWidth, seriousBarriers, shoot } from './support/dashboard-page.ts';
import type { BarrierRules } from './support/dashboard-page.ts';
import { everyPage, furnish, routedPaths } from './support/every-page.ts';
import type { EveryPage } from './support/every-page.ts';
import { inOtherLanguage, readTexts, untranslated } from './support/page-texts.ts';
import type { Language } from './support/page-texts.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };
const WINDOWS = [
  { language: 'en', viewport: DESKTOP, barriers: { light: 'all', dark: undefined } },
  { language: 'de', viewport: PHONE, barriers: { light: 'all but contrast', dark: 'contrast' } },
] as const;
const LOADING = /Loading|Wird geladen/;
const MOST_TABS = 60;

/** A window in one language, and what its page has asked for. */
interface Reader extends Watched {
  language: Language;
  viewport: { width: number; height: number };
  /** Contrast differs by colour scheme alone: each window looks at it in one of them. */
  barriers: Record<'light' | 'dark', BarrierRules | undefined>;
  /** The addresses of requests that have not ended, and of responses that are being read. */
  open: Map<unknown, string>;
  /** Every text and number that the API has answered. */
  answered: Set<string>;
}

let world: World;
let browser: Browser;
let customer: CustomerAccount;
let pages: EveryPage[];
const readers: Reader[] = [];

async function openReader(looks: (typeof WINDOWS)[number]): Promise<Reader> {
  const { language, viewport } = looks;
  const locale = language === 'de' ? 'de-DE' : 'en-GB';
  const origin = new URL(world.stack.apiUrl).origin;
  const watched = await openWindow(browser, [origin], { locale, timezoneId: 'Europe/Berlin', viewport });
  const reader = { ...watched, ...looks, open: new Map(), answered: new Set<string>() };
  watchCalls(reader);
  return reader;
}

function watchCalls({ page, open, answered }: Reader): void {
  page.on('request', (request) => open.set(request, request.url()));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('response', (response) => {
    if (response.headers()['content-type']?.startsWith('application/json') !== true) return;
    open.set(response, `the body of ${response.url()}`);
    const reading = response.json().then((body) => keepTexts(body, answered));
    void reading.catch(() => undefined).finally(() => open.delete(response));
  });
}

function keepTexts(value: unknown, kept: Set<string>): void {
  if (typeof value === 'string' || typeof value === 'number') kept.add(String(value));
  else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) keepTexts(one, kept);
  }
}

const headings = (page: Page) => page.getByRole('heading', { level: 1 });

async function visit({ page, open, viewport }: Reader, address: string): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: 'light' });
  // Chromium reports no end of a request that a navigation interrupts: the page before is left first.
  await page.goto('about:blank');
  open.clear();
  await page.goto(`${world.stack.apiUrl}/dashboard${address}`);
  await headings(page).first().waitFor();
  await until({
    what: `${address} to have loaded`,
    look: async () => [
      ...open.values(),
      ...(await page.getByRole('status').filter({ hasText: LOADING }).allInnerTexts()),
    ],
    good: ({ length }) => length === 0,
  });
}

/** What is wrong with a page in one window. */
async function expectWhole(reader: Reader, name: string): Promise<void> {
  const { page, language } = reader;
  const what = `${name}, ${language}`;
  expect.soft(await headings(page).allInnerTexts(), `the level 1 headings of ${what}`).toHaveLength(1);
  expect.soft(await page.getAttribute('html', 'lang'), what).toBe(language);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    const rules = reader.barriers[colorScheme];
    if (rules) expect.soft(await seriousBarriers(page, rules), `${what}, ${colorScheme}`).toEqual([]);
    await shoot(page, `${name}-${language}-${colorScheme}`, [reader.viewport.width]);
  }
  await fitsEveryWidth(page, what);
}

/** Goes from the beginning of the page to its main action with the tabulator key alone. */
async function reachByKeyboard({ page }: Reader, { action, name }: EveryPage): Promise<void> {
  const wanted = page.getByRole(action.role, { name: action.name }).and(page.locator(':focus'));
  await page.setViewportSize(DESKTOP);
  await page.locator('main').focus();
  let tabs = 0;
  for (; tabs < MOST_TABS && (await wanted.count()) === 0; tabs += 1) await page.keyboard.press('Tab');
  const what = `the tabulator key to ${String(action.name)} on ${name}`;
  expect.soft(tabs, what).toBeLessThan(MOST_TABS);
}

describe.skipIf(chromiumBinary() === undefined)('every page of the dashboard', () => {
  beforeAll(async () => {
    [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
    customer = await world.account('Beispiel Wohnen GmbH');
    pages = everyPage(await furnish(world, customer));
    for (const looks of WINDOWS) readers.push(await openReader(looks));
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('every page that the router of the dashboard has is among the pages that are looked at', async () => {
    expect([...new Set(pages.map(({ path }) => path))].toSorted()).toEqual((await routedPaths()).toSorted());
  });

  it('the page for signing in is whole, and has a title, in both languages', async () => {
    for (const reader of readers) {
      await visit(reader, '/');
      const title = reader.language === 'de' ? 'Anmelden' : 'Sign in';
      await until({
        what: 'the title',
        look: () => reader.page.title(),
        good: (shown) => shown.startsWith(`${title} · `),
      });
      await expectWhole(reader, 'sign-in');
      await reader.page.getByLabel(reader.language === 'de' ? 'API-Schlüssel' : 'API key').fill(customer.key);
      await reader.page.keyboard.press('Enter');
      await reader.page
        .getByRole('navigation')
        .or(reader.page.getByRole('button', { name: 'Menü' }))
        .first()
        .waitFor();
    }
  });

  /** Looks at a page in one window, and returns its texts. */
  const look = async (reader: Reader, each: EveryPage): Promise<string[]> => {
    await visit(reader, each.address);
    const { page, language } = reader;
    const heading = await headings(page).first().innerText();
    expect.soft(await page.title(), `the title of ${each.name}`).toContain(heading);
    const texts = await readTexts(page);
    expect.soft(inOtherLanguage(texts, reader), `${each.name}, ${language}`).toEqual([]);
    await expectWhole(reader, each.name);
    if (language === 'en') await reachByKeyboard(reader, each);
    return texts;
  };

  it('every page has one heading of level 1, a title, all its texts in the language, no barriers, and its main action within reach of the keyboard', async () => {
    for (const each of pages) {
      const texts = await Promise.all(readers.map((reader) => look(reader, each)));
      const same = untranslated(texts, readers);
      expect.soft(same, `what ${each.name} says in both languages`).toEqual([]);
    }
  });

  it('a target whose platform rejects the login says so on its page, in the list of targets and on the overview', async () => {
    const [reader] = readers;
    const { page } = reader!;
    const name = 'Office at the lake · Immowelt';
    await visit(reader!, '/');
    const item = page.locator('.item', { hasText: 'Target is failing' });
    await item.getByText('The platform rejected the login').waitFor();
    await item.getByRole('link', { name }).click();
    await page.locator('h1 + .badge', { hasText: 'Failing' }).waitFor();
    await page.getByRole('group', { name: 'Last error' }).getByText('credentials_rejected').waitFor();
    await visit(reader!, '/targets');
    await page.getByRole('article').filter({ hasText: name }).getByText('Failing').waitFor();
    expect(await page.getByText('Failing').count()).toBe(1);
  });

  it('no page has an error in its console', () => {
    expect(readers.flatMap(({ complaints, outside }) => [...complaints, ...outside])).toEqual([]);
  });
});
