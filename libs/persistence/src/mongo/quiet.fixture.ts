import type { Log } from './log.ts';

/** A silent log, for tests that do not check it. */
export const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
