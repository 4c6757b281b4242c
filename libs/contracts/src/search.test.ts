import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SearchText, wordsOf } from './search.ts';

it.each([
  ['MÜNCHEN', 'Muenchen', 'munchen'],
  ['Straße', 'strasse', 'STRASSE'],
  ['Köln-Süd', 'koeln sued', 'KOLN/SUD'],
  ['Café', 'cafe', 'CAFE\u0301'],
  ['P-77 #3', 'p 77 3', 'p/77_3'],
  ['Ærø', 'aero', 'AERO'],
])('the words %s, %s and %s of a search are equal', (one, other, third) => {
  expect(wordsOf(one)).toEqual(wordsOf(other));
  expect(wordsOf(one)).toEqual(wordsOf(third));
});

it('the words of a search are letters and digits in a row, each once', () => {
  expect(wordsOf('Haus, haus & Garten (2. OG)')).toEqual(['haus', 'garten', '2', 'og']);
  expect(wordsOf('… 🏠 -')).toEqual([]);
});

it('the beginning of a word stays a beginning, wherever it is cut', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aeouäöüß1é'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(letters, fc.nat({ max: 12 }), (word, cut) => {
      const [begun] = wordsOf(word.slice(0, cut));
      if (begun !== undefined) expect(wordsOf(word)[0]!.startsWith(begun)).toBe(true);
    }),
  );
});

it('a search without any word is refused', () => {
  expect(SearchText.safeParse('München').success).toBe(true);
  for (const text of ['', '  ', '🏠', '--']) expect(SearchText.safeParse(text).success).toBe(false);
});
