import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '@estate/stack';
import { percentile } from '../report.ts';
import { sampleProperty } from '../sample-property.ts';

/** A person who works with the API, or a small program. */
const PAUSE_MS = 100;

export interface Latency {
  calls: number;
  p50Ms: number;
  p95Ms: number;
  longestMs: number;
}

/** Creates properties, one after the other, until the signal is aborted; returns how long each took. */
export async function createUntil(api: ApiClient, signal: AbortSignal): Promise<Latency> {
  const times: number[] = [];
  while (!signal.aborted) {
    const startedMs = performance.now();
    await api.post('/properties', sampleProperty);
    times.push(performance.now() - startedMs);
    await sleep(PAUSE_MS);
  }
  return {
    calls: times.length,
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    longestMs: Math.max(...times),
  };
}

/** The latency while a piece of work runs, and what came of the work. */
export async function createWhile<T>(
  api: ApiClient,
  work: () => Promise<T>,
): Promise<{ latency: Latency; result: T }> {
  const over = new AbortController();
  const creating = createUntil(api, over.signal);
  creating.catch(() => undefined);
  try {
    const result = await work();
    over.abort();
    return { latency: await creating, result };
  } finally {
    over.abort();
  }
}
