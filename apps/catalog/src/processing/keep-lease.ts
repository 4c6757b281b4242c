import type { PropertyQueue, ClaimedProperty } from '../stores/property-queue.ts';

export interface LeaseKeeping {
  queue: Pick<PropertyQueue, 'extend'>;
  leaseMs: number;
  clock: () => Date;
}

/** Runs something while the property stays ours; its signal is aborted when the lease is lost. */
export async function keepLease<T>(
  { queue, leaseMs, clock }: LeaseKeeping,
  claimed: ClaimedProperty,
  run: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const extend = async (): Promise<void> => {
    if (!(await queue.extend(claimed, leaseMs, clock()))) lost.abort();
  };
  const timer = setInterval(() => {
    // The store may be back before the lease ends; if not, the fence refuses the result.
    extend().catch(() => undefined);
  }, leaseMs / 3);
  try {
    return await run(lost.signal);
  } finally {
    clearInterval(timer);
  }
}
