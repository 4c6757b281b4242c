import type { HiddenAddress } from '@estate/contracts';
import type { Collection } from '@estate/persistence';
import type { Republish } from '../domain/target.ts';

/** The settings of an account for all its targets, under its id. */
export interface PublishingSettingsDoc {
  _id: string;
  accountId: string;
  hiddenAddress: HiddenAddress;
  /** Its targets are still to be marked after a change. */
  republish?: Republish;
  updatedAt: Date;
}

/** An account whose targets are to publish again. */
export interface AccountToRepublish {
  accountId: string;
  republish: Republish;
}

const DEFAULT: HiddenAddress = 'flag';

/** How accounts publish, where they have set it. */
export class PublishingSettingsStore {
  readonly #docs: Collection<PublishingSettingsDoc>;

  constructor(docs: Collection<PublishingSettingsDoc>) {
    this.#docs = docs;
  }

  async hiddenAddress(accountId: string): Promise<HiddenAddress> {
    return (await this.#docs.findOne({ _id: accountId }))?.hiddenAddress ?? DEFAULT;
  }

  /** Saves the setting and, in the same write, that the account is to publish again; undefined when nothing changed. */
  async set({
    accountId,
    hiddenAddress,
    at,
    republish,
  }: AccountToRepublish & { hiddenAddress: HiddenAddress; at: Date }): Promise<
    AccountToRepublish | undefined
  > {
    await this.#docs.updateOne(
      { _id: accountId },
      { $setOnInsert: { accountId, hiddenAddress: DEFAULT, updatedAt: at } },
      { upsert: true },
    );
    const { matchedCount } = await this.#docs.updateOne(
      { _id: accountId, hiddenAddress: { $ne: hiddenAddress } },
      { $set: { hiddenAddress, updatedAt: at, republish } },
    );
    return matchedCount === 0 ? undefined : { accountId, republish };
  }

  /** Accounts whose last change has not reached all their targets. */
  async toRepublish(limit: number): Promise<AccountToRepublish[]> {
    const docs = await this.#docs
      .find({ 'republish.token': { $exists: true } })
      .limit(limit)
      .toArray();
    return docs.flatMap(({ accountId, republish }) => (republish ? [{ accountId, republish }] : []));
  }

  async targetsMarked({ accountId, republish: { token } }: AccountToRepublish): Promise<void> {
    await this.#docs.updateOne({ _id: accountId, 'republish.token': token }, { $unset: { republish: '' } });
  }
}
