export interface HeartbeatOptions {
  /** Moves the end of the lease; false if it was lost. */
  extend(): Promise<boolean>;
  leaseMs: number;
  /** The end of the acquired lease: its owner may have been suspended since. */
  until: Date;
  clock(): Date;
  /** Called if the lease could not be extended now. */
  onMissed(error: unknown): void;
}

export interface Heartbeat {
  /** Aborted once the lease is lost, or may be lost. */
  readonly lost: AbortSignal;
  /** Checks the clock instead of waiting for the next beat: timers of a suspended process are late. */
  isHeld(): boolean;
  /** Extends the lease now. */
  beat(): Promise<void>;
  stop(): void;
}

const BEATS_PER_LEASE = 3;

/** Extends a lease while work is in progress. */
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
