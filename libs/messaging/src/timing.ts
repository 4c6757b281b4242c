import { RETRY_DELAYS_MS } from './outcome.ts';

/** The times of a bus, all in milliseconds. */
export const TIMING = {
  askTimeoutMs: 5_000,
  /** For how long a replica may show no sign of life before another one is asked; doubled after every third one. */
  signOfLifeMs: 2_000,
  /** Pauses between asks that reached nobody; a service that restarts is back within their sum. */
  noResponderDelaysMs: [50, 100, 200, 300, 350] as readonly number[],
  publishTimeoutMs: 5_000,
  /** The time without a sign of life after which a message is delivered again. */
  ackWaitMs: 30_000,
  retryDelaysMs: RETRY_DELAYS_MS,
  /** The interval of the broker's heartbeats to an idle consumer; after two missed ones the consumer is set up again. */
  heartbeatMs: 5_000,
  /** Running handlers may continue for so long after close. */
  graceMs: 10_000,
};

export type Timing = typeof TIMING;
