// Generated from the contracts of operations. Do not change it: npx nx derive
import type { ListQuery } from './page.ts';

export interface SummaryQuery {
  /** The number of days, including today, from 1 to 30, by default 14. */
  days?: number | undefined;
}

export interface ImportObjectQuery extends ListQuery {
  /** Only objects with this outcome. */
  outcome?: 'pending' | 'created' | 'updated' | 'unchanged' | 'deleted' | 'failed' | undefined;
  /** With `true`, only objects of a preview that read differently. */
  differing?: boolean | undefined;
  /** Only objects with exactly this number or external id. */
  q?: string | undefined;
}
