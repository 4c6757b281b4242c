import { setTimeout as pause } from 'node:timers/promises';
import type { Child } from './child.ts';

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;

export interface Supervision {
  say: (line: string) => void;
  /** Aborted when the stack stops: then nothing is restarted. */
  signal: AbortSignal;
  firstDelayMs?: number;
}

/** Restarts processes that ended unexpectedly, with exponential backoff, and reports it. */
export function keepRunning({ say, signal, firstDelayMs = FIRST_DELAY_MS }: Supervision) {
  const stopped = () => signal.aborted;
  const startAgain = async (child: Child): Promise<void> => {
    for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
      await pause(delayMs, undefined, { signal }).catch(() => undefined);
      if (stopped()) return;
      try {
        await child.start();
        if (!stopped()) say(`${child.name} is running again`);
        return;
      } catch (error) {
        if (stopped()) return;
        say(`${error instanceof Error ? error.message : String(error)}\nretrying soon`);
      }
    }
  };
  return (child: Child, how: string): void => {
    if (stopped()) return;
    const inSeconds = `in ${String(firstDelayMs / 1000)} s`;
    say(`${child.name} ended unexpectedly (${how}), restarting ${inSeconds}; log: ${child.logFile}`);
    void startAgain(child);
  };
}
