import { afterEach } from 'vitest';
import { openPages } from '../browser.ts';

const LENGTH_MAX = 700;

/** Runs in the page: its alerts, what the browser misses in its form, and its text. */
function said(): string {
  const textsOf = (selector: string) =>
    Array.from(document.querySelectorAll<HTMLElement>(selector), (one) => one.innerText.trim());
  const missing = Array.from(document.querySelectorAll<HTMLInputElement>('input:invalid, select:invalid'));
  const parts = [
    ...textsOf('[role=alert]'),
    ...missing.map(
      ({ labels, validationMessage }) => `${labels?.[0]?.innerText ?? ''}: ${validationMessage}`,
    ),
    document.body.innerText,
  ];
  return parts.join(' | ').replaceAll(/\s+/g, ' ');
}

// A locator that waits in vain says what it waited for only; what the reader would have seen explains it.
afterEach(async ({ task }) => {
  const error = task.result?.errors?.[0];
  if (error === undefined) return;
  for (const frame of openPages().flatMap((page) => page.frames())) {
    const text = await frame.evaluate(said).catch(String);
    error.message += `\n${frame.url()} shows: ${text.slice(0, LENGTH_MAX)}`;
  }
});
