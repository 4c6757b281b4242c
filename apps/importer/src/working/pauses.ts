import { EXPECTED_MS_MAX } from '../stores/import-queue.ts';

/** Pauses after internal errors, and while another service is unavailable. */
export const BACKOFF = { firstMs: 2000, longestMs: 300_000 };
/** The queues of an account that is being closed are looked at again after so long. */
export const HELD_MS = 60_000;
/** No queue is planned further ahead than this. */
export const LONGEST_PAUSE_MS = Math.max(BACKOFF.longestMs, HELD_MS, EXPECTED_MS_MAX);
