import type { Browser, BrowserContext, Page } from 'playwright-core';

/** What a page of the dashboard needs, in milliseconds. */
export interface MeasuredPage {
  name: string;
  /** The largest contentful paint with an empty cache. */
  first: number;
  again: number;
  /** The longest time from a click or a key to the next frame. */
  delay: number;
}

interface Asked {
  dashboardUrl: string;
  key: string;
  /** Of a property with photos. */
  id: string;
}

interface Way {
  name: string;
  path: string;
  /** What shows that the page is complete. */
  shown: string;
  use: (page: Page) => Promise<void>;
  /** A reader who has no session, with the page for signing in. */
  isSignedOut?: boolean;
}

/** A usual 3G network: 1.6 Mbit/s down, 768 kbit/s up, and 300 ms for each round trip. */
const NETWORK = {
  offline: false,
  latency: 300,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 768_000 / 8,
};
const VIEWPORT = { width: 390, height: 844 };
const PATIENCE_MS = 120_000;

/** Programs of the page, as text: the types of a browser are none of ours. */
const OBSERVE = `globalThis.measured = { paint: 0, delay: 0 };
for (const [type, keep] of [
  ['largest-contentful-paint', (entry) => (measured.paint = entry.startTime)],
  ['event', (entry) => entry.interactionId > 0 && (measured.delay = Math.max(measured.delay, entry.duration))],
]) new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe({ type, buffered: true, durationThreshold: 16 })`;
const STILL = `new Promise((done) => {
  const isShown = (one) => one.loading === 'lazy' || one.complete;
  const look = () => ([...document.querySelectorAll('main img')].every(isShown) ? done() : requestAnimationFrame(look));
  look();
})`;
const READ = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(measured))))`;

const type = async (page: Page, role: 'searchbox' | 'textbox', text: string) => {
  await page.getByRole(role).first().pressSequentially(text);
};

const SIGN_IN: Way = {
  name: 'sign-in',
  path: '/',
  shown: 'input[type=password]',
  use: (page) => page.locator('input[type=password]').pressSequentially('rek_live_'),
  isSignedOut: true,
};

const ways = (id: string): Way[] => [
  SIGN_IN,
  {
    name: 'overview',
    path: '/',
    shown: '.card.count strong',
    use: (page) => page.getByRole('button', { name: 'Menu' }).click(),
  },
  {
    name: 'properties',
    path: '/properties',
    shown: '.row img',
    use: async (page) => {
      await page.mouse.wheel(0, 4000);
      await type(page, 'searchbox', 'Wohnung');
    },
  },
  {
    name: 'property',
    path: `/properties/${id}`,
    shown: '.pictures img',
    use: async (page) => {
      await page
        .getByRole('button', { name: /^Enlarge/ })
        .first()
        .click();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'listings',
    path: '/listings',
    shown: '.row .with-select',
    use: async (page) => {
      await page.mouse.wheel(0, 4000);
      await page.getByRole('checkbox').nth(1).click();
      await type(page, 'searchbox', 'Wohnung');
    },
  },
  {
    name: 'form of a property',
    path: `/properties/${id}/edit`,
    shown: '#fields\\.title',
    use: async (page) => {
      await type(page, 'textbox', 'Helle Wohnung ');
      await page.getByRole('radiogroup').first().locator('label').last().click();
    },
  },
];

/** Opens each page twice on a slow network, the first time with an empty cache, and uses it. */
export async function measurePages(
  browser: Browser,
  { dashboardUrl, key, id }: Asked,
): Promise<MeasuredPage[]> {
  const pages: MeasuredPage[] = [];
  for (const way of ways(id)) {
    const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en-GB' });
    context.setDefaultTimeout(PATIENCE_MS);
    if (!way.isSignedOut) await signIn(context, dashboardUrl, key);
    const page = await slowPage(context);
    const open = () => opened(page, `${dashboardUrl}${way.path}`, way.shown);
    const first = await open();
    const again = await open();
    await way.use(page);
    const { delay } = await page.evaluate<{ delay: number }>(READ);
    pages.push({ name: way.name, first, again, delay });
    await context.close();
  }
  return pages;
}

/** By a call, so that the cache stays empty. */
async function signIn(context: BrowserContext, dashboardUrl: string, apiKey: string): Promise<void> {
  const answer = await context.request.post(`${dashboardUrl}/session`, {
    data: { apiKey },
    headers: { 'x-estate-dashboard': '1' },
  });
  if (!answer.ok()) throw new Error(`the sign-in was answered with ${String(answer.status())}`);
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(OBSERVE);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  return page;
}

/** The largest contentful paint of the page, once it shows what it is opened for. */
async function opened(page: Page, address: string, shown: string): Promise<number> {
  await page.goto(address);
  await page.locator(shown).first().waitFor();
  await page.evaluate(STILL);
  return (await page.evaluate<{ paint: number }>(READ)).paint;
}
