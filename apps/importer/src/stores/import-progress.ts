import type { Collection, Filter, OutboxMessage, OutboxRelay, UpdateFilter } from '@estate/persistence';
import type { ImportCounts, UnlistedProperties } from '@estate/contracts';
import type { ImportFailure, ImportRecord } from '../domain/import.ts';
import type { ReadSettings } from '../domain/source.ts';
import type { ReadOutcome } from '../reading/read-outcome.ts';
import { isRepeatable, noteNameOf, packageOfNote } from '../domain/import.ts';
import { toRecord } from './import-document.ts';
import type { ImportDoc } from './import-document.ts';

const REMOVED_AT_ONCE = 20;

/** The end of an import. */
export interface ImportEnd {
  state: 'finished' | 'failed' | 'cancelled';
  counts: ImportCounts;
  failure?: ImportFailure | undefined;
  unlisted: UnlistedProperties[];
  isPackageKept: boolean;
  packageKeptUntil: Date | undefined;
  finishedAt: Date;
  removeAt: Date;
}

/** The imports, for the worker that has their queue. */
export class ImportProgress {
  readonly #docs: Collection<ImportDoc>;
  readonly #relay: Pick<OutboxRelay, 'sent'>;

  constructor(docs: Collection<ImportDoc>, relay: Pick<OutboxRelay, 'sent'>) {
    this.#docs = docs;
    this.#relay = relay;
  }

  /** The oldest import of the queue with something to do. */
  async next(queueId: string): Promise<ImportRecord | null> {
    const doc = await this.#docs.findOne({ queueId, isOpen: true }, { sort: { _id: 1 } });
    return doc && toRecord(doc);
  }

  async beginReading(id: string, readWith: ReadSettings): Promise<void> {
    await this.#docs.updateOne({ _id: id, state: 'queued' }, { $set: { state: 'reading', readWith } });
  }

  /** The document was read: its objects are saved. */
  async beginApplying(id: string, { objects, ...read }: ReadOutcome, counts: ImportCounts): Promise<void> {
    await this.#docs.updateOne(
      { _id: id, state: 'reading' },
      { $set: { ...read, counts: { ...counts, objects }, state: 'applying' } },
    );
  }

  /** A process has ended while it read the package; returns how many have. */
  async noteCrash(id: string): Promise<number> {
    const update = { $inc: { readerCrashes: 1 } };
    const doc = await this.#docs.findOneAndUpdate({ _id: id }, update, { returnDocument: 'after' });
    return doc?.readerCrashes ?? 0;
  }

  async count(id: string, counts: ImportCounts): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $set: { counts } });
  }

  /** The deletions of a full transfer are among its objects now, or wait for a confirmation. */
  async noteRemoval(
    id: string,
    removal: NonNullable<ImportRecord['removal']>,
    { isListed }: { isListed: boolean },
  ): Promise<void> {
    await this.#docs.updateOne(
      { _id: id },
      isListed
        ? { $set: { removal, isRemovalListed: true } }
        : { $set: { removal, state: 'awaiting_confirmation' }, $unset: { isOpen: '' } },
    );
  }

  /** Earlier full transfers of the queue that wait for a confirmation are stopped: a later one says what is there. */
  async supersedeWaiting(queueId: string, before: string): Promise<void> {
    await this.#docs.updateMany(
      { queueId, state: 'awaiting_confirmation', _id: { $lt: before } },
      { $set: { isCancelled: true, isOpen: true } },
    );
  }

  /** Saves the end together with its message; false when it has ended before. */
  async end(id: string, end: ImportEnd, messages: readonly OutboxMessage[]): Promise<boolean> {
    const { failure, isPackageKept, packageKeptUntil, ...set } = end;
    const update = {
      $set: {
        ...set,
        ...(failure && { failure }),
        ...(isPackageKept && { isPackageKept: true }),
        ...(packageKeptUntil && { packageKeptUntil }),
      },
      $unset: { isOpen: '' },
      $push: { outbox: { $each: messages } },
    };
    const doc = await this.#docs.findOneAndUpdate(
      { _id: id, finishedAt: { $exists: false } },
      update as unknown as UpdateFilter<ImportDoc>,
      { returnDocument: 'after' },
    );
    if (doc) this.#relay.sent(this.#docs, doc);
    return doc !== null;
  }

  /** The queues of open imports that arrived before. */
  async openQueues(before: string): Promise<{ queueId: string; accountId: string }[]> {
    const docs = await this.#docs
      .find({ isOpen: true, _id: { $lt: before } }, { projection: { queueId: 1, accountId: 1 } })
      .toArray();
    return [...new Map(docs.map((doc) => [doc.queueId, doc])).values()];
  }

  /** When the import arrived that has had something to do for longest. */
  async oldestOpenAt(): Promise<Date | undefined> {
    const oldest = await this.#docs.findOne(
      { isOpen: true },
      { sort: { _id: 1 }, projection: { createdAt: 1 }, hint: { isOpen: 1, _id: 1 } },
    );
    return oldest?.createdAt;
  }

  /** Returns the packages, and the notes beside them, that no import needs. */
  async unneeded(names: readonly string[]): Promise<string[]> {
    const packageNames = names.map((name) => packageOfNote(name) ?? name);
    const docs = await this.#docs
      .find(
        { packageName: { $in: packageNames } },
        { projection: { packageName: 1, finishedAt: 1, isPackageKept: 1, state: 1, dryRun: 1 } },
      )
      .toArray();
    const needed = new Set(docs.flatMap(neededBy));
    return names.filter((name) => !needed.has(name));
  }

  /** Returns the packages that no import is from. */
  async withoutImport(packageNames: readonly string[]): Promise<string[]> {
    const filter = { packageName: { $in: [...packageNames] } };
    const docs = await this.#docs.find(filter, { projection: { packageName: 1 } }).toArray();
    const known = new Set(docs.map(({ packageName }) => packageName));
    return packageNames.filter((name) => !known.has(name));
  }

  /** True if a later package of the queue has begun to change properties. */
  async isOvertaken({ accountId, queueId, createdAt }: ImportRecord): Promise<boolean> {
    const later = { accountId, queueId, createdAt: { $gt: createdAt }, dryRun: false };
    const begun: Filter<ImportDoc> = { ...later, state: { $nin: ['queued', 'failed', 'cancelled'] } };
    return (await this.#docs.findOne(begun)) !== null;
  }

  /** Imports whose time is over. */
  async expired(now: Date): Promise<string[]> {
    const docs = await this.#docs
      .find({ removeAt: { $lte: now } }, { projection: { _id: 1 } })
      .limit(REMOVED_AT_ONCE)
      .toArray();
    return docs.map(({ _id }) => _id);
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#docs.deleteMany({ _id: { $in: [...ids] } });
  }
}

/** The note stays as long as the import: it says what is lost when the package is gone. */
function neededBy(doc: ImportDoc): string[] {
  const { packageName, finishedAt, isPackageKept } = doc;
  const isUnended = finishedAt === undefined;
  return [
    ...(isUnended || isPackageKept ? [packageName] : []),
    ...(isUnended || isRepeatable(doc) ? [noteNameOf(packageName)] : []),
  ];
}
