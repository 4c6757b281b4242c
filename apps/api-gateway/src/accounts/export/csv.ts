/** A spreadsheet takes a cell that begins like this for a formula. */
const BEGINS_FORMULA = /^\s*[=+\-@]|^[\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** How a spreadsheet recognizes UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A line of a CSV file as RFC 4180 says; an apostrophe makes text of what would be a formula. */
export const csvLine = (cells: readonly (string | undefined)[]): string =>
  `${cells.map((cell = '') => quoted(BEGINS_FORMULA.test(cell) ? `'${cell}` : cell)).join(',')}\r\n`;

const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
