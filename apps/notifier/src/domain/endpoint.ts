/** The number of deliveries to a receiver at a time, and whether deliveries to it are suspended. */
export interface Endpoint {
  /** Attempts at a time, rounded down. */
  readonly window: number;
  /** No failure so far: the window grows quickly. */
  readonly fresh: boolean;
  /** Its last response took long. */
  readonly slow: boolean;
  /** Different deliveries that failed since the last success, as many as matter. */
  readonly failed: readonly string[];
  /** Nothing is sent before this moment. */
  readonly heldUntilMs: number;
  /** How often it was suspended in a row. */
  readonly holds: number;
}

export interface EndpointLimits {
  /** Most attempts at a time. */
  windowMax: number;
  /** How long deliveries are suspended for the first time; doubled each time. */
  holdMs: number;
}

export interface AttemptOutcome {
  deliveryId: string;
  ok: boolean;
  durationMs: number;
}

const FIRST_WINDOW = 2;
const SLOW_MS = 1000;
/** A slow receiver gets at most so many attempts at a time. */
const SLOW_WINDOW_MAX = 4;
/** Deliveries to a receiver are suspended after so many different ones have failed in a row. */
const SUSPENDED_AFTER = 5;
const HOLD_DOUBLINGS_MAX = 4;

export const FRESH_ENDPOINT: Endpoint = {
  window: FIRST_WINDOW,
  fresh: true,
  slow: false,
  failed: [],
  heldUntilMs: 0,
  holds: 0,
};

/** An endpoint after an attempt: a success widens its window, a failure halves it, many failures hold it. */
export function afterAttempt(
  endpoint: Endpoint,
  outcome: AttemptOutcome,
  { nowMs, limits }: { nowMs: number; limits: EndpointLimits },
): Endpoint {
  const slow = outcome.durationMs > SLOW_MS;
  return outcome.ok
    ? succeeded(endpoint, slow, limits)
    : failed({ ...endpoint, slow }, outcome.deliveryId, { nowMs, limits });
}

function succeeded(endpoint: Endpoint, slow: boolean, { windowMax }: EndpointLimits): Endpoint {
  const most = slow ? Math.min(SLOW_WINDOW_MAX, windowMax) : windowMax;
  const step = endpoint.fresh ? 1 : 1 / endpoint.window;
  const window = Math.max(1, Math.min(most, endpoint.window + step));
  return { ...endpoint, window, slow, failed: [], heldUntilMs: 0, holds: 0 };
}

function failed(
  endpoint: Endpoint,
  deliveryId: string,
  { nowMs, limits }: { nowMs: number; limits: EndpointLimits },
): Endpoint {
  const shrunk = { ...endpoint, fresh: false, window: Math.max(1, endpoint.window / 2) };
  // The attempts under way when it was suspended do not count again.
  if (isHeld(endpoint, nowMs)) return shrunk;
  const known = endpoint.failed.includes(deliveryId);
  const ids = known ? endpoint.failed : [...endpoint.failed, deliveryId].slice(-SUSPENDED_AFTER);
  const isSuspended = endpoint.holds > 0 || ids.length >= SUSPENDED_AFTER;
  if (!isSuspended) return { ...shrunk, failed: ids };
  const holdMs = limits.holdMs * 2 ** Math.min(endpoint.holds, HOLD_DOUBLINGS_MAX);
  return { ...shrunk, window: 1, failed: ids, heldUntilMs: nowMs + holdMs, holds: endpoint.holds + 1 };
}

export const isHeld = ({ heldUntilMs }: Endpoint, nowMs: number): boolean => nowMs < heldUntilMs;
