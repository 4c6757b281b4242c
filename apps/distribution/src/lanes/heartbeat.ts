import type { Logger } from '@estate/observability';

interface HeartbeatOptions {
  /** Moves the end of the lease; false when it was lost. */
  extend(): Promise<boolean>;
  leaseMs: number;
  /** When the lease ends that was taken: its owner may have stood still since. */
  until: Date;
  clock(): Date;
  log: Logger;
}

export interface Heartbeat {
  /** Aborted once the lease is lost, or cannot be known to be held any more. */
  readonly lost: AbortSignal;
  /** Looks at the clock instead of waiting for the next beat: timers of a process that stood still are late. */
  isHeld(): boolean;
  stop(): void;
}

const BEATS_PER_LEASE = 3;

/** Keeps a lease while work goes on. */
export function startHeartbeat({ extend, leaseMs, until, clock, log }: HeartbeatOptions): Heartbeat {
  const losing = new AbortController();
  let heldUntil = until.getTime();
  // One interval early: from then on another worker may hold the lane.
  const isOver = () => clock().getTime() >= heldUntil - leaseMs / BEATS_PER_LEASE;
  const beat = async () => {
    const asked = clock().getTime();
    try {
      if (await extend()) heldUntil = asked + leaseMs;
      else losing.abort();
    } catch (error) {
      log.warn({ err: error }, 'lane.lease.not-extended');
      if (isOver()) losing.abort();
    }
  };
  const timer = setInterval(() => void beat(), leaseMs / BEATS_PER_LEASE);
  timer.unref();
  return {
    lost: losing.signal,
    isHeld: () => {
      if (isOver()) losing.abort();
      return !losing.signal.aborted;
    },
    stop: () => {
      clearInterval(timer);
    },
  };
}
