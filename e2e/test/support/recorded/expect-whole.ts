import { expect } from 'vitest';
import { barriersOf } from '../barriers.ts';
import { paleTexts } from '../colours.ts';
import { fitsEveryWidth, shoot, showColours } from '../dashboard-page.ts';
import type { EveryPage } from '../every-page.ts';
import { inOtherLanguage, readTexts, untranslated } from '../page-texts.ts';
import { headings, visit } from './page-reader.ts';
import type { Reader } from './page-reader.ts';
import type { RecordedPages } from './recorded-pages.ts';

const MOST_TABS = 60;
const NARROWEST = 390;
/** What is around each page. */
const FRAME = ['header.top', 'nav.side'] as const;
/** Programs of the page: the types of a browser are none of ours. */
const keepWanted = (wanted: unknown[]) => void Object.assign(globalThis, { wanted });
const HAS_FOCUS = 'globalThis.wanted.includes(document.activeElement)';

/** Expects one heading, the language, no barriers, the main action within reach of the keyboard, and room at every width. */
export async function expectWhole(
  reader: Reader,
  { name, action }: Pick<EveryPage, 'name' | 'action'>,
): Promise<void> {
  const { page, language, colorScheme, viewport } = reader;
  const what = `${name}, ${language}`;
  expect.soft(await headings(page).allInnerTexts(), `the level 1 headings of ${what}`).toHaveLength(1);
  expect.soft(await page.getAttribute('html', 'lang'), what).toBe(language);
  const rules = reader.knowsFrame && language === 'de' ? 'widths' : 'all but contrast';
  const { serious } = await barriersOf(page, { rules, leftOut: reader.knowsFrame ? FRAME : [] });
  expect.soft([...serious, ...(await paleTexts(reader))], `${what}, ${colorScheme}`).toEqual([]);
  if (!reader.knowsFrame) await expectContrast(reader, what);
  reader.knowsFrame ||= (await page.locator(FRAME[0]).count()) > 0;
  await shoot(page, `${name}-${language}-${colorScheme}`, [viewport.width]);
  if (language === 'en' && action) await reachByKeyboard(reader, { name, action });
  // German words are longer.
  await fitsEveryWidth(page, what, language === 'de' ? undefined : [NARROWEST]);
}

/** Expects contrast in the colours that a reader does not look at otherwise. */
async function expectContrast({ page, colorScheme }: Reader, name: string): Promise<void> {
  const other = colorScheme === 'dark' ? 'light' : 'dark';
  await showColours(page, other);
  const { serious } = await barriersOf(page, { rules: 'contrast' });
  expect.soft(serious, `${name}, ${other}`).toEqual([]);
  await showColours(page, colorScheme);
}

/** Goes from the beginning of the page to its main action with the tabulator key alone. */
async function reachByKeyboard(
  { page }: Reader,
  { action, name }: Required<Pick<EveryPage, 'action' | 'name'>>,
): Promise<void> {
  await page.getByRole(action.role, { name: action.name }).evaluateAll(keepWanted);
  await page.locator('main').focus();
  let tabs = 0;
  for (; tabs < MOST_TABS && !(await page.evaluate<boolean>(HAS_FOCUS)); tabs += 1)
    await page.keyboard.press('Tab');
  const what = `the tabulator key to ${String(action.name)} on ${name}`;
  expect.soft(tabs, what).toBeLessThan(MOST_TABS);
}

/** Looks at a page in one window, and returns its texts. */
async function look(reader: Reader, { name, address, action }: EveryPage): Promise<string[]> {
  await visit(reader, address);
  const { page, language } = reader;
  expect.soft(await page.title(), `the title of ${name}`).toContain(await headings(page).first().innerText());
  const texts = await readTexts(page);
  expect.soft(inOtherLanguage(texts, reader), `${name}, ${language}`).toEqual([]);
  await expectWhole(reader, { name, ...(action && { action }) });
  return texts;
}

/** Looks at each page once in each window. */
export async function lookAtAll(
  { readers, expectAnswers }: RecordedPages,
  pages: readonly EveryPage[],
): Promise<void> {
  for (const each of pages) {
    const looks = Promise.all(readers.map((reader) => look(reader, each)));
    // Without an answer a page may wait for ever: the answer is what is wrong.
    const texts = await looks.finally(() => {
      expectAnswers(each.name);
    });
    const same = untranslated(texts, readers);
    expect.soft(same, `what ${each.name} says in both languages`).toEqual([]);
  }
}
