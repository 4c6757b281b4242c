import Table from 'cli-table3';

/** The result of a command: text for people, JSON for programs. */
export interface Report {
  text: string;
  json: unknown;
  /** False if something is wrong: exit code 1. */
  ok?: boolean;
}

export type Cell = string | number | boolean | undefined;

/** A table with headings; `nothing` is shown without rows. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  nothing: string,
): string {
  if (rows.length === 0) return nothing;
  const drawn = new Table({ head: [...headings], style: { head: [], border: [], compact: true } });
  drawn.push(...rows.map((row) => row.map(shown)));
  return drawn.toString();
}

/** The names and values of one thing. */
export function details(fields: Readonly<Record<string, Cell>>): string {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  const width = Math.max(0, ...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${name.padEnd(width)}  ${shown(value)}`).join('\n');
}

/** Control characters except line feed: foreign texts must not control the terminal. */
const CONTROL = /[^\P{Cc}\n]/gu;

const shown = (value: Cell): string => (value === undefined ? '' : String(value).replaceAll(CONTROL, '�'));

/** The age of a time, in the largest unit that fits. */
export function ago(time: string | Date, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - new Date(time).getTime()) / 1000));
  for (const [size, unit] of UNITS)
    if (seconds >= size) return `${String(Math.floor(seconds / size))} ${unit}`;
  return 'now';
}

const UNITS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;
