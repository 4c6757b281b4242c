export interface HeartbeatOptions {
  /** Moves the end of the lease; false when it was lost. */
  extend(): Promise<boolean>;
  leaseMs: number;
  /** When the lease ends that was taken: its owner may have stood still since. */
  until: Date;
  clock(): Date;
  /** The lease could not be extended now. */
  onMissed(error: unknown): void;
}

export interface Heartbeat {
  /** Aborted once the lease is lost, or cannot be known to be held any more. */
  readonly lost: AbortSignal;
  /** Looks at the clock instead of waiting for the next beat: timers of a process that stood still are late. */
  isHeld(): boolean;
  /** Extends the lease now. */
  beat(): Promise<void>;
  stop(): void;
}

const BEATS_PER_LEASE = 3;

/** Keeps a lease while work goes on. */
export function startHeartbeat({ extend, leaseMs, until, clock, onMissed }: HeartbeatOptions): Heartbeat {
  const losing = new AbortController();
  let heldUntil = until.getTime();
  // One interval early: from then on another process may hold the lease.
  const isOver = () => clock().getTime() >= heldUntil - leaseMs / BEATS_PER_LEASE;
  const beat = async () => {
    const asked = clock().getTime();
    try {
      if (await extend()) heldUntil = asked + leaseMs;
      else losing.abort();
    } catch (error) {
      onMissed(error);
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
    beat,
    stop: () => {
      clearInterval(timer);
    },
  };
}
