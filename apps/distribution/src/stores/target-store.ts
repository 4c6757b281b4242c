import { ensureIndexes, extendLease, held, page, unchanged } from '@estate/persistence';
import type { Collection, Db, Filter } from '@estate/persistence';
import type { Grant, Invitation } from '../domain/authorization.ts';
import { LANE_OPEN } from '../domain/target.ts';
import type { SetAside } from '../domain/pause.ts';
import type { TargetRecord } from '../domain/target.ts';
import { claimForCheck, claimLane, releaseLane, setLaneAside } from './lane-lease.ts';
import type { LaneClaim } from './lane-lease.ts';
import type { TargetDoc } from './target-doc.ts';
import type { EncryptionSeen } from '../domain/target.ts';
import { rememberEncryption } from './remember-encryption.ts';

export type { TargetDoc };

/** The lease that a lane holds on a target. */
export interface LaneLease {
  id: string;
  fence: number;
  owner: string;
}

interface ListOptions {
  limit: number;
  startAfter?: string | undefined;
  order: 'asc' | 'desc';
}

/** With `seen` a target is changed only as long as what a customer sees of it is as it was then. */
interface IfSeen {
  seen?: TargetRecord | undefined;
}

interface TargetChange extends IfSeen, Pick<TargetRecord, 'autoCollectRequests' | 'updatedAt'> {
  credentials: NonNullable<TargetRecord['credentials']>;
  sealedPassword?: string;
  republish: NonNullable<TargetRecord['republish']>;
}

interface FlowChange extends IfSeen, Pick<TargetRecord, 'autoCollectRequests' | 'updatedAt'> {
  redirectUrl: string;
  invitation: Invitation;
}

interface Acceptance {
  grant: Grant;
  at: Date;
  republish: NonNullable<TargetRecord['republish']>;
}

/** What processes that died are laid to; a target that its customer changed begins anew. */
export const BLAME = { setAside: '', unended: '' } as const;

const VISIBLE = { deletedAt: { $exists: false } };

const asSeen = ({ seen }: IfSeen): Filter<TargetDoc> =>
  seen ? unchanged(seen, ['credentials', 'authorization', 'autoCollectRequests', 'updatedAt']) : {};

export class TargetStore {
  readonly #docs: Collection<TargetDoc>;

  constructor(db: Db) {
    this.#docs = db.collection<TargetDoc>('targets');
  }

  async prepare(): Promise<void> {
    await ensureIndexes(this.#docs, [
      { key: { accountId: 1, _id: 1 }, name: 'account' },
      { key: { emailId: 1 }, name: 'email', unique: true },
      { key: { 'deleting.at': 1 }, name: 'deleting', sparse: true },
      { key: { deletedAt: 1 }, name: 'deleted', sparse: true },
      { key: { 'republish.token': 1 }, name: 'republish', sparse: true },
      { key: { 'emptying.token': 1 }, name: 'emptying', sparse: true },
      { key: { 'setAside.at': 1 }, name: 'set-aside', sparse: true },
    ]);
  }

  async insert(record: TargetRecord): Promise<void> {
    await this.#docs.insertOne(record);
  }

  find(accountId: string, id: string): Promise<TargetRecord | null> {
    return this.#docs.findOne({ _id: id, accountId, ...VISIBLE });
  }

  /** The target of any account that has this request address. */
  findByEmail(emailId: string): Promise<TargetRecord | null> {
    return this.#docs.findOne({ emailId, ...VISIBLE });
  }

  /** Any account's target, deleted ones included: for lanes. */
  peek(id: string): Promise<TargetDoc | null> {
    return this.#docs.findOne({ _id: id });
  }

  peekAll(ids: readonly string[]): Promise<TargetDoc[]> {
    return this.#docs.find({ _id: { $in: [...ids] } }).toArray();
  }

  async list(accountId: string, { limit, startAfter, order }: ListOptions) {
    const query = { limit, order, ...(startAfter !== undefined && { startAfter }) };
    return page(this.#docs, { accountId, ...VISIBLE }, query);
  }

  /** Replaces what a customer may change, gives the lane a fresh start and marks the listings as to be published again. */
  update(accountId: string, id: string, { seen, ...change }: TargetChange): Promise<TargetRecord | null> {
    return this.#docs.findOneAndUpdate(
      { _id: id, accountId, ...VISIBLE, ...asSeen({ seen }) },
      {
        $set: { ...change, retryAt: LANE_OPEN, laneAttempt: 0 },
        $inc: { laneEpoch: 1 },
        $unset: { ...BLAME, ...(change.credentials.secure === false && { encryptionSeen: '' as const }) },
      },
      { returnDocument: 'after' },
    );
  }

  rememberEncryption(id: string, seen: EncryptionSeen): Promise<void> {
    return rememberEncryption(this.#docs, id, seen);
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
    return this.#docs.findOneAndUpdate(
      { _id: id, accountId, ...VISIBLE, ...asSeen({ seen }) },
      { $set: { ...change, ...authorization } },
      { returnDocument: 'after' },
    );
  }

  /** Stores an end user's consent and marks the listings as to be published again; null when it answers an older invitation. */
  accept(
    id: string,
    authorizationId: string,
    { grant, at, republish }: Acceptance,
  ): Promise<TargetRecord | null> {
    return this.#docs.findOneAndUpdate(
      { _id: id, 'authorization.invitation.authorizationId': authorizationId, ...VISIBLE },
      {
        $set: {
          'authorization.status': 'accepted',
          'authorization.grant': grant,
          updatedAt: at,
          republish,
          retryAt: LANE_OPEN,
          laneAttempt: 0,
        },
        $unset: { 'authorization.invitation': '', ...BLAME },
        $inc: { laneEpoch: 1 },
      },
      { returnDocument: 'after' },
    );
  }

  /** Stores an end user's refusal; false when it answers an older invitation. */
  async reject(id: string, authorizationId: string, at: Date): Promise<boolean> {
    const result = await this.#docs.updateOne(
      { _id: id, 'authorization.invitation.authorizationId': authorizationId, ...VISIBLE },
      {
        $set: { 'authorization.status': 'rejected', updatedAt: at },
        $unset: { 'authorization.invitation': '', 'authorization.grant': '' },
      },
    );
    return result.matchedCount === 1;
  }

  /** Notes that the platform does not take a grant any more; a newer grant is left alone. */
  async revoke(id: string, grantId: string, at: Date): Promise<void> {
    await this.#docs.updateOne(
      { _id: id, 'authorization.grant.id': grantId },
      { $set: { 'authorization.status': 'revoked', updatedAt: at }, $unset: { 'authorization.grant': '' } },
    );
  }

  async openLane(id: string): Promise<void> {
    await this.#docs.updateOne(
      { _id: id },
      { $set: { retryAt: LANE_OPEN, laneAttempt: 0 }, $inc: { laneEpoch: 1 } },
    );
  }

  async listingsMadeDue(id: string, token: string): Promise<void> {
    await this.#docs.updateOne({ _id: id, 'republish.token': token }, { $unset: { republish: '' } });
  }

  /** Asks for everything of the target to be published again, or for the platform to be emptied before; the lane gets a fresh start. */
  async reconcile(
    id: string,
    how: Pick<TargetRecord, 'republish' | 'emptying'>,
  ): Promise<TargetRecord | null> {
    return this.#docs.findOneAndUpdate(
      { _id: id },
      { $set: { ...how, retryAt: LANE_OPEN, laneAttempt: 0 }, $inc: { laneEpoch: 1 } },
      { returnDocument: 'after' },
    );
  }

  toEmpty(limit: number): Promise<TargetRecord[]> {
    return this.#docs
      .find({ 'emptying.token': { $exists: true } })
      .limit(limit)
      .toArray();
  }

  /** The platform shows nothing of the target any more: its listings are to be made due. Null: the lane was lost. */
  emptied(lease: LaneLease, republish: NonNullable<TargetRecord['emptying']>): Promise<TargetRecord | null> {
    return this.#docs.findOneAndUpdate(
      { ...held(lease), 'emptying.token': republish.token },
      { $set: { republish }, $unset: { emptying: '' } },
      { returnDocument: 'after' },
    );
  }

  /** First half of the two-writer rule: from now on no listing may be made for the target. */
  markDeleting(
    accountId: string,
    id: string,
    { seen, ...deleting }: { token: string; at: Date } & IfSeen,
  ): Promise<TargetRecord | null> {
    return this.#docs.findOneAndUpdate(
      { _id: id, accountId, ...VISIBLE, ...asSeen({ seen }) },
      { $set: { deleting } },
      { returnDocument: 'after' },
    );
  }

  async unmarkDeleting(id: string, token: string): Promise<void> {
    await this.#docs.updateOne({ _id: id, 'deleting.token': token }, { $unset: { deleting: '' } });
  }

  /** False when the mark is not ours any more, or the target not as it was seen. */
  async markDeleted(id: string, { token, at, seen }: { token: string; at: Date } & IfSeen): Promise<boolean> {
    const result = await this.#docs.updateOne(
      { _id: id, 'deleting.token': token, ...asSeen({ seen }) },
      { $set: { deletedAt: at }, $unset: { deleting: '', republish: '' } },
    );
    return result.matchedCount === 1;
  }

  /** Takes back the marks of deletions that ended halfway, for example by a crash. */
  async unmarkAbandoned(before: Date): Promise<void> {
    await this.#docs.updateMany({ 'deleting.at': { $lt: before } }, { $unset: { deleting: '' } });
  }

  toRepublish(limit: number): Promise<TargetRecord[]> {
    return this.#docs
      .find({ 'republish.token': { $exists: true } })
      .limit(limit)
      .toArray();
  }

  deleted(limit: number, after: string): Promise<TargetRecord[]> {
    const filter = { deletedAt: { $exists: true }, _id: { $gt: after } };
    return this.#docs.find(filter).sort({ _id: 1 }).limit(limit).toArray();
  }

  async remove(id: string): Promise<void> {
    await this.#docs.deleteOne({ _id: id, deletedAt: { $exists: true } });
  }

  claimLane(id: string, by: LaneClaim): Promise<TargetDoc | null> {
    return claimLane(this.#docs, id, by);
  }

  claimForCheck(id: string, by: LaneClaim): Promise<TargetDoc | null> {
    return claimForCheck(this.#docs, id, by);
  }
  setAside(lease: LaneLease, mark: SetAside): Promise<boolean> {
    return setLaneAside(this.#docs, lease, mark);
  }

  extend(lease: LaneLease, leaseMs: number, now: Date): Promise<boolean> {
    return extendLease(this.#docs, lease, { leaseMs, now });
  }

  release(lease: LaneLease): Promise<void> {
    return releaseLane(this.#docs, lease);
  }

  /** Records how the lane fared. False: the lease is lost, or the customer changed the target meanwhile. */
  async recordLane(
    lease: LaneLease,
    epoch: number,
    state: { retryAt: Date; laneAttempt: number },
  ): Promise<boolean> {
    const result = await this.#docs.updateOne({ ...held(lease), laneEpoch: epoch }, { $set: state });
    return result.matchedCount === 1;
  }
}
