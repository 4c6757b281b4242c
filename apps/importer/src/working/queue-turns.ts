import { AccountTurns } from '@estate/persistence';
import type { DueWork } from '@estate/persistence';
import type { ImportQueue } from '../stores/import-queue.ts';

interface QueueTurnsOptions {
  queue: Pick<ImportQueue, 'due' | 'ifDue'>;
  /** Queues of one account that are worked on at a time. */
  perAccount: number;
  clock: () => Date;
}

/** Decides whose imports are next, so that the packages of one account delay the others little. */
export class QueueTurns {
  readonly #turns: AccountTurns;

  constructor({ queue, perAccount, clock }: QueueTurnsOptions) {
    const look = {
      all: (): Promise<DueWork[]> => queue.due(clock()),
      ifDue: (id: string) => queue.ifDue(id, clock()),
    };
    this.#turns = new AccountTurns(look, { perAccount, clock });
  }

  hint(queueId: string): void {
    this.#turns.hint(queueId);
  }

  /** Claims the next queue; null when none is due, or only queues of accounts that have their share. */
  async next<T extends { crashes: number }>(claim: (queueId: string) => Promise<T | null>) {
    const turn = await this.#turns.take(({ id }) => claim(id));
    return turn && { claimed: turn.claimed, crashes: turn.claimed.crashes, end: turn.end };
  }
}
