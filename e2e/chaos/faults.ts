import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from './fault-kinds.ts';
import type { Journal } from './journal.ts';
import { shuffled } from './random.ts';

const REST_MS_MAX = 1500;

export interface FaultPlan {
  faults: readonly Fault[];
  /** Ends after so many times each; without end when left out. */
  rounds?: number | undefined;
  journal: Journal;
  random: () => number;
  signal: AbortSignal;
}

/** A fault as it was injected. */
export interface InjectedFault {
  what: string;
  how: string;
  from: number;
  to: number;
}

/** Injects one fault after the other, every one before any occurs again, until the rounds are over or it is aborted. */
export async function injectFaults({
  faults,
  rounds = Infinity,
  journal,
  random,
  signal,
}: FaultPlan): Promise<InjectedFault[]> {
  const injected: InjectedFault[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const { what, how, inject } of shuffled(random, faults)) {
      if (signal.aborted) return injected;
      await pause(random() * REST_MS_MAX);
      const from = Date.now();
      journal.note('fault', { part: what, how });
      await inject(random);
      journal.note('fault.over', { part: what, how });
      injected.push({ what, how, from, to: Date.now() });
    }
  }
  return injected;
}

/** How often what happened, how. */
export function countFaults(injected: readonly InjectedFault[]): Record<string, Record<string, number>> {
  const counts: Record<string, Record<string, number>> = {};
  for (const { what, how } of injected) {
    const each = (counts[what] ??= {});
    each[how] = (each[how] ?? 0) + 1;
  }
  return counts;
}
