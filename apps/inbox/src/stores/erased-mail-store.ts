import { firstIdAt } from '@estate/persistence';
import type { Bytes, Collection, Filter, UpdateFilter } from '@estate/persistence';
import { listFor, listsOf } from '../domain/account-part.ts';
import { NOTHING, toRecord, unchangedSince } from './mail-document.ts';
import type { MailDoc } from './mail-document.ts';

/** Fields with the content of an email. */
export const SAID = {
  content: '',
  personKeys: '',
  sender: '',
  subject: '',
  failure: '',
  unreadable: '',
} as const satisfies Record<string, ''>;

/** Everything that an email says, and that it is to be read. */
const CONTENT = {
  ...SAID,
  ...{ outbox: '', dueAt: '', lease: '', listedUnder: '' },
} as const satisfies Record<string, ''>;

/** Emails that an account has erased. What stays is that the email was there, so that a copy of it leads to nothing. */
export class ErasedMailStore {
  readonly #docs: Collection<MailDoc>;
  readonly #raws: Pick<Bytes, 'delete'>;

  constructor(docs: Collection<MailDoc>, raws: Pick<Bytes, 'delete'>) {
    this.#docs = docs;
    this.#raws = raws;
  }

  /** Returns the emails that the account has not erased. */
  async left(accountId: string, ids: readonly string[]): Promise<string[]> {
    const filter = { _id: { $in: [...ids] }, 'results.accountId': accountId } as Filter<MailDoc>;
    const docs = await this.#docs.find(filter, { projection: { _id: 1 } }).toArray();
    return docs.map(({ _id }) => _id);
  }

  /**
   * Erases an email for an account; with its bytes and its content, unless another account received it, too. One that is due may be for
   * another account; if it is not, reading it erases the rest.
   */
  async erase(accountId: string, id: string): Promise<void> {
    for (;;) {
      const lookedAt = new Date();
      const seen = await this.#docs.findOne({ _id: id });
      if (seen === null || !seen.results.some((result) => result.accountId === accountId)) return;
      const isDue = seen.dueAt !== undefined;
      const isShared = isDue || seen.results.some((result) => result.accountId !== accountId);
      // The bytes first: a process that ends in between finds the email again. Whoever adds a copy since puts them again.
      if (!isShared) await this.#raws.delete(seen.rawSha256, lookedAt);
      const update = isShared ? withoutAccount(seen, accountId) : emptied(seen, accountId);
      if ((await this.#docs.updateOne(unchangedSince(seen), update)).matchedCount === 1) return;
    }
  }

  /** The ids of the oldest emails of an account that were received before a time. */
  async receivedBefore(accountId: string, time: Date, most: number): Promise<string[]> {
    const filter = { listedUnder: listFor(accountId, {}), _id: { $lt: firstIdAt(time) } };
    const docs = await this.#docs
      .find(filter, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(most)
      .toArray();
    return docs.map(({ _id }) => _id);
  }
}

const erasedFor = ({ erasedFor: before = [] }: MailDoc, accountId: string): string[] => [
  ...new Set([...before, accountId]),
];

const emptied = (seen: MailDoc, accountId: string): UpdateFilter<MailDoc> => ({
  $set: {
    erasedFor: erasedFor(seen, accountId),
    ...NOTHING,
    ...(seen.state === 'pending' && { state: 'failed' as const }),
  },
  $unset: CONTENT,
  $inc: { arrivals: 1 },
});

function withoutAccount(seen: MailDoc, accountId: string): UpdateFilter<MailDoc> {
  const results = seen.results.filter((result) => result.accountId !== accountId);
  const { personKeys = [], outbox = [] } = seen;
  return {
    $set: {
      erasedFor: erasedFor(seen, accountId),
      results,
      listedUnder: listsOf({ ...toRecord(seen), results }),
      personKeys: personKeys.filter((key) => !key.startsWith(`${accountId}:`)),
      outbox: outbox.filter((message) => message.accountId !== accountId),
    },
    $inc: { arrivals: 1 },
  };
}
