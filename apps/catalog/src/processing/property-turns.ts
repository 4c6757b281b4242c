import { AccountTurns } from '@estate/persistence';
import type { DueWork } from '@estate/persistence';
import type { ClaimedProperty, PropertyQueue } from '../stores/property-queue.ts';

/** Takes the property of an account that is due for the longest time, or of any when none is given. */
export type Claim = (accountId?: string) => Promise<ClaimedProperty | null>;

/** A claimed property whose account has its turn. */
export type PropertyTurn = ClaimedProperty & {
  /** Must be called when the work on it has ended, however it did. */
  endTurn: () => void;
};

export interface PropertyTurnsOptions {
  queue: Pick<PropertyQueue, 'accountsOf' | 'dueAccounts' | 'dueAccount'>;
  /** Properties of one account that are processed at a time. */
  perAccount: number;
  clock: () => Date;
}

const ANNOUNCED_MAX = 1000;

/**
 * Decides whose property is next. An account waits once for each property that it may have processed at a time, and gets the one
 * that has been due longest. So an account with many attachments, or with attachments that never arrive, delays the others little.
 */
export class PropertyTurns {
  readonly #options: PropertyTurnsOptions;
  readonly #turns: AccountTurns;
  /** Properties that were announced as due. */
  readonly #announced = new Set<string>();

  constructor(options: PropertyTurnsOptions) {
    const { clock, perAccount } = options;
    this.#options = options;
    const look = {
      all: async () => (await options.queue.dueAccounts(clock())).flatMap((due) => this.#turnsOf(due)),
      ifDue: async (id: string) => {
        const accountId = id.slice(0, id.lastIndexOf('/'));
        const dueAt = await options.queue.dueAccount(accountId, clock());
        return dueAt ? { id, accountId, dueAt } : null;
      },
    };
    this.#turns = new AccountTurns(look, { perAccount, clock });
  }

  /** The property has just become due; one that is not remembered is found by the next sweep. */
  announce(propertyId: string): void {
    if (this.#announced.size < ANNOUNCED_MAX) this.#announced.add(propertyId);
  }

  /** Claims the next property; null when none is due, or only properties of accounts that have their share. */
  async next(claim: Claim): Promise<PropertyTurn | null> {
    await this.#hintAnnounced();
    const turn = await this.#turns.take(({ accountId }) => claim(accountId));
    return turn && { ...turn.claimed, endTurn: turn.end };
  }

  async #hintAnnounced(): Promise<void> {
    if (this.#announced.size === 0) return;
    const announced = [...this.#announced];
    this.#announced.clear();
    for (const accountId of await this.#options.queue.accountsOf(announced))
      for (const { id } of this.#turnsOf({ accountId, dueAt: this.#options.clock() })) this.#turns.hint(id);
  }

  #turnsOf({ accountId, dueAt }: Omit<DueWork, 'id'>): DueWork[] {
    const length = this.#options.perAccount;
    return Array.from({ length }, (_, number) => ({ id: `${accountId}/${number}`, accountId, dueAt }));
  }
}
