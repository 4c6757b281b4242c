import { z } from 'zod';

/** Letters that Unicode does not decompose, with their common transcriptions. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ς: 'σ',
};
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

/** A text in the form for comparison in a search: without case, accents and German transcriptions. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(SPECIAL, (letter) => PLAIN[letter] ?? letter)
    .replaceAll('ae', 'a')
    .replaceAll('oe', 'o')
    .replaceAll('ue', 'u');

/** The distinct words of a text in the form for comparison: sequences of letters and digits. */
export const wordsOf = (text: string): string[] => [...new Set(fold(text).match(/[\p{L}\p{N}]+/gu))];

/** A search; every word of it must be the beginning of a word of a result. */
export const SearchText = z
  .string()
  .max(100)
  .refine((text) => wordsOf(text).length > 0, { error: 'must have a letter or a digit' });
