import { z } from 'zod';

/** Letters that have no marks to lose and that people also write otherwise. */
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

/** The text as it is compared in a search: without case, accents and German transcriptions. */
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

/** The words of a text as they are compared in a search, each once: letters and digits in a row. */
export const wordsOf = (text: string): string[] => [...new Set(fold(text).match(/[\p{L}\p{N}]+/gu))];

/** Every word of a search must begin a word of a result. */
export const SearchText = z
  .string()
  .max(100)
  .refine((text) => wordsOf(text).length > 0, { error: 'must have a letter or a digit' });
