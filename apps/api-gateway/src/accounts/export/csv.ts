/** A spreadsheet takes a cell that begins like this for a formula. */
const BEGINS_FORMULA = /^\s*[=+\-@]|^[\t\r]/;
const NEEDS_QUOTES = /[",;\r\n]/;

/** A spreadsheet in German takes a comma for a decimal mark, and a semicolon for what separates cells. */
export const SEPARATORS = [',', ';'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** How a spreadsheet recognizes UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A line of a CSV file as RFC 4180 says; an apostrophe makes text of what would be a formula. */
export const csvLine = (cells: readonly (string | undefined)[], separator: Separator = ','): string =>
  `${cells.map((cell = '') => quoted(BEGINS_FORMULA.test(cell) ? `'${cell}` : cell)).join(separator)}\r\n`;

const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
