/** A text as its words, so that `Lindenstraße 12a` and `lindenstr. 12 A` are the same. */
function wordsOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/([aou])e/gu, '$1');
  const words = plain.match(/\p{L}+|\p{N}+/gu) ?? [];
  return words.map((word) => word.replace(/strasse$/u, 'str'));
}

const isNumber = (word: string): boolean => /^(?:\p{N}+|\p{L})$/u.test(word);

/** Without a house number that is behind the street. The squares of Mannheim, such as `Q 7`, stay as they are. */
function withoutNumber(words: readonly string[]): readonly string[] {
  const last = words.findLastIndex((word) => !isNumber(word));
  return last < 0 ? words : words.slice(0, last + 1);
}

/** A number; one with a point behind it belongs to a name, as `17.` of `Straße des 17. Juni` does. */
const NUMBER = /\p{N}+\.?/gu;
const WORD = /\p{L}+/gu;
/** The name of a street ends with a longer word. */
const SHORTEST_WORD = 3;
/** A number behind one of these belongs to a name, too: `20` of `Via 20 Settembre`. */
const NO_STREET = new Set('das dei del dem den der des die las les los rue und via'.split(' '));

/** A street without all that is behind its house number, such as `12 Top 4`. */
function beforeNumber(street: string): string {
  for (const { 0: number, index } of street.matchAll(NUMBER)) {
    if (number.endsWith('.')) continue;
    const before = street.slice(0, index);
    const word = before.match(WORD)?.at(-1) ?? '';
    if (word.length >= SHORTEST_WORD && !NO_STREET.has(word.toLowerCase())) return before;
  }
  return street;
}

/** Finds a street in texts, with or without its number, however it is written. */
export function mentionsOf(street: string): (text: string) => boolean {
  const wanted = withoutNumber(wordsOf(beforeNumber(street)));
  if (wanted.length === 0) return () => false;
  const sequence = ` ${wanted.join(' ')} `;
  return (text) => ` ${wordsOf(text).join(' ')} `.includes(sequence);
}
