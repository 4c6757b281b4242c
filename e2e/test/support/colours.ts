import type { Page } from 'playwright-core';
import { barriersOf, stillness } from './barriers.ts';

const MARK = 'data-colours';
/** A page may redraw while it is looked at, but not again and again. */
const ROUNDS = 10;
/** What axe says where no part of the page is what it was asked about. */
const NOTHING_MARKED = /No elements found for include/;

/**
 * A program of the page, as text: the types of a browser are none of ours. It marks what shows a text in colours that are not known, and returns
 * the colours of each mark. The colours of a text are its own and those of all that it is in. What is placed over others by its position has
 * others behind it on each page.
 */
const markUnknown = (known: readonly string[]) => `{
  const known = new Set(${JSON.stringify(known)});
  const unknown = [];
  const behind = new Map([[document, '']]);
  const placed = new Map([[document, false]]);
  const isPlaced = (element) => {
    if (!placed.has(element)) {
      const { position, zIndex } = getComputedStyle(element);
      placed.set(element, !/static|relative/.test(position) || zIndex !== 'auto' || isPlaced(element.parentNode));
    }
    return placed.get(element);
  };
  const coloursBehind = (element) => {
    if (!behind.has(element)) {
      const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
      const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join(' ');
      behind.set(element, coloursBehind(element.parentNode) + (own === 'rgba(0, 0, 0, 0) none 1 none normal' ? '' : own + ', '));
    }
    return behind.get(element);
  };
  const showsText = (element) => /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName) ||
    [...element.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '');
  for (const element of document.body.querySelectorAll('*')) {
    element.removeAttribute('${MARK}');
    if (!showsText(element) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    // Nobody has to read what cannot be used now, and nobody sees what is for listeners.
    if (element.closest(':disabled, [aria-disabled=true], .sr-only')) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const colours = [color, fontSize, fontWeight, textShadow, coloursBehind(element)].join(' ');
    if (known.has(colours) && !isPlaced(element)) continue;
    if (!unknown.includes(colours)) unknown.push(colours);
    element.setAttribute('${MARK}', unknown.indexOf(colours));
  }
  unknown;
}`;

interface LookedAt {
  page: Page;
  /** Colours in which texts have enough contrast. */
  knownColours: Set<string>;
}

/** Texts with too little contrast. What had enough of it on one page needs no second look on another one. */
export async function paleTexts({ page, knownColours }: LookedAt, rounds = ROUNDS): Promise<string[]> {
  if (rounds === 0) throw new Error(`The page redraws its texts too often to look at them: ${page.url()}`);
  await stillness(page);
  const unknown = await page.evaluate<string[]>(markUnknown([...knownColours]));
  if (unknown.length === 0) return [];
  const found = await barriersOf(page, { rules: 'contrast', only: `[${MARK}]` }).catch((error: unknown) => {
    if (NOTHING_MARKED.test(String(error))) return undefined;
    throw error;
  });
  // The page has drawn something else in the meantime.
  if (found === undefined) return paleTexts({ page, knownColours }, rounds - 1);
  for (const html of found.passed) {
    const [, number] = new RegExp(`^<[^>]*\\b${MARK}="(\\d+)"`).exec(html) ?? [];
    const colours = unknown[Number(number)];
    if (colours !== undefined) knownColours.add(colours);
  }
  return found.serious;
}
