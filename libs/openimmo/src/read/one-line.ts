/** A text in one line, as titles, captions and parts of addresses are. */
export const oneLine = (text: string): string =>
  text
    .split(/[\r\n]/)
    .map((line, at) => (at === 0 ? line : line.trimStart()))
    .reduce((whole, line) => `${whole.trimEnd()} ${line}`);

/** Texts that may be longer have lines; titles, towns and streets have none. */
const SEVERAL_LINES = 1000;

/** A text of at most so many characters as its field has it. */
export const inItsLines = (text: string, longest: number): string =>
  longest < SEVERAL_LINES ? oneLine(text) : text;
