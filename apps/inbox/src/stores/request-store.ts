import type { RequestQuery } from '@estate/contracts';
import type { OutgoingMessage } from '@estate/messaging';
import { Batcher, insertUnique, outboxIndex, page } from '@estate/persistence';
import type { Collection, Filter, IndexSpec, OutboxRelay, WithOutbox } from '@estate/persistence';
import type { RequestRecord } from '../domain/mail.ts';
import type { TextStore } from './text-store.ts';

/** A request as it is saved: it has its message, or the id of the text that it shares. */
export type RequestDoc = Omit<RequestRecord, 'id' | 'message'> &
  WithOutbox & { _id: string; message?: string };

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
  readonly #texts: Pick<TextStore, 'read'>;
  readonly #adding = new Batcher((docs: RequestDoc[]) => this.#addAll(docs));

  constructor(
    docs: Collection<RequestDoc>,
    relay: Pick<OutboxRelay, 'sent'>,
    texts: Pick<TextStore, 'read'>,
  ) {
    this.#docs = docs;
    this.#relay = relay;
    this.#texts = texts;
  }

  /** Saves a request together with its message; false when it was made before. */
  add({ id, message, ...record }: RequestRecord, created: OutgoingMessage): Promise<boolean> {
    const own = record.textId === undefined && { message };
    return this.#adding.do({ _id: id, ...record, ...own, outbox: [created] });
  }

  async #addAll(docs: readonly RequestDoc[]): Promise<boolean[]> {
    const inserted = await insertUnique(this.#docs, docs, ORIGIN_INDEX);
    for (const doc of docs.filter((_doc, index) => inserted[index])) this.#relay.sent(this.#docs, doc);
    return inserted;
  }

  async find(accountId: string, id: string): Promise<RequestRecord | null> {
    const doc = await this.#docs.findOne({ _id: id, accountId });
    return doc && ((await this.#toRecords([doc]))[0] ?? null);
  }

  async list(accountId: string, { targetId, propertyId, ...query }: RequestQuery) {
    const filter: Filter<RequestDoc> = {
      accountId,
      ...(targetId !== undefined && { targetId }),
      ...(propertyId !== undefined && { propertyId }),
    };
    const { hasMore, docs } = await page<RequestDoc>(this.#docs, filter, query);
    return { hasMore, records: await this.#toRecords(docs) };
  }

  /** Adds the texts that requests share. */
  async #toRecords(docs: readonly RequestDoc[]): Promise<RequestRecord[]> {
    const textIds = new Set(docs.flatMap(({ textId }) => textId ?? []));
    const texts = textIds.size === 0 ? new Map<string, string>() : await this.#texts.read([...textIds]);
    return docs.map((doc) => toRecord(doc, texts));
  }
}

function toRecord(
  { _id, outbox: _outbox, removeWhenSent: _remove, message, ...record }: RequestDoc,
  texts: ReadonlyMap<string, string>,
): RequestRecord {
  const text = message ?? texts.get(record.textId ?? '');
  if (text === undefined) throw new Error(`the text of request ${_id} is gone`);
  return { id: _id, ...record, message: text };
}
