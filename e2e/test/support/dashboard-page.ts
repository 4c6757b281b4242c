import type { Page } from 'playwright-core';
import { barriersOf } from './barriers.ts';
import { paleTexts } from './colours.ts';
import { until } from './until.ts';

/** A program of the page, as text: the types of a browser are none of ours. */
const PIXELS_TOO_WIDE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

const SCREENSHOTS = process.env['SCREENSHOTS'];
const WIDTHS = [390, 1024, 1600];

/** Signs in to the English dashboard at this address. */
export async function signInTo(page: Page, address: string, key: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}

/** No page has it: what is there asks for nothing. */
export const NOWHERE = '/nowhere';

/** Goes to an address within the app, which is not started again: as the buttons of the browser do, which the router listens to. The headings of the page before are marked. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate(`{
    document.querySelectorAll('h1').forEach((heading) => heading.setAttribute('data-left', ''));
    history.pushState(null, '', ${JSON.stringify(address)});
    dispatchEvent(new PopStateEvent('popstate'));
  }`);
}

/** Opens a page within the app, from one that has nothing. After a change by the API, what the app has read before may be shown: that takes a new start. */
export async function openWithin(page: Page, address: string): Promise<void> {
  const [, app = ''] = new URL(address).pathname.split('/');
  for (const next of [new URL(`/${app}${NOWHERE}`, address).href, address]) {
    if (page.url() === next) continue;
    await goWithin(page, next);
    await page.locator('h1:not([data-left])').first().waitFor();
  }
}

/** Goes to the identity provider from a page of the dashboard. Who has signed in there before comes back at once. */
export async function continueToProvider(page: Page, address: string, accountId: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Account id').fill(accountId);
  await page.getByRole('button', { name: 'Continue to the identity provider', exact: true }).click();
}

/** Waits until nothing of the page reaches beyond a window of any width, or of these. */
export async function fitsEveryWidth(page: Page, name: string, widths = WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await until({
      what: `${name} to fit ${String(width)} pixels`,
      look: () => page.evaluate<number>(PIXELS_TOO_WIDE),
      good: (pixels) => pixels === 0,
    });
  }
}

/** Shows the page as somebody sees it who wants it light or dark. */
export async function showColours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
}

/** Colours in which the texts of journeys have enough contrast: they are the same on each page. */
const KNOWN_COLOURS = new Set<string>();

/** What keeps somebody from using the page; or what only does so in the colours that it has now. */
export async function seriousBarriers(page: Page, rules: 'all' | 'contrast' = 'all'): Promise<string[]> {
  // Only axe looks into frames.
  if (page.frames().length > 1) return (await barriersOf(page, { rules })).serious;
  const { serious } =
    rules === 'all' ? await barriersOf(page, { rules: 'all but contrast' }) : { serious: [] };
  return [...serious, ...(await paleTexts({ page, knownColours: KNOWN_COLOURS }))];
}

/** Leaves a picture at some widths in the folder `SCREENSHOTS`, if that is set. */
export async function shoot(page: Page, name: string, widths: readonly number[] = WIDTHS): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 1000 });
    await page.screenshot({
      path: `${SCREENSHOTS}/${name}-${String(width)}.png`,
      animations: 'disabled',
    });
  }
}
