/** The time for which results are cached, because anyone may ask. */
const REMEMBER_MS = 1000;

interface Parts {
  checks: readonly (() => Promise<boolean> | boolean)[];
  clock: () => Date;
  /** Aborted when the service begins to stop. */
  signal: AbortSignal;
}

/** True if the service accepts requests: database and broker are available and it is not stopping. */
export function readiness({ checks, clock, signal }: Parts): () => Promise<boolean> {
  let known: { until: number; ready: Promise<boolean> } | undefined;
  const look = async () => {
    const held = await Promise.allSettled(checks.map(async (check) => check()));
    return held.every((one) => one.status === 'fulfilled' && one.value);
  };
  return async () => {
    const nowMs = clock().getTime();
    if (!known || known.until <= nowMs) known = { until: nowMs + REMEMBER_MS, ready: look() };
    return !signal.aborted && (await known.ready);
  };
}
