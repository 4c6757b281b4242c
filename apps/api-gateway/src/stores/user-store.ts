import type { ListQuery } from '@estate/contracts';
import { found, refusal } from '@estate/errors';
import { isDuplicateKey, page, unchanged } from '@estate/persistence';
import type { Collection } from '@estate/persistence';
import type { Identity, StoredUser } from '../domain/user.ts';

export type UserDoc = Omit<StoredUser, 'id'> & {
  _id: string;
  /** The time until which a call may be about to remove the role admin from this user. */
  leavingUntil?: Date;
};

/** The announcement that an admin leaves, and the one of another call that it replaced. */
export interface Leaving extends Pick<StoredUser, 'accountId' | 'id'> {
  until: Date;
  before: Date | undefined;
}

/** Longer than the database may take for a write. */
const LEAVING_MS = 60_000;

export const EMAIL_INDEX = 'email';

export class UserStore {
  readonly #docs: Collection<UserDoc>;

  constructor(docs: Collection<UserDoc>) {
    this.#docs = docs;
  }

  /** @throws InvalidInput `user-exists` */
  async insert(user: StoredUser): Promise<StoredUser> {
    const { id, ...fields } = user;
    try {
      await this.#docs.insertOne({ _id: id, ...fields });
      return user;
    } catch (error) {
      if (!isDuplicateKey(error, EMAIL_INDEX)) throw error;
      const message = 'email: another user of the account has this email address';
      throw refusal('user-exists', 'email', message);
    }
  }

  async find(accountId: string, id: string): Promise<StoredUser | null> {
    const doc = await this.#docs.findOne({ _id: id, accountId });
    return doc && fromDoc(doc);
  }

  /** @throws NotFound */
  async get(accountId: string, id: string): Promise<StoredUser> {
    return found(await this.find(accountId, id), 'user', id);
  }

  /** The user with each id, in the same order; null for unknown ones. */
  async findByIds(ids: readonly string[]): Promise<(StoredUser | null)[]> {
    const docs = await this.#docs.find({ _id: { $in: [...ids] } }).toArray();
    const byId = new Map(docs.map((doc) => [doc._id, fromDoc(doc)]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  async list(accountId: string, query: ListQuery): Promise<{ hasMore: boolean; data: StoredUser[] }> {
    const { hasMore, docs } = await page(this.#docs, { accountId }, query);
    return { hasMore, data: docs.map(fromDoc) };
  }

  /** Sets role and name as in `user`, with `seen` only if the user has not changed since; null if there is none. */
  async update(
    { id, accountId, role, name }: StoredUser,
    seen: StoredUser | undefined,
  ): Promise<StoredUser | null> {
    const filter = { _id: id, accountId, ...(seen && asSeen(seen)) };
    const $set = { role, ...(name !== undefined && { name }) };
    const left = name === undefined && { name: '' as const };
    // For a user who is an admin already, another call may be about to remove the role.
    const becomesAdmin = role === 'admin' && seen?.role !== 'admin';
    const promoted = becomesAdmin
      ? await this.#docs.findOneAndUpdate(
          { ...filter, role: { $ne: 'admin' } },
          { $set, $unset: { ...left, leavingUntil: '' } },
          { returnDocument: 'after' },
        )
      : null;
    const update = { $set, ...(left && { $unset: left }) };
    const doc = promoted ?? (await this.#docs.findOneAndUpdate(filter, update, { returnDocument: 'after' }));
    return doc && fromDoc(doc);
  }

  /** Removes a user, with `seen` only if it has not changed since, and returns it; null if there is none. */
  async remove(user: { accountId: string; id: string; seen?: StoredUser }): Promise<StoredUser | null> {
    const { accountId, id, seen } = user;
    const doc = await this.#docs.findOneAndDelete({ _id: id, accountId, ...(seen && asSeen(seen)) });
    return doc && fromDoc(doc);
  }

  /**
   * Announces that an active admin leaves; null if no other one stays. It is written before the others are read, so of two admins who leave
   * at once at least one sees that the other does, whatever process is killed.
   */
  async announceLeaving(
    { accountId, id }: Pick<StoredUser, 'accountId' | 'id'>,
    now: Date,
  ): Promise<Leaving | null> {
    const until = new Date(now.getTime() + LEAVING_MS);
    const doc = await this.#docs.findOneAndUpdate({ _id: id, accountId }, { $set: { leavingUntil: until } });
    const leaving = { id, accountId, until, before: doc?.leavingUntil };
    const staying = {
      ...{ accountId, role: 'admin' as const, identity: { $exists: true }, _id: { $ne: id } },
      $or: [{ leavingUntil: { $exists: false } }, { leavingUntil: { $lte: now } }],
    };
    const another = await this.#docs
      .findOne(staying, { projection: { _id: 1 } })
      .catch(async (error: unknown) => {
        // Nothing else is sent: the announcement expires by itself if it cannot be withdrawn.
        await this.endLeaving(leaving).catch(() => undefined);
        throw error;
      });
    if (another) return leaving;
    await this.endLeaving(leaving);
    return null;
  }

  /** Withdraws an announcement; that of another call stays. */
  async endLeaving({ accountId, id, until, before }: Leaving): Promise<void> {
    const update = before ? { $set: { leavingUntil: before } } : { $unset: { leavingUntil: '' as const } };
    await this.#docs.updateOne({ _id: id, accountId, leavingUntil: until }, update);
  }

  /** Stores a sign-in of the person behind a user; null if the account has no such user. */
  async signIn(accountId: string, identity: Identity, now: Date): Promise<StoredUser | null> {
    const doc = await this.#docs.findOneAndUpdate(
      { accountId, 'identity.issuer': identity.issuer, 'identity.subject': identity.subject },
      { $max: { lastSignInAt: now } },
      { returnDocument: 'after' },
    );
    return doc && fromDoc(doc);
  }

  /** Assigns the invited user with an address to a person; null if the account has no such invitation. */
  async accept(
    { accountId, emailKey }: Pick<StoredUser, 'accountId' | 'emailKey'>,
    identity: Identity,
    now: Date,
  ): Promise<StoredUser | null> {
    const doc = await this.#docs.findOneAndUpdate(
      { accountId, emailKey, identity: { $exists: false } },
      { $set: { identity, lastSignInAt: now } },
      { returnDocument: 'after' },
    );
    return doc && fromDoc(doc);
  }

  /** Sets the name from the provider for a user without one. */
  async name(id: string, name: string): Promise<void> {
    await this.#docs.updateOne({ _id: id, name: { $exists: false } }, { $set: { name } });
  }

  /** Marks users of another provider as invited again. */
  async forgetOtherIssuers(accountId: string, issuer: string): Promise<void> {
    await this.#docs.updateMany(
      { accountId, 'identity.subject': { $exists: true }, 'identity.issuer': { $ne: issuer } },
      { $unset: { identity: '' } },
    );
  }
}

const asSeen = (seen: StoredUser) => unchanged(seen, ['role', 'name', 'identity', 'lastSignInAt']);

const fromDoc = ({ _id, leavingUntil: _until, ...fields }: UserDoc): StoredUser => ({ id: _id, ...fields });
