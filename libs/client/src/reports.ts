import type { Report, ReportState } from './contract-types.ts';
import { List } from './page.ts';
import type { CountedListQuery } from './page.ts';
import { segment } from './resource.ts';
import type { CallOptions } from './transport.ts';

export interface ReportQuery extends CountedListQuery {
  targetId?: string | undefined;
  /** Only reports that name this listing. */
  listingId?: string | undefined;
  state?: ReportState | undefined;
}

/** What platforms reported about the listings of the account. */
export class Reports extends List<Report, ReportQuery> {
  /** @throws ApiError, ConnectionError */
  get(id: string, options?: CallOptions): Promise<Report> {
    return this.transport.json({ method: 'GET', path: `${this.path}/${segment(id)}`, options });
  }
}
