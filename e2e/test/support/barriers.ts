import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { until } from './until.ts';

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

/** Waits until nothing fades in or out: it has little contrast meanwhile. */
export const stillness = (page: Page) =>
  until({
    what: 'transitions to end',
    look: () => page.evaluate<boolean>(NOTHING_MOVES),
    good: (isStill) => isStill,
  });

interface LookedFor {
  rules: BarrierRules;
  /** Parts of the page. */
  only?: string;
  leftOut?: readonly string[];
}

/** What axe finds that keeps somebody from using the page; with contrast alone, also the elements that have enough of it. */
export async function barriersOf(
  page: Page,
  { rules, only, leftOut = [] }: LookedFor,
): Promise<{ serious: string[]; passed: string[] }> {
  await stillness(page);
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
