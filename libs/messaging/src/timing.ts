import { RETRY_DELAYS_MS } from './outcome.ts';

/** The clocks of a bus, all in milliseconds. */
export interface Timing {
  askTimeoutMs: number;
  /** Waits between asks that nobody received: a service that is restarting is back within their sum. */
  noResponderDelaysMs: readonly number[];
  publishTimeoutMs: number;
  /** How long a delivery may go without a sign of life before it is delivered again. */
  ackWaitMs: number;
  retryDelaysMs: readonly number[];
  /** The broker's sign of life to an idle consumer; twice this without one and the consumer is set up anew. */
  heartbeatMs: number;
  /** How long running handlers may go on after close. */
  graceMs: number;
}

export const TIMING: Timing = {
  askTimeoutMs: 5_000,
  noResponderDelaysMs: [50, 100, 200, 300, 350],
  publishTimeoutMs: 5_000,
  ackWaitMs: 30_000,
  retryDelaysMs: RETRY_DELAYS_MS,
  heartbeatMs: 5_000,
  graceMs: 10_000,
};
