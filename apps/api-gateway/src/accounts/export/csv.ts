/** A cell that a spreadsheet takes for a formula. */
const BEGINS_FORMULA = /^\s*[=+\-@]|^[\t\r]/;
/**
 * A separator within a cell, followed by a formula: a spreadsheet that expects that separator starts a new cell there, even in quotes.
 * Signs before a number or at the end are left as they are, as in `850,-`.
 */
const BEGINS_FORMULA_INSIDE = /[,;\t\r\n](?=[=@]|[+-][\p{L}(])/gu;
const NEEDS_QUOTES = /[",;\r\n]/;

/** The separators of cells; a German spreadsheet has the comma as decimal mark, and expects a semicolon. */
export const SEPARATORS = [',', ';'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** The mark by which a spreadsheet recognizes UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A line of a CSV file according to RFC 4180; an apostrophe turns a formula into text. */
export const csvLine = (cells: readonly (string | undefined)[], separator: Separator = ','): string =>
  `${cells.map((cell = '') => quoted(asText(cell))).join(separator)}\r\n`;

function asText(cell: string): string {
  const text = cell.trimStart();
  const blanks = cell.slice(0, cell.length - text.length);
  return `${BEGINS_FORMULA.test(cell) ? "'" : ''}${blanks}${text.replace(BEGINS_FORMULA_INSIDE, "$&'")}`;
}

const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
