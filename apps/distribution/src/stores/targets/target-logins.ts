import { isDuplicateKey, unchanged } from '@estate/persistence';
import type { Collection, Filter } from '@estate/persistence';
import type { TargetRecord } from '../../domain/target.ts';
import { LOGIN_INDEX, VISIBLE, fromTargetDoc } from './target-document.ts';
import type { TargetDoc } from './target-document.ts';

type Holder = Pick<TargetRecord, 'id' | 'accountId'> & { login: string };

/** True if a write was refused because another target of the account has the login. */
export const isLoginTaken = (error: unknown): boolean => isDuplicateKey(error, LOGIN_INDEX);

/** Targets by their login on a platform. At most one target of an account owns a login; others are from earlier versions. */
export class TargetLogins {
  readonly #docs: Collection<TargetDoc>;

  constructor(docs: Collection<TargetDoc>) {
    this.#docs = docs;
  }

  /** The first other target of the account with the login. */
  async holder({ id, accountId, login }: Holder): Promise<TargetRecord | null> {
    const others: Filter<TargetDoc> = { login, accountId, _id: { $ne: id }, ...VISIBLE };
    const doc = await this.#docs.findOne(others, { sort: { _id: 1 } });
    return doc && fromTargetDoc(doc);
  }

  /** The other targets of the account with the login of a target. */
  async others({
    id,
    accountId,
    login,
  }: Pick<TargetRecord, 'id' | 'accountId' | 'login'>): Promise<string[]> {
    if (login === undefined) return [];
    const others: Filter<TargetDoc> = { login, accountId, _id: { $ne: id }, ...VISIBLE };
    const docs = await this.#docs.find(others, { projection: { _id: 1 } }).toArray();
    return docs.map(({ _id }) => _id);
  }

  /** True if a target of another account has the login. */
  async isForeign({ accountId, login }: Omit<Holder, 'id'>): Promise<boolean> {
    const foreign: Filter<TargetDoc> = { login, accountId: { $ne: accountId }, ...VISIBLE };
    return (await this.#docs.findOne(foreign, { projection: { _id: 1 } })) !== null;
  }

  /** The other targets, of whatever account, with the login of a target; a deleted one still takes down what it published. */
  async sharing({ id, login }: Pick<TargetRecord, 'id' | 'login'>): Promise<string[]> {
    if (login === undefined) return [];
    const docs = await this.#docs.find({ login, _id: { $ne: id } }, { projection: { _id: 1 } }).toArray();
    return docs.map(({ _id }) => _id);
  }

  /** Returns the targets of an account that have the login, deleted ones included. */
  async among(ids: readonly string[], { accountId, login }: Omit<Holder, 'id'>): Promise<Set<string>> {
    const docs = await this.#docs.find({ login, accountId, _id: { $in: [...ids] } }).toArray();
    return new Set(docs.map(({ _id }) => _id));
  }

  /** Earlier versions left deleted targets as owners of their login. */
  async release({ accountId, login }: Omit<Holder, 'id'>): Promise<void> {
    const gone: Filter<TargetDoc> = { accountId, login, ownsLogin: true, deletedAt: { $exists: true } };
    await this.#docs.updateMany(gone, { $unset: { ownsLogin: '' } });
  }

  /** Targets after an id, in order. */
  async after(id: string, limit: number): Promise<TargetRecord[]> {
    const docs = await this.#docs
      .find({ _id: { $gt: id }, ...VISIBLE })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    return docs.map(fromTargetDoc);
  }

  /** Gives a target the login that it was saved without, and makes it the owner unless another one is. */
  async claim({ login, ...seen }: TargetRecord & { login: string }): Promise<void> {
    const target: Filter<TargetDoc> = {
      _id: seen.id,
      ...VISIBLE,
      ...unchanged(seen, ['credentials', 'authorization']),
    };
    try {
      await this.#docs.updateOne(target, { $set: { login, ownsLogin: true } });
    } catch (error) {
      if (!isLoginTaken(error)) throw error;
      await this.#docs.updateOne(target, { $set: { login }, $unset: { ownsLogin: '' } });
    }
  }
}
