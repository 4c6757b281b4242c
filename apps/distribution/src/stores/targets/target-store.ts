import { page, unchanged } from '@estate/persistence';
import type { Collection, Filter, OutboxRelay, PageQuery, UpdateFilter } from '@estate/persistence';
import type { Invitation } from '../../domain/authorization.ts';
import { nightOf } from '../../domain/target.ts';
import type { EncryptionSeen, Republish, TargetRecord } from '../../domain/target.ts';
import { LaneControls } from './lane-controls.ts';
import { LaneLeases } from './lane-leases.ts';
import {
  DELETION_ENDS,
  LANE_START,
  NEXT_GENERATION,
  NOT_BLAMED,
  VISIBLE,
  fromTargetDoc,
  toTargetDoc,
} from './target-document.ts';
import type { TargetDoc } from './target-document.ts';
import { TargetClosings } from './target-closings.ts';
import { TargetGrants } from './target-grants.ts';
import { TargetLogins } from './target-logins.ts';
import { TargetPauses } from './target-pauses.ts';
import { TargetReports } from './target-reports.ts';
import { TargetTransfers } from './target-transfers.ts';
import type { AnnouncedTargets } from './write-and-send.ts';

/** With `seen` a target is changed only as long as what a customer sees of it is as it was then. */
interface IfSeen {
  seen?: TargetRecord | undefined;
}

type Choices = Pick<
  TargetRecord,
  'name' | 'autoCollectRequests' | 'hiddenAddress' | 'settings' | 'updatedAt'
>;

interface TargetChange extends IfSeen, Choices {
  credentials?: NonNullable<TargetRecord['credentials']>;
  sealedPassword?: string;
  /** Only while the login, its password included, is that of this state. */
  keptOf?: Pick<TargetRecord, 'credentials' | 'sealedPassword'>;
  login?: string;
  /** Left out for a target that had the login of another one before. */
  ownsLogin?: true;
  republish: Republish;
}

interface FlowChange extends IfSeen, Choices {
  redirectUrl: string;
  invitation: Invitation;
  republish?: Republish;
}

const SHOWN = [
  'name',
  'credentials',
  'settings',
  'authorization',
  'autoCollectRequests',
  'hiddenAddress',
  'failing',
  'lastFullTransfer',
  'lastCheck',
  'reportFolderProblem',
  'pausedAt',
  'setAside',
  'customerPause',
  'updatedAt',
] as const;

const asSeen = ({ seen }: IfSeen): Filter<TargetDoc> => (seen ? unchanged(seen, SHOWN) : {});

/** Part of an `$unset`: a choice that is left out becomes unset. */
const leftOut = ({ name, hiddenAddress, settings }: Choices) => ({
  ...(name === undefined && { name: '' as const }),
  ...(hiddenAddress === undefined && { hiddenAddress: '' as const }),
  ...(settings === undefined && { settings: '' as const }),
});

/** Part of an `$unset`: what was true of a target before it was changed. */
const endedBy = (change: TargetChange) => ({
  ...NOT_BLAMED,
  ...leftOut(change),
  // It was asked for, and its removals were confirmed, for the account as it was.
  fullTransfer: '' as const,
  lastFullTransfer: '' as const,
  lastCheck: '' as const,
  // Another account on the platform may report otherwise.
  ...(change.ownsLogin && { reporting: '' as const, reportFolder: '' as const }),
  ...(change.credentials?.secure === false && { encryptionSeen: '' as const }),
});

/**
 * Everything that the collection `targets` is read and written by: here, in `pauses` and in `grants` for customers and end users, `leases` and `lanes` for
 * their lanes, `transfers` for what sends everything again, `closings` while their account is closed, `logins` for what they share, `reports` for what platforms send back.
 */
export class TargetStore {
  readonly #docs: Collection<TargetDoc>;
  readonly grants: TargetGrants;
  readonly leases: LaneLeases;
  readonly lanes: LaneControls;
  readonly pauses: TargetPauses;
  readonly closings: TargetClosings;
  readonly logins: TargetLogins;
  readonly reports: TargetReports;
  readonly transfers: TargetTransfers;

  constructor(docs: Collection<TargetDoc>, relay: Pick<OutboxRelay, 'sent'>) {
    const targets: AnnouncedTargets = { docs, relay };
    this.#docs = docs;
    this.grants = new TargetGrants(targets);
    this.leases = new LaneLeases(targets);
    this.lanes = new LaneControls(targets);
    this.pauses = new TargetPauses(targets);
    this.closings = new TargetClosings(docs);
    this.logins = new TargetLogins(docs);
    this.reports = new TargetReports(targets);
    this.transfers = new TargetTransfers(docs);
  }

  async insert(record: TargetRecord): Promise<void> {
    await this.#docs.insertOne(toTargetDoc(record));
  }

  find(accountId: string, id: string): Promise<TargetRecord | null> {
    return this.#find({ _id: id, accountId, ...VISIBLE });
  }

  /** The target of any account that has this request address; also a deleted one while its account is being closed. */
  findByEmail(emailId: string): Promise<TargetRecord | null> {
    return this.#find({ emailId, $or: [VISIBLE, { closing: { $exists: true } }] });
  }

  /** Any account's target, deleted ones included. */
  peek(id: string): Promise<TargetRecord | null> {
    return this.#find({ _id: id });
  }

  async peekAll(ids: readonly string[]): Promise<TargetRecord[]> {
    return (await this.#docs.find({ _id: { $in: [...ids] } }).toArray()).map(fromTargetDoc);
  }

  /** All targets of an account. */
  async ofAccount(accountId: string): Promise<TargetRecord[]> {
    return (await this.#docs.find({ accountId, ...VISIBLE }).toArray()).map(fromTargetDoc);
  }

  async list(accountId: string, query: PageQuery) {
    const { hasMore, docs } = await page(this.#docs, { accountId, ...VISIBLE }, query);
    return { hasMore, data: docs.map(fromTargetDoc) };
  }

  /** Replaces what a customer may change, gives the lane a fresh start and marks the listings as to be published again. */
  async update(
    accountId: string,
    id: string,
    { seen, keptOf, ...change }: TargetChange,
  ): Promise<TargetRecord | null> {
    const asKept = keptOf ? unchanged(keptOf, ['credentials', 'sealedPassword']) : {};
    const filter = { _id: id, accountId, ...VISIBLE, ...asSeen({ seen }), ...asKept };
    const $set = { ...change, ...LANE_START };
    const $unset = endedBy(change);
    const $inc = NEXT_GENERATION;
    const nightAt = nightOf(id, change.settings, change.updatedAt);
    if (!nightAt) return this.#update(filter, { $set, $inc, $unset: { ...$unset, nightAt: '' } });
    // A night that has not begun yet stays due.
    const isDue = { ...filter, nightAt: { $exists: true } };
    const isNew = { ...filter, nightAt: { $exists: false } };
    // One that has begun, and was not sent, begins again: what it may remove is counted for the target as it is now.
    const isBegun = { ...isDue, 'fullTransfer.until': { $gt: change.updatedAt } };
    const again = { ...$set, nightAt: change.updatedAt };
    const begun = await this.#update(isBegun, { $set: again, $inc, $unset });
    const kept = begun ?? (await this.#update(isDue, { $set, $inc, $unset }));
    return kept ?? this.#update(isNew, { $set: { ...$set, nightAt }, $inc, $unset });
  }

  /**
   * Notes that the host of a target was reached over TLS. It needs no lease: the finding is true whoever made it, as long as the
   * target still names that host and has not chosen clear text since, and what was found never gets weaker.
   */
  async rememberEncryption(id: string, encryptionSeen: EncryptionSeen): Promise<void> {
    const { certificate, host } = encryptionSeen;
    await this.#docs.updateOne(
      {
        _id: id,
        'credentials.host': host,
        'credentials.secure': { $ne: false },
        ...(certificate === 'unverified' && { 'encryptionSeen.host': { $ne: host } }),
      },
      { $set: { encryptionSeen } },
    );
  }

  /** The same for a type with a redirect flow: what is published stays until the end user has decided again. */
  updateFlow(
    accountId: string,
    id: string,
    { redirectUrl, invitation, seen, ...change }: FlowChange,
  ): Promise<TargetRecord | null> {
    const authorization = {
      'authorization.redirectUrl': redirectUrl,
      'authorization.invitation': invitation,
    };
    return this.#update(
      { _id: id, accountId, ...VISIBLE, ...asSeen({ seen }) },
      { $set: { ...change, ...authorization }, $unset: leftOut(change) },
    );
  }

  /** Marks the targets of an account that have no setting of their own; returns those that are now marked. */
  async markFollowers({
    accountId,
    republish,
  }: {
    accountId: string;
    republish: Republish;
  }): Promise<TargetRecord[]> {
    const marks = Object.entries(republish).map(([name, value]) => [`republish.${name}`, value] as const);
    // Field by field: what an older mark says of a restored backup stays.
    await this.#docs.updateMany(
      { accountId, hiddenAddress: { $exists: false }, ...VISIBLE },
      { $set: Object.fromEntries(marks) },
    );
    return (await this.#docs.find({ accountId, 'republish.token': republish.token }).toArray()).map(
      fromTargetDoc,
    );
  }

  async openLane(id: string): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $set: LANE_START, $inc: NEXT_GENERATION });
  }

  async listingsMadeDue(id: string, token: string): Promise<void> {
    await this.#docs.updateOne({ _id: id, 'republish.token': token }, { $unset: { republish: '' } });
  }

  /** First half of the two-writer rule: from now on no listing may be created for the target. */
  markDeleting(
    accountId: string,
    id: string,
    { seen, ...deleting }: { token: string; at: Date } & IfSeen,
  ): Promise<TargetRecord | null> {
    return this.#update({ _id: id, accountId, ...VISIBLE, ...asSeen({ seen }) }, { $set: { deleting } });
  }

  async unmarkDeleting(id: string, token: string): Promise<void> {
    await this.#docs.updateOne({ _id: id, 'deleting.token': token }, { $unset: { deleting: '' } });
  }

  /** False when another deletion has replaced the mark, or the target has changed since it was seen. */
  async markDeleted(id: string, { token, at, seen }: { token: string; at: Date } & IfSeen): Promise<boolean> {
    const result = await this.#docs.updateOne(
      { _id: id, 'deleting.token': token, ...asSeen({ seen }) },
      { $set: { deletedAt: at }, $unset: DELETION_ENDS },
    );
    return result.matchedCount === 1;
  }

  /** Removes the marks of deletions that did not end, for example because of a crash. */
  async unmarkDeletingSince(before: Date): Promise<void> {
    await this.#docs.updateMany({ 'deleting.at': { $lt: before } }, { $unset: { deleting: '' } });
  }

  toRepublish(limit: number): Promise<TargetRecord[]> {
    return this.#first(limit, { 'republish.token': { $exists: true } });
  }

  toEmpty(limit: number): Promise<TargetRecord[]> {
    return this.#first(limit, { 'emptying.token': { $exists: true } });
  }

  /** Deleted targets after an id, in order. */
  async deleted(limit: number, after: string): Promise<TargetRecord[]> {
    const filter = { deletedAt: { $exists: true }, _id: { $gt: after } };
    return (await this.#docs.find(filter).sort({ _id: 1 }).limit(limit).toArray()).map(fromTargetDoc);
  }

  /** Removes a deleted target, once its events are sent. */
  async remove(id: string): Promise<void> {
    await this.#docs.deleteOne({
      _id: id,
      deletedAt: { $exists: true },
      closing: { $exists: false },
      'outbox.0': { $exists: false },
    });
  }

  async #find(filter: Filter<TargetDoc>): Promise<TargetRecord | null> {
    const doc = await this.#docs.findOne(filter);
    return doc && fromTargetDoc(doc);
  }

  async #first(limit: number, filter: Filter<TargetDoc>): Promise<TargetRecord[]> {
    return (await this.#docs.find(filter).limit(limit).toArray()).map(fromTargetDoc);
  }

  async #update(filter: Filter<TargetDoc>, update: UpdateFilter<TargetDoc>): Promise<TargetRecord | null> {
    const doc = await this.#docs.findOneAndUpdate(filter, update, { returnDocument: 'after' });
    return doc && fromTargetDoc(doc);
  }
}
