import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 10;

/** Repeats a check until it neither throws nor returns false; fails with its last error after `timeoutMs`. */
export async function eventually<T>(
  check: () => T | Promise<T>,
  timeoutMs = 5_000,
): Promise<Exclude<T, false>> {
  const endMs = performance.now() + timeoutMs;
  for (;;) {
    try {
      const result = await check();
      if (result !== false) return result as Exclude<T, false>;
      if (performance.now() > endMs) throw new Error(`not true within ${timeoutMs} ms: ${check.toString()}`);
    } catch (error) {
      if (performance.now() > endMs) throw error;
    }
    await delay(PAUSE_MS);
  }
}
