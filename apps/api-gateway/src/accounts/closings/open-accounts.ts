import { Conflict } from '@estate/errors';
import { RememberedLookUp } from '../../edge/access/remembered-look-up.ts';
import type { ClosingStore } from '../../stores/closing-store.ts';
import type { StoredClosing } from '../../domain/closing.ts';

interface Parts {
  closings: Pick<ClosingStore, 'ofAccounts'>;
  clock: () => Date;
}

/** Accounts that are not being closed, and may be changed. Results are cached for a few seconds. */
export class OpenAccounts {
  readonly #lookUp: RememberedLookUp<{ closing: StoredClosing | null }>;

  constructor({ closings, clock }: Parts) {
    this.#lookUp = new RememberedLookUp({ findAll: (ids) => closings.ofAccounts(ids), clock });
  }

  /** @throws Conflict `account-closing` */
  async require(accountId: string): Promise<void> {
    const closing = (await this.#lookUp.find(accountId))?.closing;
    if (!closing) return;
    const until = closing.cancellableUntil.toISOString();
    throw new Conflict(
      closing.phase === 'waiting'
        ? `The account is being closed. It can only be read and exported. Until ${until} the operator of the service can cancel the closing.`
        : 'The account is being closed. It can only be read and exported.',
      { code: 'account-closing' },
    );
  }

  /** Drops the cached result, so that this process sees its own change at once. */
  forget(accountId: string): void {
    this.#lookUp.forget(accountId);
  }
}
