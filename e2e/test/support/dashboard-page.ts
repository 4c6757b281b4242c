import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
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

/** Goes to the identity provider from a page of the dashboard. Who has signed in there before comes back at once. */
export async function continueToProvider(page: Page, address: string, accountId: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Account id').fill(accountId);
  await page.getByRole('button', { name: 'Continue to the identity provider', exact: true }).click();
}

/** Waits until nothing of the page reaches beyond a window of any width. */
export async function fitsEveryWidth(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await until({
      what: `${name} to fit ${String(width)} pixels`,
      look: () => page.evaluate<number>(PIXELS_TOO_WIDE),
      good: (pixels) => pixels === 0,
    });
  }
}

/** All rules, or all of them but contrast, which takes as long as all the others together; or what differs between widths. */
export type BarrierRules = 'all' | 'all but contrast' | 'contrast' | 'widths';

const CONTRAST = 'color-contrast';
/** What is scrolled because it is wider than the window is within reach of the keyboard. */
const SCROLLED = 'scrollable-region-focusable';
/** Moderate to axe; who listens to a page goes from heading to heading. */
const HEADINGS = 'heading-order';

/** Spinners turn for ever; everything else ends. */
const NOTHING_MOVES = `document.getAnimations().every(
  ({ playState, effect }) => playState !== 'running' || effect.getComputedTiming().endTime === Infinity,
)`;

interface LookedFor {
  rules: BarrierRules;
  /** Parts of the page. */
  only?: string;
  leftOut?: readonly string[];
}

/** What axe finds that keeps somebody from using the page, without some of its parts. */
export const seriousBarriers = async (
  page: Page,
  rules: BarrierRules = 'all',
  leftOut: readonly string[] = [],
): Promise<string[]> => (await barriersOf(page, { rules, leftOut })).serious;

/** What axe finds that keeps somebody from using the page; with contrast alone, also the elements that have enough of it. */
export async function barriersOf(
  page: Page,
  { rules, only, leftOut = [] }: LookedFor,
): Promise<{ serious: string[]; passed: string[] }> {
  // What fades in or out has little contrast meanwhile.
  await until({
    what: 'transitions to end',
    look: () => page.evaluate<boolean>(NOTHING_MOVES),
    good: (isStill) => isStill,
  });
  // One frame, the styles as they apply, and only what is wrong: that spares a second page, reading all style sheets, and most of the report.
  const resultTypes: ('violations' | 'passes')[] =
    rules === 'contrast' ? ['violations', 'passes'] : ['violations'];
  const hasAxe = await page.evaluate<boolean>('"axe" in globalThis');
  // Its program is large: a page gets it once.
  const axe = new AxeBuilder({ page, ...(hasAxe && { axeSource: ';' }) }).setLegacyMode();
  axe.options({ resultTypes, preload: false });
  if (only !== undefined) axe.include(only);
  for (const part of leftOut) axe.exclude(part);
  if (rules === 'all but contrast') axe.disableRules(CONTRAST);
  if (rules === 'contrast') axe.withRules(CONTRAST);
  if (rules === 'widths') axe.withRules(SCROLLED);
  const { violations, passes } = await axe.analyze();
  const serious = violations.filter(
    ({ id, impact }) => id === HEADINGS || impact === 'serious' || impact === 'critical',
  );
  return {
    serious: serious.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`),
    passed: rules === 'contrast' ? passes.flatMap(({ nodes }) => nodes.map(({ html }) => html)) : [],
  };
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
