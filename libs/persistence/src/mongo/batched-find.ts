import { Batcher } from './batcher.ts';

const BATCH_MAX = 100;

/** A document of an account. */
interface OfAccount {
  accountId: string;
  id: string;
}

type Found<T> = PromiseSettledResult<ReadonlyMap<string, T>>;

/** Combines simultaneous look-ups into one query for each account; a failure affects its account only. */
export class BatchedFind<T extends { _id: string }> {
  readonly #findAll: (accountId: string, ids: string[]) => Promise<T[]>;
  readonly #batches: Batcher<OfAccount, Found<T>>;

  /** `findAll` returns the existing documents of one account, in any order. */
  constructor(findAll: (accountId: string, ids: string[]) => Promise<T[]>) {
    this.#findAll = findAll;
    this.#batches = new Batcher((wanted) => this.#find(wanted), BATCH_MAX);
  }

  async find(key: OfAccount): Promise<T | null> {
    const found = await this.#batches.do(key);
    if (found.status === 'rejected') throw found.reason;
    return found.value.get(key.id) ?? null;
  }

  async #find(wanted: readonly OfAccount[]): Promise<Found<T>[]> {
    const idsOf = new Map<string, Set<string>>();
    for (const { accountId, id } of wanted) {
      const ids = idsOf.get(accountId) ?? new Set();
      idsOf.set(accountId, ids.add(id));
    }
    const found = await Promise.allSettled([...idsOf].map((one) => this.#ofAccount(...one)));
    const byAccount = new Map([...idsOf.keys()].map((accountId, at) => [accountId, found[at]]));
    return wanted.map(({ accountId }) => byAccount.get(accountId) as Found<T>);
  }

  async #ofAccount(accountId: string, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, T>> {
    const docs = await this.#findAll(accountId, [...ids]);
    return new Map(docs.map((doc) => [doc._id, doc]));
  }
}
