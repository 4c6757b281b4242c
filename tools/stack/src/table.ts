/** Lines with aligned columns and a frame; the first column names the row. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const rule = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+`;
  const lines = rows.map(
    (row) => `|${widths.map((width, column) => ` ${(row[column] ?? '').padEnd(width)} `).join('|')}|`,
  );
  return [rule, ...lines, rule].join('\n');
}
