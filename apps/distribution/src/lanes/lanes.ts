import { AccountTurns, Worker } from '@estate/persistence';
import type { DueWork } from '@estate/persistence';
import type { DueTarget } from '../stores/due-targets.ts';
import type { TargetDoc } from '../stores/target-store.ts';
import { claimLane, isSuspect } from './claim-lane.ts';
import { holdLane } from './hold-lane.ts';
import { runLane } from './lane.ts';
import type { LaneDeps } from './lane-deps.ts';
import { SuspectTurn } from './suspect-turn.ts';

const ORPHAN_WAIT_MS = 300_000;

interface LaneLimits {
  /** Lanes at once. */
  concurrency: number;
  /** Of one account at once, so that places are left for others. */
  perAccount: number;
  sweepEveryMs: number;
}

/** The lanes of this process: takes the targets whose listings are due in turn, several at a time. */
export class Lanes {
  readonly #deps: LaneDeps;
  readonly #worker: Worker;
  readonly #turns: AccountTurns;
  readonly #suspectTurn: SuspectTurn;

  constructor(deps: LaneDeps, { concurrency, perAccount, sweepEveryMs }: LaneLimits) {
    this.#deps = deps;
    const look = {
      all: async () => (await deps.due.targets(deps.clock())).map(workOf),
      ifDue: async (id: string) => {
        const due = await deps.due.ifDue(id, deps.clock());
        return due && workOf(due);
      },
    };
    this.#turns = new AccountTurns(look, { perAccount, clock: () => deps.clock() });
    this.#suspectTurn = new SuspectTurn(() => deps.clock());
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
  ring(targetId: string): void {
    this.#turns.hint(targetId);
    this.#worker.wake();
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
      this.#suspectTurn.end(target._id);
      this.#turns.end(target._id);
    }
    return true;
  }

  async #claimNext(): Promise<TargetDoc | undefined> {
    const refused = new Set<string>();
    for (;;) {
      const next = await this.#turns.next(refused);
      if (!next) return undefined;
      const target = await this.#claim(next);
      if (target) return target;
      refused.add(next.id);
    }
  }

  async #claim(next: DueWork): Promise<TargetDoc | null> {
    if (!this.#turns.begin(next)) return null;
    const { id: targetId } = next;
    const suspects = this.#suspectTurn.take(targetId);
    let target: TargetDoc | null = null;
    try {
      target = await claimLane(targetId, this.#deps, { suspects });
      if (!target) await this.#putOffHeld(targetId);
    } finally {
      if (suspects && !(target && isSuspect(target))) this.#suspectTurn.end(targetId);
      if (!target) this.#turns.takeBack(targetId);
    }
    return target;
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

const workOf = ({ targetId: id, accountId, dueAt }: DueTarget): DueWork => ({ id, accountId, dueAt });
