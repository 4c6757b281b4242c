import { setTimeout as delay } from 'node:timers/promises';

/** Long enough for a busy machine; it is only used up when a test fails. */
const PATIENCE_MS = 50_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 200;
/** The factor between intervals: long waits poll less often, so that polling does not take the processor from the tested code. */
const LONGER = 1.3;

/** Retries a check until it neither throws nor returns false; fails if its result has been the same for `timeoutMs`. */
export async function eventually<T>(
  check: () => T | Promise<T>,
  timeoutMs = PATIENCE_MS,
): Promise<Exclude<T, false>> {
  let [said, sinceMs] = ['', performance.now()];
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGER * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      const result = await check();
      if (result !== false) return result as Exclude<T, false>;
      throw new Error(`not true for ${timeoutMs} ms: ${check.toString()}`);
    } catch (error) {
      if (performance.now() > sinceMs + timeoutMs) throw error;
      if (String(error) !== said) [said, sinceMs] = [String(error), performance.now()];
    }
    await delay(pauseMs);
  }
}
