/** SHUTDOWN_GRACE_MS, unless the values have another one. */
export const SHUTDOWN_GRACE_MS = 25_000;
/** Until every client has learned that a replica takes no new work. */
export const PRE_STOP_MS = 5000;
/** For the pause of `preStop`, and for the end of the process. */
export const FURTHER_SECONDS = PRE_STOP_MS / 1000 + 5;

/** For how long a pod may end before it is killed. */
export const graceSeconds = ({ SHUTDOWN_GRACE_MS: ms }: Readonly<Record<string, string>> = {}): number =>
  FURTHER_SECONDS + Math.ceil(Number(ms ?? SHUTDOWN_GRACE_MS) / 1000);
