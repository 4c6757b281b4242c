import { DeadlineExceeded } from './errors.ts';

export interface Deadline {
  /** Aborted with DeadlineExceeded when the time is over, or with the reason of the caller's signal. */
  readonly signal: AbortSignal;
  /** Must be called after the exchange, in any case. */
  end(): void;
}

/** Starts the time limit for a whole exchange, combined with the caller's signal if there is one. */
export function startDeadline(timeoutMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DeadlineExceeded(timeoutMs)), timeoutMs);
  return {
    signal: outer ? AbortSignal.any([outer, controller.signal]) : controller.signal,
    end: () => clearTimeout(timer),
  };
}
