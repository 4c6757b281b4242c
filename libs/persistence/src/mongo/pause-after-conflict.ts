import { setTimeout as wait } from 'node:timers/promises';
import { backoffMs } from './backoff.ts';

const FIRST_MS = 500;
const LONGEST_MS = 2000;

/**
 * Waits before a write that was abandoned for another one is tried again, after so many times in a row: at random, so
 * that those who write the same do not all come back at the same moment and get in each other's way again.
 */
export async function stepAside(conflicts: number): Promise<void> {
  await wait(Math.random() * backoffMs(conflicts, FIRST_MS, LONGEST_MS));
}
