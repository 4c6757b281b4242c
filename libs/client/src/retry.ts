import { ApiError, ConnectionError } from './errors.ts';

const BASE_MS = 250;
const LONGEST_BACKOFF_MS = 8000;
/** The client waits at most this long for a retry. For a longer `Retry-After` it throws. */
const LONGEST_WAIT_MS = 60_000;
const PASSING = new Set([429, 502, 503, 504]);

/** The time to wait before the next attempt, in milliseconds; undefined if the call must not be retried. `attempt` counts from 0. */
export function delayBeforeRetry(error: unknown, attempt: number): number | undefined {
  if (!mayPass(error)) return undefined;
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined;
  if (asked !== undefined && asked > LONGEST_WAIT_MS) return undefined;
  const backoff = Math.min(LONGEST_BACKOFF_MS, BASE_MS * 2 ** attempt);
  return (asked ?? 0) + backoff * (0.5 + Math.random() / 2);
}

function mayPass(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError)) return false;
  return PASSING.has(error.status) || error.code === 'idempotency-in-progress';
}

/** Waits. An aborted signal ends the wait with its reason. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
