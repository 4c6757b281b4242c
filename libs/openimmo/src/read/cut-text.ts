/** As many whole characters as fit into so many code units, without blanks at the end. */
export const cutText = (text: string, longest: number): string =>
  text
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();

/** The same without a word that does not fit, unless there is only one. */
export function cutAtWord(text: string, longest: number): string {
  const cut = cutText(text, longest);
  const end = /\s/.test(text.charAt(cut.length)) ? cut.length : cut.lastIndexOf(' ');
  return text.length <= longest || end <= 0 ? cut : cutText(text, end);
}
