import type { Report, ReportState } from './contract-types.ts';
import type { CountedListQuery } from './page.ts';
import type { Readable } from './resource.ts';

export interface ReportQuery extends CountedListQuery {
  targetId?: string | undefined;
  /** Only reports that name this listing. */
  listingId?: string | undefined;
  state?: ReportState | undefined;
  /** Only reports that name an object with this number, or a package with this file name. */
  object?: string | undefined;
}

/** What platforms reported about the listings of the account. */
export type Reports = Readable<Report, ReportQuery>;
