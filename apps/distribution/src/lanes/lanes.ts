import { Worker } from '@estate/persistence';
import type { TargetDoc } from '../stores/target-store.ts';
import { holdLane } from './hold-lane.ts';
import { runLane } from './lane.ts';
import type { LaneDeps } from './lane-deps.ts';

const ORPHAN_WAIT_MS = 300_000;

/** The lanes of this process: takes the targets whose listings are due in turn, several at a time. */
export class Lanes {
  readonly #deps: LaneDeps;
  readonly #worker: Worker;
  readonly #busy = new Set<string>();
  /** Had their turn; come again once no other target is due. */
  readonly #served = new Set<string>();

  constructor(deps: LaneDeps, { concurrency, sweepEveryMs }: { concurrency: number; sweepEveryMs: number }) {
    this.#deps = deps;
    this.#worker = new Worker({
      name: 'lanes',
      run: (signal) => this.runNext(signal),
      sweepEveryMs,
      concurrency,
      log: deps.log,
    });
  }

  start(): void {
    this.#worker.start();
  }

  ring(): void {
    this.#worker.ring();
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  /** Gives the next target its turn; false when none is due. */
  async runNext(signal: AbortSignal): Promise<boolean> {
    const target = await this.#claimNext();
    if (!target) return false;
    try {
      await runLane(target, this.#deps, signal);
    } finally {
      this.#busy.delete(target._id);
    }
    return true;
  }

  async #claimNext(): Promise<TargetDoc | undefined> {
    const refused = new Set<string>();
    for (;;) {
      const except = [...this.#busy, ...this.#served, ...refused];
      const id = await this.#deps.due.nextTarget(this.#deps.clock(), except);
      if (id === undefined) {
        if (this.#served.size === 0) return undefined;
        this.#served.clear();
      } else if (!this.#busy.has(id)) {
        const target = await this.#claim(id);
        if (target) return target;
        refused.add(id);
      }
    }
  }

  async #claim(id: string): Promise<TargetDoc | null> {
    const { clock, options, targets } = this.#deps;
    this.#busy.add(id);
    try {
      const target = await targets.claimLane(id, {
        owner: options.owner,
        leaseMs: options.leaseMs,
        now: clock(),
      });
      if (target) this.#served.add(id);
      else await this.#putOffHeld(id);
      if (!target) this.#busy.delete(id);
      return target;
    } catch (error) {
      this.#busy.delete(id);
      throw error;
    }
  }

  /** A lane that is held back needs no look at its listings before its time. */
  async #putOffHeld(id: string): Promise<void> {
    const { clock, due, log, targets } = this.#deps;
    const now = clock();
    const target = await targets.peek(id);
    if (target) {
      const { laneEpoch: epoch, retryAt: until } = target;
      if (until > now) await holdLane({ targetId: id, epoch, now, until }, this.#deps);
      return;
    }
    log.error({ targetId: id }, 'lane.target.missing');
    await due.postpone(id, now, { dueAt: new Date(now.getTime() + ORPHAN_WAIT_MS) });
  }
}
