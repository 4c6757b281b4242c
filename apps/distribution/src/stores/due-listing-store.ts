import type { OutgoingMessage } from '@estate/messaging';
import type { Collection, Db, Filter, OutboxRelay, UpdateFilter } from '@estate/persistence';
import type { Intent, LastError, ListingRecord, PropertyShadow, RemoteIds } from '../domain/listing.ts';
import { dueTargets } from './due-targets.ts';
import type { DueTarget } from './due-targets.ts';
import { listingCollection } from './listing-store.ts';
import type { ListingDoc } from './listing-store.ts';
import { republishSharers } from './republish-sharers.ts';
import { stoppedTargets } from './stopped-targets.ts';
import type { TargetDoc } from './target-store.ts';

/** The end of one attempt, and the event it causes. */
export type Result =
  | {
      kind: 'published';
      at: Date;
      event: OutgoingMessage;
      revision: number;
      shown: boolean;
      publicUrl?: string;
    }
  | { kind: 'failed'; at: Date; event: OutgoingMessage; lastError: LastError; heardRevision?: number }
  /** `takenOff`: the platform has said so, which stays true whatever is wanted by now. */
  | { kind: 'ended'; at: Date; event: OutgoingMessage; takenOff: boolean }
  | { kind: 'repeat'; at: Date; attempt: number; dueAt: Date; lastError: LastError }
  | { kind: 'later'; dueAt: Date; troubles?: number };

interface Start {
  fence: number;
  intent: Intent;
  /** What is sent of the property; a delete message repeats what was sent last. */
  contents?: { property: PropertyShadow; revision: number };
}

interface Postponement {
  dueAt: Date;
  lastError?: LastError;
  troubled?: boolean;
}

const UNFINISHED = { $in: ['live' as const, 'deleted' as const] };
/** The platform refused the deletion for good; it is tried again when the target changes. */
const GIVEN_UP = { state: 'deleted' as const, dueAt: { $exists: false } };

/** Listings as lanes work through them. Every write names the lane's fence, so that a lane that was replaced writes nothing. */
export class DueListingStore {
  readonly #docs: Collection<ListingDoc>;
  readonly #targets: Collection<TargetDoc>;
  readonly #relay: Pick<OutboxRelay, 'sent'>;

  constructor(db: Db, relay: Pick<OutboxRelay, 'sent'>) {
    this.#docs = listingCollection(db);
    this.#targets = db.collection<TargetDoc>('targets');
    this.#relay = relay;
  }

  /** Every target with something due that a lane may take. */
  async targets(now: Date): Promise<DueTarget[]> {
    return this.#open(await dueTargets(this.#docs, now));
  }

  /** Since when something has been due: of all, and of what lanes may take. */
  async oldestDueAt(now: Date): Promise<{ all: Date | undefined; open: Date | undefined }> {
    const due = await dueTargets(this.#docs, now);
    return { all: earliest(due), open: earliest(await this.#open(due)) };
  }

  async #open(due: DueTarget[]): Promise<DueTarget[]> {
    if (due.length === 0) return due;
    const stopped = await stoppedTargets(this.#targets);
    return due.filter(({ targetId }) => !stopped.has(targetId));
  }

  /** The target, if something of it is due. */
  async ifDue(targetId: string, now: Date): Promise<DueTarget | null> {
    const oldest = await this.#docs.findOne(
      { targetId, dueAt: { $lte: now } },
      { projection: { _id: 0, accountId: 1, dueAt: 1 }, sort: { dueAt: 1 } },
    );
    return oldest?.dueAt ? { targetId, accountId: oldest.accountId, dueAt: oldest.dueAt } : null;
  }

  due(targetId: string, until: Date, limit: number): Promise<ListingRecord[]> {
    return this.#docs
      .find({ targetId, dueAt: { $lte: until } })
      .sort({ dueAt: 1 })
      .limit(limit)
      .toArray();
  }

  /**
   * The listing before this one of the same property and target that is still to be taken off; without `dueAt` that was
   * given up. As one at a time counts, whatever is deleted was made earlier, whatever the clocks that made the ids say.
   */
  olderDeletion({ _id, propertyId, targetId }: ListingRecord): Promise<ListingRecord | null> {
    return this.#docs.findOne({ propertyId, state: 'deleted', targetId, _id: { $ne: _id } });
  }

  /**
   * Makes a listing answer for what a deletion that was given up left on the platform: sending it replaces that, deleting
   * it takes that off. Returns the listing as it is by then; null when the lane was replaced.
   */
  async inherit(record: ListingRecord, left: ListingRecord, fence: number): Promise<ListingRecord | null> {
    const { formerNumber, property, remote } = left;
    const inherited = {
      everUploaded: true,
      ...(property && { property }),
      ...(remote && { remote }),
      ...(formerNumber !== undefined && { formerNumber }),
    };
    const { matchedCount } = await this.#docs.updateOne(fenced(record._id, fence), { $set: inherited });
    if (matchedCount === 0) return null;
    await this.#forget({ _id: left._id, ...GIVEN_UP });
    return { ...record, ...inherited };
  }

  /** Whether something is on the target, or to be done there. */
  async hasUnfinished(targetId: string): Promise<boolean> {
    const open: Filter<ListingDoc> = {
      targetId,
      $or: [{ state: 'live' }, { state: 'deleted', dueAt: { $exists: true } }],
    };
    return (await this.#docs.findOne(open, { projection: { _id: 1 } })) !== null;
  }

  /** Nobody can try again what was given up on a target that is gone. */
  async forgetGivenUp(targetId: string): Promise<void> {
    await this.#forget({ targetId, ...GIVEN_UP });
  }

  /** Those whose event still waits go when it is sent, also where it is being sent by now. */
  async #forget(givenUp: Filter<ListingDoc>): Promise<void> {
    const waiting = { ...givenUp, 'outbox.0': { $exists: true } };
    const ended = { $set: { state: 'ended' as const, removeWhenSent: true } };
    for (;;) {
      const doc = await this.#docs.findOneAndUpdate(waiting, ended, { returnDocument: 'after' });
      if (!doc) break;
      this.#relay.sent(this.#docs, doc);
    }
    await this.#docs.deleteMany({ ...givenUp, 'outbox.0': { $exists: false } });
  }

  /** Notes that a package may reach the platform from now on; false when something newer is wanted or the lane was replaced. */
  async begin(
    { _id, formerNumber, wanted }: ListingRecord,
    { fence, intent, contents }: Start,
  ): Promise<boolean> {
    const result = await this.#docs.updateOne(
      { ...fenced(_id, fence), 'wanted.version': wanted.version, dueAt: { $exists: true } },
      {
        $set: {
          laneFence: fence,
          intent,
          sequence: intent.sequence,
          everUploaded: true,
          ...(contents && { property: contents.property }),
          ...(formerNumber !== undefined && { formerNumber }),
        },
        // A fact that comes late tells of nothing that is not on its way.
        ...(contents && { $max: { heardRevision: contents.revision } }),
      },
    );
    return result.matchedCount === 1;
  }

  /** Takes back that it may have been sent, when it was not. */
  async notSent({ _id, wanted }: ListingRecord, fence: number): Promise<void> {
    await this.#docs.updateOne(
      { _id, laneFence: fence, 'wanted.version': wanted.version },
      { $set: { everUploaded: false } },
    );
  }

  /** Keeps what the platform calls things, whatever is wanted by now: it is true as soon as the platform has said so. */
  async remember({ _id }: ListingRecord, fence: number, { objectId }: RemoteIds): Promise<void> {
    await this.#docs.updateOne(
      fenced(_id, fence),
      objectId === undefined ? { $unset: { remote: '' } } : { $set: { remote: { objectId } } },
    );
  }

  /** Saves a result and its event in one write. False when a newer wish made the result meaningless, or the lane was replaced. */
  async settle(record: ListingRecord, fence: number, result: Result): Promise<boolean> {
    const { _id, wanted } = record;
    const asWanted = { ...fenced(_id, fence), 'wanted.version': wanted.version };
    const isTakenOff = result.kind === 'ended' && result.takenOff;
    const attempts: [Filter<ListingDoc>, UpdateFilter<ListingDoc>][] = [
      [isTakenOff ? fenced(_id, fence) : asWanted, settled(record, result)],
    ];
    // Something newer is wanted, so the listing stays due; that this version went out is still true.
    if (result.kind === 'published') attempts.push([fenced(_id, fence), published(record, result)]);
    for (const [filter, { $set, ...others }] of attempts) {
      const update = { ...others, $set: { ...$set, laneFence: fence } } as UpdateFilter<ListingDoc>;
      const doc = await this.#docs.findOneAndUpdate(filter, update, { returnDocument: 'after' });
      if (!doc) continue;
      if (doc.outbox?.length) this.#relay.sent(this.#docs, doc);
      return true;
    }
    return false;
  }

  republishSharers(record: ListingRecord, formerNumber: string, at: Date): Promise<void> {
    return republishSharers(this.#docs, record, { formerNumber, at });
  }

  /** Puts off everything that is due on a target; `troubled`: for trouble of our own. */
  async postpone(targetId: string, now: Date, { dueAt, lastError, troubled }: Postponement): Promise<void> {
    await this.#docs.updateMany(
      { targetId, dueAt: { $lte: now } },
      {
        $set: { dueAt, ...(lastError && { lastError, updatedAt: now }) },
        ...(troubled && { $inc: { troubles: 1 } }),
      },
    );
  }

  /** Makes due what was put off until exactly that time. */
  async bringForward(targetId: string, { from, to }: { from: Date; to: Date }): Promise<void> {
    await this.#docs.updateMany({ targetId, dueAt: from }, { $set: { dueAt: to } });
  }
}

const earliest = (due: readonly DueTarget[]): Date | undefined =>
  due.length > 0 ? new Date(Math.min(...due.map(({ dueAt }) => dueAt.getTime()))) : undefined;

const fenced = (id: string, fence: number): Filter<ListingDoc> => ({
  _id: id,
  state: UNFINISHED,
  laneFence: { $lte: fence },
});

function published(
  record: ListingRecord,
  result: Extract<Result, { kind: 'published' }>,
): UpdateFilter<ListingDoc> {
  return {
    $set: {
      published: result.shown,
      publishedRevision: result.revision,
      doneVersion: record.wanted.version,
      lastPublishedAt: result.at,
      updatedAt: result.at,
      ...(result.publicUrl !== undefined && { publicUrl: result.publicUrl }),
    },
    $max: { heardRevision: result.revision },
    $unset: { lastError: '', formerNumber: '', ...(!result.shown && { publicUrl: '' as const }) },
    $push: { outbox: result.event },
  };
}

const ended = ({ at, event }: Extract<Result, { kind: 'ended' }>): UpdateFilter<ListingDoc> => ({
  $set: { state: 'ended', published: false, removeWhenSent: true, updatedAt: at },
  $unset: { dueAt: '' },
  $push: { outbox: event },
});

function settled(record: ListingRecord, result: Result): UpdateFilter<ListingDoc> {
  switch (result.kind) {
    case 'ended':
      return ended(result);
    case 'published': {
      const update = published(record, result);
      return {
        ...update,
        $set: { ...update.$set, attempt: 0 },
        $unset: { ...update.$unset, dueAt: '', troubles: '' },
      };
    }
    case 'failed':
      return {
        $set: { attempt: 0, lastError: result.lastError, updatedAt: result.at },
        ...(result.heardRevision !== undefined && { $max: { heardRevision: result.heardRevision } }),
        $unset: { dueAt: '', troubles: '' },
        $push: { outbox: result.event },
      };
    case 'repeat':
      return {
        $set: {
          attempt: result.attempt,
          dueAt: result.dueAt,
          lastError: result.lastError,
          updatedAt: result.at,
        },
        $unset: { troubles: '' },
      };
    case 'later': {
      const { dueAt, troubles } = result;
      return { $set: { dueAt, ...(troubles !== undefined && { troubles }) } };
    }
  }
}
