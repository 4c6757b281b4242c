import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { familyOf, peakOf } from '../processes.ts';
import type { Processes } from '../processes.ts';

const LOOK_EVERY_MS = 500;

/** Watches the memory of every process, those that others start included. */
export class MemoryWatch {
  readonly #processes: Processes;
  readonly #timer: NodeJS.Timeout;
  readonly #megabytes = new Map<string, number>();

  constructor(processes: Processes) {
    this.#processes = processes;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  /** The most that each has held at a time so far, in megabytes; of several of one kind the highest. */
  soFar(): ReadonlyMap<string, number> {
    this.#look();
    return new Map(this.#megabytes);
  }

  end(): ReadonlyMap<string, number> {
    clearInterval(this.#timer);
    return this.soFar();
  }

  #look(): void {
    for (const [name, parent] of this.#processes) {
      for (const pid of whileThere(() => familyOf(parent)) ?? []) {
        const found = whileThere(() => ({ program: programOf(pid), megabytes: peakOf(pid) }));
        if (found === undefined) continue;
        const shown = pid === parent ? name : `${name}: ${found.program}`;
        this.#megabytes.set(shown, Math.max(found.megabytes, this.#megabytes.get(shown) ?? 0));
      }
    }
  }
}

/** Undefined when a process that another has started ended while it was looked at. */
function whileThere<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** The file that a process of Node runs. */
function programOf(pid: number): string {
  const words = readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').split('\0');
  const file = words.findLast((word) => /\.[jt]s$/.test(word)) ?? words[0] ?? '';
  return basename(file).replace(/\.[jt]s$/, '');
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH');
