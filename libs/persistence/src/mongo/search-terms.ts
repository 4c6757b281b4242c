import { wordsOf } from '@estate/contracts';

/** How many characters of a word are stored as its beginnings: each one more costs an entry in the index for every word. */
const LENGTHS = [8, 4, 2] as const;

/** Terms that are stored of texts so that an index finds the words in them: whole words, and their beginnings of some lengths. */
export function termsOf(...texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap(wordsOf).flatMap((word) => [word, ...beginningsOf(word)]))];
}

/** The longest first. */
function beginningsOf(word: string): string[] {
  const characters = Array.from(word);
  return LENGTHS.filter((length) => length <= characters.length).map((length) =>
    characters.slice(0, length).join(''),
  );
}

/** A condition for each word of the text that an index finds by itself; it matches what has the word, and more. */
export const conditionsOnWords = (text: string): { terms: string }[] =>
  distinctive(wordsOf(text)).flatMap((word) => {
    const [terms] = beginningsOf(word);
    return terms === undefined ? [] : [{ terms }];
  });

/** True if the text has one word and the index finds it. */
export const isOneWord = (text: string): boolean =>
  distinctive(wordsOf(text)).length === 1 && conditionsOnWords(text).length === 1;

/** Conditions on the field `terms`: every word of the text begins one of the stored words. */
export function findingTerms(text: string): { terms?: string; $and?: { terms: object | string }[] } {
  const conditions = distinctive(wordsOf(text)).flatMap((word) => {
    const [beginning] = beginningsOf(word);
    // A word has nothing but letters and digits, so it needs no escape.
    const compared = { terms: { $regex: `^${word}` } };
    if (beginning === undefined) return [compared];
    return beginning === word ? [{ terms: word }] : [{ terms: beginning }, compared];
  });
  const [only, ...others] = conditions;
  return others.length === 0 && typeof only?.terms === 'string'
    ? { terms: only.terms }
    : { $and: conditions };
}

/** Without the words that begin another one: what has that one has them, too. */
const distinctive = (words: readonly string[]): string[] =>
  words.filter((word) => words.every((other) => other === word || !other.startsWith(word)));
