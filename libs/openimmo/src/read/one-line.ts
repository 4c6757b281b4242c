/** A text in one line, as titles, captions and parts of addresses are. */
export const oneLine = (text: string): string =>
  text
    .split(/[\r\n]/)
    .map((line, at) => (at === 0 ? line : line.trimStart()))
    .reduce((whole, line) => `${whole.trimEnd()} ${line}`);
