import { overAt } from '@estate/persistence';
import type { Collection, DueWork, Filter } from '@estate/persistence';
import type { FullTransferWish, Republish, TargetRecord } from '../../domain/target.ts';
import { LANE_START, NEXT_GENERATION, NOT_STOPPED, VISIBLE, fromTargetDoc } from './target-document.ts';
import type { TargetDoc } from './target-document.ts';

/** Targets beyond this number follow those before them. */
const TARGETS_MAX = 1000;

type FullTransferEnd = NonNullable<TargetRecord['lastFullTransfer']>;

/** The end of a night: a transfer is asked for, or the target says why not, or neither. */
export interface NightEnd {
  fullTransfer?: FullTransferWish;
  lastFullTransfer?: FullTransferEnd;
}

/** Stores the requests to send everything of a target again, by calls and by nights. */
export class TargetTransfers {
  readonly #docs: Collection<TargetDoc>;

  constructor(docs: Collection<TargetDoc>) {
    this.#docs = docs;
  }

  /** Asks for everything of a target to be sent again, with a fresh start of its lane; what a restore asked for stays. */
  async synchronize(
    accountId: string,
    id: string,
    { republish, ...wish }: { republish: Republish } | { fullTransfer: FullTransferWish; republish?: never },
  ): Promise<TargetRecord | null> {
    const marks = Object.entries(republish ?? {}).map(
      ([name, value]) => [`republish.${name}`, value] as const,
    );
    const $set = { ...Object.fromEntries(marks), ...wish, ...LANE_START };
    const doc = await this.#docs.findOneAndUpdate(
      { _id: id, accountId, ...VISIBLE },
      { $set, $inc: NEXT_GENERATION },
      { returnDocument: 'after' },
    );
    return doc && fromTargetDoc(doc);
  }

  /** Targets of which a full transfer is still to be sent, and that can be called. */
  wanted(now: Date): Promise<DueWork[]> {
    return this.#wanted(now, {});
  }

  /** The target, if it is one of them. */
  async ifWanted(id: string, now: Date): Promise<DueWork | null> {
    const [wanted] = await this.#wanted(now, { _id: id });
    return wanted ?? null;
  }

  async #wanted(now: Date, filter: Filter<TargetDoc>): Promise<DueWork[]> {
    const docs = await this.#docs
      .find(
        {
          'fullTransfer.token': { $exists: true },
          'fullTransfer.notBefore': { $not: { $gt: now } },
          retryAt: { $lte: now },
          ...NOT_STOPPED,
          ...filter,
        },
        { projection: { accountId: 1, retryAt: 1, 'fullTransfer.notBefore': 1 } },
      )
      .limit(TARGETS_MAX)
      .toArray();
    return docs.map(({ _id: id, accountId, retryAt, fullTransfer }) => ({
      id,
      accountId,
      dueAt: fullTransfer?.notBefore ?? retryAt,
    }));
  }

  /** A transfer that was not sent is tried again then; one that has ended, or was asked for since, is not meant. */
  async postpone(id: string, token: string, notBefore: Date): Promise<void> {
    await this.#docs.updateOne(
      { _id: id, 'fullTransfer.token': token },
      { $set: { 'fullTransfer.notBefore': notBefore } },
    );
  }

  /** Targets whose night has come. */
  nightly(now: Date, limit: number): Promise<TargetRecord[]> {
    return this.#first(limit, { nightAt: { $lte: now }, ...VISIBLE });
  }

  /** One write, which one replica can make; false: another one has, or the target has changed since. */
  async endNight({ id, nightAt, updatedAt }: TargetRecord, next: Date, end: NightEnd): Promise<boolean> {
    const filter = { _id: id, ...(nightAt && { nightAt }), updatedAt, fullTransfer: { $exists: false } };
    const result = await this.#docs.updateOne(filter, { $set: { ...end, nightAt: next } });
    return result.matchedCount === 1;
  }

  /** The same where somebody has asked for a transfer that is still to be sent. */
  async skipNight({ id, nightAt }: TargetRecord, next: Date): Promise<void> {
    await this.#docs.updateOne({ _id: id, ...(nightAt && { nightAt }) }, { $set: { nightAt: next } });
  }

  /** Ends the transfers whose night is over, unless they are being sent right now. */
  async endLate(now: Date, lastFullTransfer: FullTransferEnd): Promise<number> {
    const result = await this.#docs.updateMany(
      { 'fullTransfer.until': { $lte: now }, 'lease.until': overAt(now) },
      { $set: { lastFullTransfer }, $unset: { fullTransfer: '' } },
    );
    return result.modifiedCount;
  }

  async #first(limit: number, filter: Filter<TargetDoc>): Promise<TargetRecord[]> {
    return (await this.#docs.find(filter).limit(limit).toArray()).map(fromTargetDoc);
  }
}
