import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 100;

export interface Wait<T> {
  /** Ends the sentence `waited for`. */
  what: string;
  look: () => Promise<T>;
  good: (value: T) => boolean;
  timeoutMs?: number;
}

/** Looks again and again until what is seen is good; fails with what was seen last. */
export async function until<T>({ what, look, good, timeoutMs = 60_000 }: Wait<T>): Promise<T> {
  const end = Date.now() + timeoutMs;
  let seen = 'nothing';
  for (;;) {
    try {
      const value = await look();
      if (good(value)) return value;
      seen = JSON.stringify(value)?.slice(0, 2000) ?? 'undefined';
    } catch (error) {
      seen = String(error);
    }
    if (Date.now() > end) throw new Error(`waited ${String(timeoutMs)} ms for ${what}; last seen: ${seen}`);
    await pause(PAUSE_MS);
  }
}
