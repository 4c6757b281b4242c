import { presentTime } from '../mongo/database-clock.ts';
import type { Collection, Db, Filter, UpdateFilter } from 'mongodb';

const DAY_MS = 86_400_000;
const KEPT_MS = 30 * DAY_MS;
/** The number of portions that are erased before the caller gets a response. */
const PORTIONS_AT_ONCE = 50;
const PORTION = 200;

/** The account to erase, and its closing. */
export interface ErasedAccount {
  accountId: string;
  closingId: string;
  requestedAt: Date;
}

interface Identified {
  _id: string;
}

export type ErasedCounts = Record<string, number>;

/** Documents of accounts in one collection. */
export interface ErasedKind {
  /** The name under which they are counted. */
  kind: string;
  docs: Collection<Identified>;
  /** Selects the documents of an account. */
  of(accountId: string): Filter<Identified>;
  /** Returns names that are needed once the documents are gone, such as those of their bytes. */
  note?(docs: readonly Identified[]): string[] | Promise<string[]>;
  /** Replaces the removal; the documents must no longer belong to the account afterwards. */
  erase?(ids: readonly string[], account: ErasedAccount): Promise<void>;
  /** Erases what belonged to the documents; returns what else was erased. Idempotent: a portion may be passed again. */
  after?(
    gone: { ids: readonly string[]; noted: readonly string[] },
    account: ErasedAccount,
  ): Promise<ErasedCounts>;
}

/** Wraps a kind, because the types of the driver do not allow one list for different collections otherwise. */
export const erasedKind = <T extends Identified>(kind: {
  kind: string;
  docs: Collection<T>;
  of: (accountId: string) => Filter<T>;
  note?: (docs: readonly T[]) => string[] | Promise<string[]>;
  erase?: ErasedKind['erase'];
  after?: ErasedKind['after'];
}): ErasedKind => kind as unknown as ErasedKind;

interface Portion {
  token: string;
  kind: number;
  ids: string[];
  noted: string[];
}

interface AccountErasureDoc {
  /** The id of the closing. */
  _id: string;
  accountId: string;
  counts?: ErasedCounts;
  /** The current portion: noted first, so that a crash loses nothing and counts nothing twice. */
  portion?: Portion;
  /** The number of finished portions: findings from before the last of them may be gone, and must not be noted. */
  finished?: number;
  expiresAt: Date;
}

/** Erases all data of an account in one service, portion by portion. */
export class AccountEraser {
  readonly #docs: Collection<AccountErasureDoc>;
  readonly #kinds: readonly ErasedKind[];
  readonly #newToken: () => string;

  constructor(db: Db, kinds: readonly ErasedKind[], newToken: () => string) {
    this.#docs = db.collection('account-erasures');
    this.#kinds = kinds;
    this.#newToken = newToken;
  }

  /** Erases a number of portions; true if nothing is left. */
  async erase(account: ErasedAccount): Promise<boolean> {
    const { closingId, accountId } = account;
    const expiresAt = new Date(presentTime().getTime() + KEPT_MS);
    await this.#docs.updateOne({ _id: closingId }, { $set: { accountId, expiresAt } }, { upsert: true });
    for (let portions = 0; portions < PORTIONS_AT_ONCE; portions += 1) {
      const erasure = await this.#find(closingId);
      const portion = erasure?.portion ?? (await this.#begin(account, erasure?.finished));
      if (portion === undefined) return true;
      if (portion !== null) await this.#finish(portion, account);
    }
    return false;
  }

  /** Adds the counts of data that are in no collection. */
  async add(closingId: string, counts: ErasedCounts): Promise<void> {
    const $inc = increments(counts);
    if ($inc) await this.#docs.updateOne({ _id: closingId }, { $inc });
  }

  /** The number of documents that were erased so far, by kind. */
  async erased(closingId: string): Promise<ErasedCounts> {
    return (await this.#find(closingId))?.counts ?? {};
  }

  #find(closingId: string): Promise<AccountErasureDoc | null> {
    return this.#docs.findOne({ _id: closingId });
  }

  /**
   * Notes the next portion; null if another process has finished one meanwhile, undefined if there is none. Of two processes that start at
   * once, one notes it and both work on it.
   */
  async #begin(
    { accountId, closingId }: ErasedAccount,
    finished: number | undefined,
  ): Promise<Portion | null | undefined> {
    for (const [index, { docs, of, note }] of this.#kinds.entries()) {
      const found = await docs.find(of(accountId)).limit(PORTION).toArray();
      if (found.length === 0) continue;
      const ids = found.map(({ _id }) => _id);
      const portion = { token: this.#newToken(), kind: index, ids, noted: (await note?.(found)) ?? [] };
      const unchanged = { portion: { $exists: false }, finished: finished ?? { $exists: false } };
      await this.#docs.updateOne({ _id: closingId, ...unchanged }, { $set: { portion } });
      return (await this.#find(closingId))?.portion ?? null;
    }
    return undefined;
  }

  async #finish({ token, kind: index, ids, noted }: Portion, account: ErasedAccount): Promise<void> {
    const kind = this.#kinds[index];
    if (!kind) throw new Error(`a portion is of the unknown kind ${String(index)}`);
    if (kind.erase) await kind.erase(ids, account);
    else await kind.docs.deleteMany({ _id: { $in: ids } });
    const also = (await kind.after?.({ ids, noted }, account)) ?? {};
    const counts = { ...also, [kind.kind]: (also[kind.kind] ?? 0) + ids.length };
    const update: UpdateFilter<AccountErasureDoc> = {
      $unset: { portion: '' },
      $inc: { ...increments(counts), finished: 1 },
    };
    await this.#docs.updateOne({ _id: account.closingId, 'portion.token': token }, update);
  }
}

function increments(counts: ErasedCounts): Record<string, number> | undefined {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  if (some.length === 0) return undefined;
  return Object.fromEntries(some.map(([kind, count]) => [`counts.${kind}`, count]));
}
