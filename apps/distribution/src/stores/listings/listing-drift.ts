import { unchanged } from '@estate/persistence';
import type { Collection, Filter, History } from '@estate/persistence';
import { LOOK_UPS_AT_ONCE } from '../../domain/drift.ts';
import type { DriftFinding } from '../../domain/drift.ts';
import type { ListingRecord } from '../../domain/listing.ts';
import type { PlatformAnswer } from '../../domain/platform-answer.ts';
import { answerEntry } from '../../domain/timeline.ts';
import type { ListingEntry } from '../../domain/timeline.ts';
import { dueNow } from './due-updates.ts';
import type { Reason } from './due-updates.ts';
import { fromListingDoc } from './listing-document.ts';
import type { ListingDoc } from './listing-document.ts';

/** Listings of a target with an object on the platform, in order. */
export interface LookUpPortion {
  listings: ListingRecord[];
  /** The number in all portions. */
  count: number;
  isLast: boolean;
}

type Repaired = Extract<DriftFinding, { kind: 'repaired' }>;

/** The fields by which a look at the platform was decided; a listing that has changed since is left as it is. */
const SEEN = ['sequence', 'published', 'withheld', 'remote', 'formerObjectId', 'platformAnswer'] as const;

/** Compares listings with what their platforms show, and has what differs published or taken down again. */
export class ListingDrift {
  readonly #docs: Collection<ListingDoc>;
  readonly #history: Pick<History<ListingEntry>, 'makeRoom'>;

  constructor(docs: Collection<ListingDoc>, history: Pick<History<ListingEntry>, 'makeRoom'>) {
    this.#docs = docs;
    this.#history = history;
  }

  async portion(targetId: string, after: string): Promise<LookUpPortion> {
    const all: Filter<ListingDoc> = {
      ...{ targetId, state: 'live' },
      $or: [{ 'remote.objectId': { $exists: true } }, { formerObjectId: { $exists: true } }],
    };
    const [count, docs] = await Promise.all([
      this.#docs.countDocuments(all),
      this.#docs
        .find({ ...all, _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(LOOK_UPS_AT_ONCE)
        .toArray(),
    ]);
    return { listings: docs.map(fromListingDoc), count, isLast: docs.length < LOOK_UPS_AT_ONCE };
  }

  /** The platform has just confirmed again what it confirmed before. */
  async stillConfirmed({ id, accountId, sequence }: ListingRecord, at: Date): Promise<void> {
    const confirmed = { state: 'confirmed', source: 'api', sequence, at: { $lt: at } } as const;
    const filter = Object.entries(confirmed).map(([name, value]) => [`platformAnswer.${name}`, value]);
    await this.#docs.updateOne(
      { _id: id, accountId, ...(Object.fromEntries(filter) as Filter<ListingDoc>) },
      { $set: { 'platformAnswer.at': at } },
    );
  }

  /** Makes a listing due whose object is not as it should be; false if it has changed since it was looked at. */
  async repair(record: ListingRecord, { message, remote }: Repaired, reason: Reason): Promise<boolean> {
    const { id, accountId, sequence, wanted } = record;
    const { $set, $unset, $inc } = dueNow(reason);
    const answer: PlatformAnswer | undefined = message && {
      ...{ state: 'removed', source: 'api', at: reason.at, messages: [message], sequence },
    };
    if (answer) await this.#history.makeRoom(id);
    const { matchedCount } = await this.#docs.updateOne(
      {
        ...{ _id: id, accountId, state: 'live', dueAt: { $exists: false } },
        'wanted.version': wanted.version,
        ...unchanged(record, SEEN),
      },
      {
        $set: {
          ...$set,
          everUploaded: true,
          ...(remote && { remote }),
          ...(answer && { platformAnswer: answer, repairedVersion: wanted.version + 1 }),
        },
        $unset,
        $inc,
        ...(answer && { $push: { history: answerEntry(record, answer) } }),
      },
    );
    return matchedCount === 1;
  }
}
