import { AccountTurns, Worker } from '@estate/persistence';
import type { DueWork } from '@estate/persistence';
import type { ClaimedTarget } from '../domain/target.ts';
import { claimLane, isSuspect } from './claim-lane.ts';
import { dueTargets } from './due-targets.ts';
import type { LaneSchedulerDeps } from './lane-deps.ts';
import { postponeLane } from './postpone-lane.ts';
import { runLane } from './run-lane.ts';
import { SuspectSlot } from './suspect-slot.ts';

const ORPHAN_WAIT_MS = 300_000;

interface LaneLimits {
  /** Lanes at once. */
  concurrency: number;
  /** Of one account at once, so that others can run, too. */
  perAccount: number;
  sweepEveryMs: number;
}

/** Which lanes this process works, several at a time: takes the targets whose listings are due, accounts with less at work first. */
export class LaneScheduler {
  readonly #deps: LaneSchedulerDeps;
  readonly #worker: Worker;
  readonly #turns: AccountTurns;
  readonly #suspectSlot: SuspectSlot;

  constructor(deps: LaneSchedulerDeps, { concurrency, perAccount, sweepEveryMs }: LaneLimits) {
    this.#deps = deps;
    const look = {
      all: async () => (await dueTargets(deps.clock(), deps)).open,
      ifDue: (id: string) => deps.due.ifDue(id, deps.clock()),
    };
    this.#turns = new AccountTurns(look, { perAccount, clock: () => deps.clock() });
    this.#suspectSlot = new SuspectSlot(() => deps.clock());
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

  /** Something of the target has become due. */
  wake(targetId: string): void {
    this.#turns.hint(targetId);
    this.#worker.ring();
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  /** Runs the lane of the next target; false when none is due. */
  async runNext(signal: AbortSignal): Promise<boolean> {
    const target = await this.#claimNext();
    if (!target) return false;
    try {
      await runLane(target, this.#deps, signal);
    } finally {
      this.#suspectSlot.free(target.id);
      this.#turns.end(target.id);
    }
    return true;
  }

  async #claimNext(): Promise<ClaimedTarget | undefined> {
    const refused = new Set<string>();
    for (;;) {
      const next = await this.#turns.next(refused);
      if (!next) return undefined;
      const target = await this.#claim(next);
      if (target) return target;
      refused.add(next.id);
    }
  }

  async #claim(next: DueWork): Promise<ClaimedTarget | null> {
    if (!this.#turns.begin(next)) return null;
    const { id: targetId } = next;
    const suspects = this.#suspectSlot.take(targetId);
    let target: ClaimedTarget | null = null;
    try {
      target = await claimLane(targetId, this.#deps, { suspects });
      if (!target) await this.#postponeHeld(targetId);
    } finally {
      if (suspects && !(target && isSuspect(target))) this.#suspectSlot.free(targetId);
      if (!target) this.#turns.takeBack(targetId);
    }
    return target;
  }

  /** A lane that has to wait needs no look at its listings before its time. */
  async #postponeHeld(id: string): Promise<void> {
    const { clock, due, log, targets } = this.#deps;
    const now = clock();
    const target = await targets.peek(id);
    if (target) {
      if (target.retryAt > now) await postponeLane(target, { now, until: target.retryAt }, this.#deps);
      return;
    }
    log.error({ targetId: id }, 'lane.target.missing');
    await due.postpone(id, now, { dueAt: new Date(now.getTime() + ORPHAN_WAIT_MS) });
  }
}
