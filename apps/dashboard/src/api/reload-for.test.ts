import { describe, expect, it } from 'vitest';
import { isMissingFile, missingStyle, reloadFor } from './reload-for.ts';

function browser() {
  const kept = new Map<string, string>();
  const seen = { reloads: 0 };
  const sessionStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
  return { seen, place: { sessionStorage, location: { reload: () => void (seen.reloads += 1) } } };
}

describe('a page of an earlier version', () => {
  it('a page whose file is missing is loaded again three times, and again for another file', () => {
    const { seen, place } = browser();
    for (let time = 1; time <= 5; time += 1) reloadFor('page-a.css', place);
    expect(seen.reloads).toBe(3);
    for (let time = 1; time <= 5; time += 1) reloadFor('page-b.css', place);
    expect(seen.reloads).toBe(6);
  });

  it('a page two of whose files are missing is not loaded again without end', () => {
    const { seen, place } = browser();
    for (let time = 1; time <= 9; time += 1) for (const file of ['a.css', 'b.js']) reloadFor(file, place);
    expect(seen.reloads).toBe(6);
  });

  it.each([
    'Failed to fetch dynamically imported module: https://x/dashboard/assets/a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /dashboard/assets/a.css',
  ])('a missing file is recognized in every browser (%s)', (message) => {
    expect(isMissingFile(new TypeError(message))).toBe(true);
  });

  it('an error of the page itself is no missing file', () => {
    expect(isMissingFile(new TypeError('x is undefined'))).toBe(false);
  });

  it('a style that did not arrive is found', () => {
    const sheet = {} as CSSStyleSheet;
    const [a, b] = [
      { href: 'a.css', sheet },
      { href: 'b.css', sheet: null },
    ];
    expect(missingStyle([a, b])).toBe('b.css');
    expect(missingStyle([a])).toBeUndefined();
  });
});
