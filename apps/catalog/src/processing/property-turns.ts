import { AccountTurns } from '@estate/persistence';
import type { DueWork } from '@estate/persistence';
import type { ClaimedProperty, PropertyQueue } from '../stores/property-queue.ts';

/** Takes the property of an account that is due for the longest time, or of any when none is given. */
export type Claim = (accountId?: string) => Promise<ClaimedProperty | null>;

/** A property whose account has its turn. */
export type PropertyTurn = ClaimedProperty & {
  /** Must be called when the work on it has ended, however it did. */
  endTurn: () => void;
};

export interface PropertyTurnsOptions {
  queue: Pick<PropertyQueue, 'accountsOf' | 'dueAccounts' | 'dueAccount'>;
  /** Properties of one account at a time, so that places are left for others. */
  perAccount: number;
  clock: () => Date;
}

const ANNOUNCED_MAX = 1000;

/**
 * Whose property is next. An account waits once for each place that it may have, and is given the property of it that has been due
 * longest, so one whose attachments never arrive, or that has many of them, delays the others little.
 */
export class PropertyTurns {
  readonly #options: PropertyTurnsOptions;
  readonly #turns: AccountTurns;
  /** Properties that were said to be due. */
  readonly #announced = new Set<string>();

  constructor(options: PropertyTurnsOptions) {
    const { clock, perAccount } = options;
    this.#options = options;
    const look = {
      all: async () => (await options.queue.dueAccounts(clock())).flatMap((due) => this.#places(due)),
      ifDue: async (id: string) => {
        const { accountId } = placeOf(id);
        const dueAt = await options.queue.dueAccount(accountId, clock());
        return dueAt ? { id, accountId, dueAt } : null;
      },
    };
    this.#turns = new AccountTurns(look, { perAccount, clock });
  }

  /** The property has just become due; what is forgotten is found by a look at all. */
  announce(propertyId: string): void {
    if (this.#announced.size < ANNOUNCED_MAX) this.#announced.add(propertyId);
  }

  /** The next property, claimed; null when there is none, or none but of accounts that have their share. */
  async next(claim: Claim): Promise<PropertyTurn | null> {
    await this.#hear();
    const turn = await this.#turns.take(({ accountId }) => claim(accountId));
    return turn && { ...turn.claimed, endTurn: turn.end };
  }

  async #hear(): Promise<void> {
    if (this.#announced.size === 0) return;
    const announced = [...this.#announced];
    this.#announced.clear();
    for (const accountId of await this.#options.queue.accountsOf(announced))
      for (const { id } of this.#places({ accountId, dueAt: this.#options.clock() })) this.#turns.hint(id);
  }

  #places({ accountId, dueAt }: Omit<DueWork, 'id'>): DueWork[] {
    const { perAccount } = this.#options;
    return Array.from({ length: perAccount }, (_, place) => ({
      id: `${accountId}/${place}`,
      accountId,
      dueAt,
    }));
  }
}

const placeOf = (id: string): { accountId: string } => ({ accountId: id.slice(0, id.lastIndexOf('/')) });
