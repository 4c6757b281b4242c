import type { ImportObject } from '@estate/contracts';
import { UNLISTED_SHOWN_MAX } from '@estate/contracts';
import type { UnlistedProperties } from '@estate/contracts';
import type { Filter } from '@estate/persistence';
import type { KeptFile, PlannedTimes } from '../domain/object-content.ts';
import { Reservations } from './reservations.ts';

/** A target on which a property is still to be listed, and why it is not. */
export type Unlisted = Pick<UnlistedProperties, 'targetId' | 'code' | 'message'>;

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
  /** When its listings are planned, as the object said last. */
  times?: PlannedTimes;
  /** The targets on which it is still to be listed; a listing that was made once is not made again. */
  unlisted?: Unlisted[];
  /** The import that created it. */
  createdIn: string;
  /** The hash of the content that was applied last; left out until the property was created. */
  hash?: string;
  /** The files of packages that its attachments are from; left out in documents from before it existed. */
  files?: KeptFile[];
  /** The contact that was applied last. */
  contactId?: string;
  /** The row that was applied last, and what came of it, so that it comes to the same when it is applied again. */
  applied?: { rowId: string; outcome: 'created' | 'updated' | 'unchanged' };
  /** The row that is about to change it. */
  changing?: string;
  /** The row that deletes it. */
  deletedBy?: string;
}

/** Its property was created, and no row is about to delete it. */
export const wasApplied = ({ hash, deletedBy }: Pick<KnownDoc, 'hash' | 'deletedBy'>): boolean =>
  hash !== undefined && deletedBy === undefined;

const AT_ONCE = 500;

/** Maps each object of a source to its property. */
export class KnownStore extends Reservations<KnownDoc> {
  /** A property that has no contact any more must not be known with its former one. */
  async applied(key: string, set: Pick<KnownDoc, 'hash' | 'applied'> & Partial<KnownDoc>): Promise<void> {
    const done = { deletedBy: '', changing: '' } as const;
    const $unset = set.contactId === undefined ? { ...done, contactId: '' as const } : done;
    await this.docs.updateOne({ _id: key }, { $set: set, $unset });
  }

  /** Knows a property by another key. After a crash in between, it is known by both until this is done again. */
  async rename(former: KnownDoc, key: string): Promise<KnownDoc> {
    const known = await this.reserve({ ...former, _id: key });
    if (known.propertyId === former.propertyId) await this.remove(former._id);
    return known;
  }

  async noteFiles(key: string, files: KeptFile[]): Promise<void> {
    await this.docs.updateOne({ _id: key }, { $set: { files } });
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

  /** Forgets objects whose property its customer has deleted; a row that deletes one forgets it itself. */
  async forgetProperty(accountId: string, propertyId: string): Promise<void> {
    const applied = { hash: { $exists: true }, deletedBy: { $exists: false } };
    await this.docs.deleteMany({ accountId, propertyId, ...applied });
  }

  /** Removes a reservation under which nothing was created. */
  async release(key: string, propertyId: string): Promise<void> {
    await this.docs.deleteOne({ _id: key, propertyId, hash: { $exists: false } });
  }

  async noteTimes(key: string, times: PlannedTimes, unlisted?: Unlisted[]): Promise<void> {
    await this.docs.updateOne({ _id: key }, { $set: { times, ...(unlisted && { unlisted }) } });
  }

  /** Notes where a property is still to be listed; nowhere, if there is no such target. */
  async noteUnlisted({ _id, propertyId }: Pick<KnownDoc, '_id' | 'propertyId'>, unlisted: Unlisted[]) {
    const isLeft = unlisted.length > 0;
    await this.docs.updateOne(
      { _id, propertyId },
      isLeft ? { $set: { unlisted } } : { $unset: { unlisted: '' as const } },
    );
  }

  /** The properties of a queue that are still to be listed somewhere, portion by portion. */
  unlistedOf(queueId: string): AsyncGenerator<KnownDoc[]> {
    return this.#portions({ queueId, unlisted: { $exists: true }, hash: { $exists: true } });
  }

  /** The same by target and reason. */
  async unlistedByReason(queueId: string): Promise<UnlistedProperties[]> {
    const reasons = new Map<string, UnlistedProperties>();
    for await (const docs of this.unlistedOf(queueId))
      for (const { propertyId, unlisted = [] } of docs)
        for (const { targetId, code, message } of unlisted) {
          const key = `${targetId} ${code}`;
          const reason = reasons.get(key) ?? { targetId, code, message, count: 0, propertyIds: [] };
          reason.count += 1;
          if (reason.propertyIds.length < UNLISTED_SHOWN_MAX) reason.propertyIds.push(propertyId);
          reasons.set(key, reason);
        }
    return [...reasons.values()];
  }

  /** The properties of some providers that existed before an import, portion by portion. */
  async *ofProviders(
    queueId: string,
    providerKeys: readonly string[],
    before: string,
  ): AsyncGenerator<KnownDoc[]> {
    for (const providerKey of providerKeys)
      yield* this.#portions({ queueId, providerKey, hash: { $exists: true }, createdIn: { $lt: before } });
  }

  async *#portions(filter: Filter<KnownDoc>): AsyncGenerator<KnownDoc[]> {
    for (let last = ''; ;) {
      const docs = await this.docs
        .find({ ...filter, _id: { $gt: last } })
        .sort({ _id: 1 })
        .limit(AT_ONCE)
        .toArray();
      if (docs.length > 0) yield docs;
      last = docs.at(-1)?._id ?? last;
      if (docs.length < AT_ONCE) return;
    }
  }
}
