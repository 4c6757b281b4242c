import { AccountTurns, isSuspect, Worker } from '@estate/persistence';
import { pauseOf } from '../domain/pause.ts';
import type { ClaimedTarget } from '../domain/target.ts';
import { claimLane } from './claim-lane.ts';
import { dueTargets } from './due-targets.ts';
import type { LaneDeps } from './lane-deps.ts';
import { ORPHAN_WAIT_MS } from './pauses.ts';
import { postponeLane } from './postpone-lane.ts';
import { SuspectSlot } from './suspect-slot.ts';
import { LaneRun } from './lane-run.ts';
import { withLane } from './with-lane.ts';
import { removeIfFinished } from './remove-if-finished.ts';

interface LaneLimits {
  /** Maximum number of lanes at a time. */
  concurrency: number;
  /** Maximum number of lanes of one account at a time, so that others can run, too. */
  perAccount: number;
  sweepEveryMs: number;
}

/** Runs the lanes of due targets, several at a time. Accounts with fewer running lanes come first. */
export class LaneScheduler {
  readonly #deps: LaneDeps;
  readonly #worker: Worker;
  readonly #turns: AccountTurns;
  readonly #suspectSlot: SuspectSlot;

  constructor(deps: LaneDeps, { concurrency, perAccount, sweepEveryMs }: LaneLimits) {
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
    this.#worker.wake();
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  /** Runs the lane of the next target; false when none is due. */
  async runNext(signal: AbortSignal): Promise<boolean> {
    const turn = await this.#turns.take(({ id }) => this.#claim(id));
    if (!turn) return false;
    try {
      await runLane(turn.claimed, this.#deps, signal);
    } finally {
      this.#suspectSlot.free(turn.claimed.id);
      turn.end();
    }
    return true;
  }

  async #claim(id: string): Promise<ClaimedTarget | null> {
    const suspects = this.#suspectSlot.take(id);
    let target: ClaimedTarget | null = null;
    try {
      target = await claimLane(id, this.#deps, { suspects });
      if (!target) await this.#postponeHeld(id);
    } finally {
      if (suspects && !(target && isSuspect(target))) this.#suspectSlot.free(id);
    }
    return target;
  }

  /**
   * The listings of a postponed lane need not be read before its time. The listings of a stopped lane keep their due
   * times.
   */
  async #postponeHeld(id: string): Promise<void> {
    const { clock, due, log, targets } = this.#deps;
    const now = clock();
    const target = await targets.peek(id);
    if (target) {
      if (target.retryAt > now && !pauseOf(target))
        await postponeLane(target, { now, until: target.retryAt }, this.#deps);
      return;
    }
    log.error({ targetId: id }, 'lane.target.missing');
    await due.postpone(id, now, { dueAt: new Date(now.getTime() + ORPHAN_WAIT_MS) });
  }
}

/** Works one run through a target that was just claimed. */
export const runLane = (target: ClaimedTarget, deps: LaneDeps, signal: AbortSignal): Promise<void> =>
  withLane(
    target,
    async (lane) => {
      await new LaneRun(lane, deps).run();
      if (target.deletedAt) await removeIfFinished(target.id, deps);
    },
    { ...deps, signal },
  );
