import { RETRY_DELAYS_MS } from './outcome.ts';

/** The times of a bus, all in milliseconds. */
export const TIMING = {
  askTimeoutMs: 5_000,
  /** The time without an announcement after which another replica is asked; doubled after every third one. */
  signOfLifeMs: 2_000,
  /** The delays between asks that reached nobody; a restarting service is back within their sum. */
  noResponderDelaysMs: [50, 100, 200, 300, 350] as readonly number[],
  publishTimeoutMs: 5_000,
  /** The time without an acknowledgement after which a message is delivered again. */
  ackWaitMs: 30_000,
  retryDelaysMs: RETRY_DELAYS_MS,
  /** The interval of the broker's heartbeats to an idle consumer; after two missed ones the consumer is set up again. */
  heartbeatMs: 5_000,
  /** The time that running handlers have after close. */
  graceMs: 10_000,
};

export type Timing = typeof TIMING;
