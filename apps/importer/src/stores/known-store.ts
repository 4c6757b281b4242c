import type { ImportObject } from '@estate/contracts';
import type { IndexSpec } from '@estate/persistence';
import { Reservations } from './reservations.ts';

/** A property that came from an import, by what it is known by. */
export interface KnownDoc {
  /** The key of its objects. */
  _id: string;
  accountId: string;
  queueId: string;
  provider: ImportObject['provider'];
  /** The key of the provider. */
  providerKey: string;
  numbers: ImportObject['numbers'];
  externalId?: string;
  /** Reserved before the property is created under it. */
  propertyId: string;
  /** By target, reserved before the listings are created. */
  listingIds: Record<string, string>;
  /** The import that created it. */
  createdIn: string;
  /** Of what was applied last; left out until the property was created. */
  hash?: string;
  /** The contact that was applied last. */
  contactId?: string;
  /** The row that was applied last, and what came of it, so that it comes to the same when it is applied again. */
  applied?: { rowId: string; outcome: 'created' | 'updated' | 'unchanged' };
  /** The row that is about to change it. */
  changing?: string;
  /** The row that deletes it. */
  deletedBy?: string;
}

export const knownIndexes: readonly IndexSpec[] = [
  { name: 'provider', key: { queueId: 1, providerKey: 1, _id: 1 } },
  { name: 'account', key: { accountId: 1, _id: 1 } },
];

const AT_ONCE = 500;

/** Which property each object of a source became. */
export class KnownStore extends Reservations<KnownDoc> {
  async applied(key: string, set: Pick<KnownDoc, 'hash' | 'applied'> & Partial<KnownDoc>): Promise<void> {
    await this.docs.updateOne({ _id: key }, { $set: set, $unset: { deletedBy: '', changing: '' } });
  }

  async noteChange(key: string, rowId: string): Promise<void> {
    await this.docs.updateOne({ _id: key }, { $set: { changing: rowId } });
  }

  async noteDeletion(key: string, rowId: string): Promise<void> {
    await this.docs.updateOne({ _id: key }, { $set: { deletedBy: rowId } });
  }

  async remove(key: string): Promise<void> {
    await this.docs.deleteOne({ _id: key });
  }

  /** Removes a reservation under which nothing was created. */
  async release(key: string, propertyId: string): Promise<void> {
    await this.docs.deleteOne({ _id: key, propertyId, hash: { $exists: false } });
  }

  /** The properties of some providers that existed before an import, portion by portion. */
  async *ofProviders(
    queueId: string,
    providerKeys: readonly string[],
    before: string,
  ): AsyncGenerator<KnownDoc[]> {
    for (const providerKey of providerKeys) {
      for (let last = ''; ;) {
        const docs = await this.docs
          .find({
            ...{ queueId, providerKey, hash: { $exists: true }, createdIn: { $lt: before } },
            _id: { $gt: last },
          })
          .sort({ _id: 1 })
          .limit(AT_ONCE)
          .toArray();
        if (docs.length > 0) yield docs;
        last = docs.at(-1)?._id ?? last;
        if (docs.length < AT_ONCE) break;
      }
    }
  }
}
