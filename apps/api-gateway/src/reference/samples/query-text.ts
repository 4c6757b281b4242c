/** The query such as `?limit=20`, or an empty text. */
export function queryText(query: Record<string, unknown>): string {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text === '' ? '' : `?${text}`;
}
