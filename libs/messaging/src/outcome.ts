import { Conflict, InvalidInput, NotAllowed, NotFound, Unavailable, isAbort } from '@estate/errors';

/** The outcome of a message after its handler ran. */
export type Outcome =
  | { kind: 'handled' }
  | { kind: 'retried'; delayMs: number; reason: string }
  | { kind: 'handed-back' }
  | { kind: 'dead'; reason: string };

export interface History {
  /** Runs in this process that failed because of the message or an internal error, including this one. */
  failures: number;
  /** Runs in this process that failed because a dependency was unavailable, including this one. */
  outages: number;
  /** The number of deliveries of the message to any replica. */
  deliveries: number;
}

/** The delays before the second to fifth attempt: a message that keeps failing is a dead letter after 51 seconds. */
export const RETRY_DELAYS_MS: readonly number[] = [1_000, 5_000, 15_000, 30_000];

/**
 * The maximum number of deliveries. Failures are counted per replica; this bounds them over all replicas and restarts. It takes effect with
 * the second failure here: how many of the deliveries elsewhere were outages is not known.
 */
const DELIVERIES_MAX = 25;

/** Decides the outcome of a message by the error of its handler. */
export function outcomeOf(error: unknown, history: History, delaysMs = RETRY_DELAYS_MS): Outcome {
  if (isAbort(error)) return { kind: 'handed-back' };
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof InvalidInput || error instanceof NotAllowed) return { kind: 'dead', reason };
  const delayMs = delayOf(history, delaysMs);
  // The message is not the cause: it is retried until the dependency is available again.
  if (error instanceof Unavailable) return { kind: 'retried', delayMs, reason };
  if (isExhausted(history, delaysMs)) return { kind: 'dead', reason };
  const atOnce = error instanceof Conflict && history.failures === 1;
  return { kind: 'retried', delayMs: atOnce ? 0 : delayMs, reason };
}

const delayOf = ({ failures, outages }: History, delaysMs: readonly number[]): number =>
  delaysMs[Math.min(failures + outages, delaysMs.length) - 1] ?? 0;

const isExhausted = ({ failures, outages, deliveries }: History, delaysMs: readonly number[]): boolean =>
  failures > delaysMs.length || (failures > 1 && deliveries - outages >= DELIVERIES_MAX);

/** The level of the log line; `error` means that a person must act. */
export function levelOf(error: unknown, outcome: Outcome): 'info' | 'warn' | 'error' {
  if (outcome.kind === 'handled' || outcome.kind === 'handed-back') return 'info';
  if (error instanceof NotFound || error instanceof Conflict || error instanceof InvalidInput) {
    return outcome.kind === 'dead' ? 'warn' : 'info';
  }
  return error instanceof Unavailable || error instanceof NotAllowed ? 'warn' : 'error';
}
