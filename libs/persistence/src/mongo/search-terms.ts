import { wordsOf } from '@estate/contracts';

/** The lengths of prefixes that are stored of each word: each one costs an index entry for every word. */
const LENGTHS = [8, 4, 2] as const;

/** The terms to store of texts, by which an index finds their words: whole words, and prefixes of some lengths. */
export function termsOf(...texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap(wordsOf).flatMap((word) => [word, ...beginningsOf(word)]))];
}

/** The prefixes of a word, the longest first. */
function beginningsOf(word: string): string[] {
  const characters = Array.from(word);
  return LENGTHS.filter((length) => length <= characters.length).map((length) =>
    characters.slice(0, length).join(''),
  );
}

/** A condition for each word of the text that an index can answer alone; it matches documents with the word, and more. */
export const conditionsOnWords = (text: string): { terms: string }[] =>
  distinctive(wordsOf(text)).flatMap((word) => {
    const [terms] = beginningsOf(word);
    return terms === undefined ? [] : [{ terms }];
  });

/** True if the text has one word and the index finds exactly that. */
export const isOneWord = (text: string): boolean =>
  distinctive(wordsOf(text)).length === 1 && conditionsOnWords(text).length === 1;

/** Conditions on the field `terms`: every word of the text is the beginning of a stored word. */
export function findingTerms(text: string): { terms?: string; $and?: { terms: object | string }[] } {
  const conditions = distinctive(wordsOf(text)).flatMap((word) => {
    const [beginning] = beginningsOf(word);
    // A word has only letters and digits, so it needs no escaping.
    const compared = { terms: { $regex: `^${word}` } };
    if (beginning === undefined) return [compared];
    return beginning === word ? [{ terms: word }] : [{ terms: beginning }, compared];
  });
  const [only, ...others] = conditions;
  return others.length === 0 && typeof only?.terms === 'string'
    ? { terms: only.terms }
    : { $and: conditions };
}

/** Drops the words that are the beginning of another one, because they match whenever that one does. */
const distinctive = (words: readonly string[]): string[] =>
  words.filter((word) => words.every((other) => other === word || !other.startsWith(word)));
