/** Replaces erased words. */
export const ERASED = '[erased]';

/** The minimum length of a word: shorter ones are part of too many others. */
const SHORTEST = 3;

/** The text without these words, regardless of case; a longer word that contains one of them stays. */
export function redacted(text: string, words: readonly string[]): string {
  const wanted = [...new Set(words.map((word) => word.trim()))]
    .filter((word) => word.length >= SHORTEST)
    // The longest first: a word that is part of another one must not leave the rest of it.
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (wanted.length === 0) return text;
  const whole = String.raw`(?<![\p{L}\p{N}])(?:${wanted.join('|')})(?![\p{L}\p{N}])`;
  return text.replaceAll(new RegExp(whole, 'giu'), ERASED);
}
