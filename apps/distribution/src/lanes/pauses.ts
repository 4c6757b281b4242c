import type { DistributionConfig } from '../config.ts';
import { longestDelayMs } from '../domain/retry-schedule.ts';
import { MAX_WAIT_MS } from '../platforms/rest/rate-gate.ts';

/** When the due listings of a target that does not exist are looked at again; longer than any pause after an internal error. */
export const ORPHAN_WAIT_MS = 300_000;

/** The settings of the pauses of listings and lanes. */
export type PauseConfig = Pick<DistributionConfig, 'PROPERTY_RECHECK_MS' | 'PUBLISH_RETRY_DELAYS_MS'>;

/** No listing and no lane is planned further ahead than this. */
export const longestPauseMs = (config: PauseConfig): number =>
  Math.max(
    longestDelayMs({ delaysMs: config.PUBLISH_RETRY_DELAYS_MS }),
    config.PROPERTY_RECHECK_MS,
    ORPHAN_WAIT_MS,
    MAX_WAIT_MS,
  );
