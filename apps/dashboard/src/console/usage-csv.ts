import type { Usage } from '@estate/client';

const COLUMNS = [
  'accountId',
  'month',
  'countedUntil',
  'properties',
  'listings',
  'bytes',
  'publications',
  'deliveries',
  'requests',
] as const satisfies (keyof Usage)[];

/** One line for each account, with the names of the fields in the first line. No value contains a comma or a quote. */
export const usageCsv = (all: readonly Usage[]): string =>
  [COLUMNS.join(','), ...all.map((usage) => COLUMNS.map((name) => usage[name]).join(','))].join('\n') + '\n';
