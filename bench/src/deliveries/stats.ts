import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from './place.ts';

/** What the receiver has got since it was reset; latencies run from the event to its arrival. */
export interface Stats {
  distinct: number;
  received: number;
  p50Ms: number;
  p99Ms: number;
  lastMs: number;
}

const PATIENCE_MS = 180_000;

export const statsOf = async ({ receiverUrl }: Place): Promise<Stats> =>
  (await (await fetch(`${receiverUrl}/stats`)).json()) as Stats;

export async function reset({ receiverUrl }: Place): Promise<void> {
  await fetch(`${receiverUrl}/reset`);
}

/** Waits until so many events have arrived. @throws Error when they do not */
export async function untilArrived(place: Place, count: number): Promise<Stats> {
  const endMs = Date.now() + PATIENCE_MS;
  while (Date.now() < endMs) {
    const stats = await statsOf(place);
    if (stats.distinct >= count) return stats;
    await sleep(50);
  }
  const { distinct } = await statsOf(place);
  throw new Error(`${String(distinct)} of ${String(count)} events arrived.`);
}

/** Does something `count` times, so many a second. */
export async function atRate(
  perSecond: number,
  count: number,
  work: (n: number) => Promise<void>,
): Promise<void> {
  const startedMs = performance.now();
  const running: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    const waitMs = startedMs + (n * 1000) / perSecond - performance.now();
    if (waitMs > 1) await sleep(waitMs);
    running.push(work(n));
  }
  await Promise.all(running);
}
