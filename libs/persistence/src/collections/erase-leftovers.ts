import type { Collection, Filter } from 'mongodb';
import type { AccountEraser, ErasedAccount } from './account-eraser.ts';
import type { Rule } from '../audit/auditor.ts';

interface Leftovers<T extends { _id: string }> {
  collection: Collection<T>;
  ownerOf: (doc: Pick<T, keyof T>) => string;
  /** Returns those of the accounts whose closing has finished, each with its closing. */
  closedOf: (accountIds: string[]) => Promise<readonly ErasedAccount[]>;
  eraser: Pick<AccountEraser, 'erase'>;
}

/**
 * A repair of documents without an account: erases an account whose closing has finished once more. Documents of an account that was never
 * closed stay.
 */
export function erasingLeftovers<T extends { _id: string }>({
  collection,
  ownerOf,
  closedOf,
  eraser,
}: Leftovers<T>): Required<Pick<Rule, 'repair' | 'repairable'>> {
  const read = async (ids: readonly string[]) =>
    (await collection.find({ _id: { $in: [...ids] } } as Filter<T>).toArray()) as T[];
  const look = async (ids: readonly string[]) => {
    const docs = await read(ids);
    const closed = await closedOf([...new Set(docs.map(ownerOf))]);
    const owners = new Set(closed.map(({ accountId }) => accountId));
    return { closed, ids: docs.filter((doc) => owners.has(ownerOf(doc))).map(({ _id }) => _id) };
  };
  return {
    repairable: async (ids) => (await look(ids)).ids,
    repair: async (ids) => {
      const found = await look(ids);
      for (const account of found.closed) await eraser.erase(account);
      const left = new Set((await read(found.ids)).map(({ _id }) => _id));
      return found.ids.filter((id) => !left.has(id));
    },
  };
}
