import { AccountTurns } from '@estate/persistence';
import type { Claim, ClaimBy } from '@estate/persistence';
import type { StoredJob } from '../domain/job.ts';
import type { JobStore } from '../stores/job-store.ts';

/** A claimed job whose account has its turn. */
export type JobTurn = Claim & {
  job: StoredJob;
  /** Must be called when the step has ended, in any case. */
  endTurn: () => void;
};

/** Decides whose job is next: one job of an account at a time, and each account after the others had their turn. */
export class JobTurns {
  readonly #jobs: Pick<JobStore, 'dueAccounts' | 'ifDue' | 'queue'>;
  readonly #turns: AccountTurns;

  constructor(jobs: Pick<JobStore, 'dueAccounts' | 'ifDue' | 'queue'>, clock: () => Date) {
    this.#jobs = jobs;
    const look = {
      all: () => jobs.dueAccounts(clock()),
      ifDue: (accountId: string) => jobs.ifDue(accountId, clock()),
    };
    this.#turns = new AccountTurns(look, { perAccount: 1, clock });
  }

  /** Announces that a job of the account has become due. */
  hint(accountId: string): void {
    this.#turns.hint(accountId);
  }

  /** Null if no job is due, or only jobs of accounts that have their turn. */
  async claim(by: ClaimBy): Promise<JobTurn | null> {
    const turn = await this.#turns.take(({ accountId }) => this.#jobs.queue.claim(by, { accountId }));
    return turn && { ...turn.claimed, endTurn: turn.end };
  }
}
