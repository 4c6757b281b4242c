/** A spreadsheet takes a cell that begins like this for a formula. */
const BEGINS_FORMULA = /^\s*[=+\-@]|^[\t\r]/;
/**
 * A spreadsheet that expects another separator takes what follows one for a cell of its own, also in quotes. Signs before a number or at the end
 * are left as they are, as in `850,-`.
 */
const BEGINS_FORMULA_INSIDE = /[,;\t\r\n](?=[=@]|[+-][\p{L}(])/gu;
const NEEDS_QUOTES = /[",;\r\n]/;

/** A spreadsheet in German takes a comma for a decimal mark, and a semicolon for what separates cells. */
export const SEPARATORS = [',', ';'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** How a spreadsheet recognizes UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A line of a CSV file as RFC 4180 says; an apostrophe makes text of what would be a formula. */
export const csvLine = (cells: readonly (string | undefined)[], separator: Separator = ','): string =>
  `${cells.map((cell = '') => quoted(asText(cell))).join(separator)}\r\n`;

function asText(cell: string): string {
  const text = cell.trimStart();
  const blanks = cell.slice(0, cell.length - text.length);
  return `${BEGINS_FORMULA.test(cell) ? "'" : ''}${blanks}${text.replace(BEGINS_FORMULA_INSIDE, "$&'")}`;
}

const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
