import type { OperatorApi } from '../operator-api.ts';
import type { Settings } from '../settings.ts';

export interface Context {
  settings: Settings;
  api: OperatorApi;
  now: () => Date;
  /** Reports the progress of a long command; not part of its report. */
  progress: (text: string) => void;
}

/** The options of every list. */
export interface ListOptions {
  limit?: string;
  after?: string;
}

/** The query of a page, and a hint if there are more. */
export const pageQuery = ({ limit, after }: ListOptions) => ({ limit: limit ?? '50', startAfter: after });

export const moreHint = (page: { hasMore: boolean; data: readonly { id: string }[] }): string =>
  page.hasMore ? `\nThere are more rows: --after ${page.data.at(-1)?.id ?? ''}` : '';
