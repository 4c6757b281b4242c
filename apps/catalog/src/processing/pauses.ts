import type { CatalogConfig } from '../config.ts';

/** Pauses after internal errors. */
export const BACKOFF = { firstMs: 5000, longestMs: 600_000 };
/** Long enough that the other files of a run are not waited for, and shorter than most retry delays. */
export const SILENCE_REMEMBERED_MS = 15_000;

/** The settings of the retries of a property. */
export type RetryConfig = Pick<CatalogConfig, 'PROCESSING_RETRY_DELAYS_MS'>;

/** No property is planned further ahead than this. */
export const longestPauseMs = ({ PROCESSING_RETRY_DELAYS_MS: delaysMs }: RetryConfig): number =>
  Math.max(BACKOFF.longestMs, SILENCE_REMEMBERED_MS, ...delaysMs);
