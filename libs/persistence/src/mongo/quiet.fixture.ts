import type { Log } from './log.ts';

/** For tests that do not look at the log. */
export const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
