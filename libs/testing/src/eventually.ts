import { setTimeout as delay } from 'node:timers/promises';

/** However busy the machine is; nobody waits for it unless a test fails. */
const PATIENCE_MS = 50_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 200;
/** What waits long is looked at less often, so that looking does not take the processor from what is waited for. */
const LONGER = 1.3;

/** Repeats a check until it neither throws nor returns false; fails when it has said the same for `timeoutMs`. */
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
