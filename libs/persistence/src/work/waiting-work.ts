import type { Collection, Filter } from 'mongodb';
import { narrow } from '../mongo/narrow-filter.ts';
import { valueAt } from '../mongo/value-at.ts';

/** The maximum number of due documents of a collection that are counted. */
const COUNTED_MAX = 100_000;

interface Stored {
  _id: string;
}

/** Documents of accounts that are worked on when they are due. */
export interface WaitingRule<T> {
  /** The name for operators. */
  work: string;
  /** The path of the due time; an index begins with it, or `among` makes another one usable. */
  dueAt: string;
  among?: Filter<T>;
}

interface WaitingDocuments {
  docs: Collection<Stored>;
  rule: WaitingRule<Stored>;
}

/** The due work of one account. */
export interface AccountWaiting {
  accountId: string;
  work: string;
  count: number;
  oldestDueAt: Date;
}

/** Counts the due work of each account, for operators: a metric must not name accounts. */
export class WaitingWork {
  readonly #waiting: readonly WaitingDocuments[];
  readonly #most: number;

  constructor(waiting: readonly WaitingDocuments[], most = COUNTED_MAX) {
    this.#waiting = waiting;
    this.#most = most;
  }

  /** `isLimited`: more work is waiting than was counted. */
  async byAccount(now: Date): Promise<{ data: AccountWaiting[]; isLimited: boolean }> {
    const counted = await Promise.all(this.#waiting.map((one) => this.#count(one, now)));
    return {
      data: counted.flatMap(({ data }) => data),
      isLimited: counted.some(({ isLimited }) => isLimited),
    };
  }

  async #count({ docs, rule: { work, dueAt, among = {} } }: WaitingDocuments, now: Date) {
    const byAccount = new Map<string, AccountWaiting>();
    let looked = 0;
    const due = docs.find(narrow(among, dueAt, { $lte: now }), {
      projection: { accountId: 1, [dueAt]: 1 },
      limit: this.#most,
    });
    for await (const doc of due as unknown as AsyncIterable<Stored & { accountId: string }>) {
      looked += 1;
      const at = valueAt(doc, dueAt) as Date;
      const { count = 0, oldestDueAt = at } = byAccount.get(doc.accountId) ?? {};
      byAccount.set(doc.accountId, {
        accountId: doc.accountId,
        work,
        count: count + 1,
        oldestDueAt: at < oldestDueAt ? at : oldestDueAt,
      });
    }
    return { data: [...byAccount.values()], isLimited: looked === this.#most };
  }
}
