import type { RequestQuery } from '@estate/contracts';
import type { OutgoingMessage } from '@estate/messaging';
import { Group, insertUnique, outboxIndex, page } from '@estate/persistence';
import type { Collection, Filter, IndexSpec, OutboxRelay, WithOutbox } from '@estate/persistence';
import type { RequestRecord } from '../domain/mail.ts';

export type RequestDoc = Omit<RequestRecord, 'id'> & WithOutbox & { _id: string };

const ORIGIN_INDEX = 'origin';

export const requestIndexes: readonly IndexSpec[] = [
  { name: ORIGIN_INDEX, key: { origin: 1 }, unique: true },
  { name: 'page', key: { accountId: 1, _id: 1 } },
  { name: 'target', key: { accountId: 1, targetId: 1, _id: 1 } },
  { name: 'property', key: { accountId: 1, propertyId: 1, _id: 1 } },
  outboxIndex,
];

/** The contact requests of all accounts. */
export class RequestStore {
  readonly #docs: Collection<RequestDoc>;
  readonly #relay: Pick<OutboxRelay, 'sent'>;
  readonly #adding = new Group((docs: RequestDoc[]) => this.#addAll(docs));

  constructor(docs: Collection<RequestDoc>, relay: Pick<OutboxRelay, 'sent'>) {
    this.#docs = docs;
    this.#relay = relay;
  }

  /** Saves a request together with its message; false when it was made before. */
  add({ id, ...record }: RequestRecord, told: OutgoingMessage): Promise<boolean> {
    return this.#adding.do({ _id: id, ...record, outbox: [told] });
  }

  async #addAll(docs: readonly RequestDoc[]): Promise<boolean[]> {
    const inserted = await insertUnique(this.#docs, docs, ORIGIN_INDEX);
    for (const doc of docs.filter((_doc, index) => inserted[index])) this.#relay.sent(this.#docs, doc);
    return inserted;
  }

  async find(accountId: string, id: string): Promise<RequestRecord | null> {
    const doc = await this.#docs.findOne({ _id: id, accountId });
    return doc && toRecord(doc);
  }

  async list(accountId: string, { targetId, propertyId, ...query }: RequestQuery) {
    const filter: Filter<RequestDoc> = {
      accountId,
      ...(targetId !== undefined && { targetId }),
      ...(propertyId !== undefined && { propertyId }),
    };
    const { hasMore, docs } = await page<RequestDoc>(this.#docs, filter, query);
    return { hasMore, records: docs.map(toRecord) };
  }
}

const toRecord = ({
  _id,
  outbox: _outbox,
  removeWhenSent: _remove,
  ...record
}: RequestDoc): RequestRecord => ({
  id: _id,
  ...record,
});
