/** Cuts a text to a number of code units, in whole characters and without trailing blanks. */
export const cutText = (text: string, longest: number): string =>
  text
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();

/** Cuts a text at a word, unless it has only one. */
export function cutAtWord(text: string, longest: number): string {
  const cut = cutText(text, longest);
  const end = /\s/.test(text.charAt(cut.length)) ? cut.length : cut.lastIndexOf(' ');
  return text.length <= longest || end <= 0 ? cut : cutText(text, end);
}
