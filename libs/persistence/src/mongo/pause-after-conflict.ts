import { setTimeout as wait } from 'node:timers/promises';
import { backoffMs } from './backoff.ts';

const FIRST_MS = 500;
const LONGEST_MS = 2000;

/**
 * Waits before a write that was abandoned for another one is retried, after a number of conflicts in a row: at random, so that competing
 * writers do not retry at the same moment and conflict again.
 */
export async function stepAside(conflicts: number): Promise<void> {
  await wait(Math.random() * backoffMs(conflicts, FIRST_MS, LONGEST_MS));
}
