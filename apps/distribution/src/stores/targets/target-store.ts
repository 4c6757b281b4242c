import { page, unchanged } from '@estate/persistence';
import type { Collection, Filter, PageQuery, SealedCollection, UpdateFilter } from '@estate/persistence';
import type { Grant, Invitation } from '../../domain/authorization.ts';
import type { EncryptionSeen, Republish, TargetRecord } from '../../domain/target.ts';
import { LaneControls } from './lane-controls.ts';
import { LaneLeases } from './lane-leases.ts';
import { LANE_START, NEXT_GENERATION, NOT_BLAMED, fromTargetDoc, toTargetDoc } from './target-document.ts';
import type { TargetDoc } from './target-document.ts';

/** With `seen` a target is changed only as long as what a customer sees of it is as it was then. */
interface IfSeen {
  seen?: TargetRecord | undefined;
}

interface TargetChange extends IfSeen, Pick<TargetRecord, 'autoCollectRequests' | 'updatedAt'> {
  credentials: NonNullable<TargetRecord['credentials']>;
  sealedPassword?: string;
  republish: Republish;
}

interface FlowChange extends IfSeen, Pick<TargetRecord, 'autoCollectRequests' | 'updatedAt'> {
  redirectUrl: string;
  invitation: Invitation;
}

interface Acceptance {
  grant: Grant;
  at: Date;
  republish: Republish;
}

const VISIBLE = { deletedAt: { $exists: false } };

const asSeen = ({ seen }: IfSeen): Filter<TargetDoc> =>
  seen ? unchanged(seen, ['credentials', 'authorization', 'autoCollectRequests', 'updatedAt']) : {};

/** Everything that the collection `targets` is read and written by: here for customers, `leases` and `lanes` for their lanes. */
export class TargetStore {
  readonly #docs: Collection<TargetDoc>;
  readonly leases: LaneLeases;
  readonly lanes: LaneControls;

  constructor(docs: Collection<TargetDoc>) {
    this.#docs = docs;
    this.leases = new LaneLeases(docs);
    this.lanes = new LaneControls(docs);
  }

  async insert(record: TargetRecord): Promise<void> {
    await this.#docs.insertOne(toTargetDoc(record));
  }

  find(accountId: string, id: string): Promise<TargetRecord | null> {
    return this.#find({ _id: id, accountId, ...VISIBLE });
  }

  /** The target of any account that has this request address. */
  findByEmail(emailId: string): Promise<TargetRecord | null> {
    return this.#find({ emailId, ...VISIBLE });
  }

  /** Any account's target, deleted ones included. */
  peek(id: string): Promise<TargetRecord | null> {
    return this.#find({ _id: id });
  }

  async peekAll(ids: readonly string[]): Promise<TargetRecord[]> {
    return (await this.#docs.find({ _id: { $in: [...ids] } }).toArray()).map(fromTargetDoc);
  }

  async list(accountId: string, query: PageQuery) {
    const { hasMore, docs } = await page(this.#docs, { accountId, ...VISIBLE }, query);
    return { hasMore, data: docs.map(fromTargetDoc) };
  }

  /** Replaces what a customer may change, gives the lane a fresh start and marks the listings as to be published again. */
  update(accountId: string, id: string, { seen, ...change }: TargetChange): Promise<TargetRecord | null> {
    const isClearText = change.credentials.secure === false;
    return this.#update(
      { _id: id, accountId, ...VISIBLE, ...asSeen({ seen }) },
      {
        $set: { ...change, ...LANE_START },
        $inc: NEXT_GENERATION,
        $unset: { ...NOT_BLAMED, ...(isClearText && { encryptionSeen: '' as const }) },
      },
    );
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
      { $set: { ...change, ...authorization } },
    );
  }

  /** Stores an end user's consent and marks the listings as to be published again; null when it answers an older invitation. */
  accept(
    id: string,
    authorizationId: string,
    { grant, at, republish }: Acceptance,
  ): Promise<TargetRecord | null> {
    return this.#update(
      { _id: id, 'authorization.invitation.authorizationId': authorizationId, ...VISIBLE },
      {
        $set: {
          'authorization.status': 'accepted',
          'authorization.grant': grant,
          updatedAt: at,
          republish,
          ...LANE_START,
        },
        $unset: { 'authorization.invitation': '', ...NOT_BLAMED },
        $inc: NEXT_GENERATION,
      },
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
      { $set: { deletedAt: at }, $unset: { deleting: '', republish: '' } },
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

  async remove(id: string): Promise<void> {
    await this.#docs.deleteOne({ _id: id, deletedAt: { $exists: true } });
  }

  /** Where the sealed secrets are. */
  get sealed(): SealedCollection {
    const collection = this.#docs as unknown as SealedCollection['collection'];
    const sealed = (doc: object) => {
      const { sealedPassword, authorization } = doc as TargetDoc;
      return {
        sealedPassword,
        'authorization.grant.sealedToken': authorization?.grant?.sealedToken,
        'authorization.grant.sealedSecret': authorization?.grant?.sealedSecret,
      };
    };
    return { collection, fields: ['sealedPassword', 'authorization.grant'], sealed };
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
