import { afterEach } from 'vitest';
import { openPages } from '../browser.ts';

const LENGTH_MAX = 700;

/** What the alerts of the page say, what the browser misses in its form, and its text. */
const SAID = `[
  ...Array.from(document.querySelectorAll('[role=alert]'), (one) => one.innerText),
  ...Array.from(document.querySelectorAll('input:invalid, select:invalid'), ({ labels, validationMessage }) =>
    (labels?.[0]?.innerText ?? '') + ': ' + validationMessage),
  document.body.innerText,
].join(' | ').replaceAll(/\\s+/g, ' ')`;

// A locator that waits in vain says what it waited for only; what the reader would have seen explains it.
afterEach(async ({ task }) => {
  const error = task.result?.errors?.[0];
  if (error === undefined) return;
  for (const frame of openPages().flatMap((page) => page.frames())) {
    const text = await frame.evaluate<string>(SAID).catch(String);
    error.message += `\n${frame.url()} shows: ${text.slice(0, LENGTH_MAX)}`;
  }
});
