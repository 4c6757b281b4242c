/** The default of SHUTDOWN_GRACE_MS. */
export const SHUTDOWN_GRACE_MS = 25_000;
/** The time until every client knows that a replica takes no new work. */
export const PRE_STOP_MS = 5000;
/** The additional time for the pause of `preStop`, and for the end of the process. */
export const FURTHER_SECONDS = PRE_STOP_MS / 1000 + 5;

/** The time after which a stopping pod is killed. */
export const graceSeconds = ({ SHUTDOWN_GRACE_MS: ms }: Readonly<Record<string, string>> = {}): number =>
  FURTHER_SECONDS + Math.ceil(Number(ms ?? SHUTDOWN_GRACE_MS) / 1000);
