import type { ListQuery, WebhookInput } from '@estate/contracts';
import { found } from '@estate/errors';
import { ensureIndexes, page, unchanged } from '@estate/persistence';
import type { Collection, Db } from '@estate/persistence';
import type { DisabledReason, StoredWebhook } from '../domain/webhook.ts';

type WebhookDoc = Omit<StoredWebhook, 'id'> & { _id: string };

/** By then every delivery of a deleted webhook is forgotten, too. */
const KEPT_AFTER_DELETION_SECONDS = 30 * 24 * 60 * 60;

const present = { deletedAt: { $exists: false } };

/** Which webhook is changed, and when; with `seen` only as long as it is as it was seen then. */
export interface WebhookChange {
  accountId: string;
  id: string;
  now: Date;
  seen?: StoredWebhook;
}

const named = ({ accountId, id, seen }: WebhookChange) => ({
  _id: id,
  accountId,
  ...present,
  ...(seen && unchanged(seen, ['url', 'events', 'signingKeys', 'status', 'updatedAt'])),
});

export class WebhookStore {
  readonly #docs: Collection<WebhookDoc>;

  constructor(db: Db) {
    this.#docs = db.collection('webhooks');
  }

  async ensureIndexes(): Promise<void> {
    await ensureIndexes(this.#docs, [
      { key: { accountId: 1, _id: 1 }, name: 'account' },
      { key: { deletedAt: 1 }, name: 'purge', expireAfterSeconds: KEPT_AFTER_DELETION_SECONDS },
    ]);
  }

  async insert({ id, ...fields }: StoredWebhook): Promise<void> {
    await this.#docs.insertOne({ _id: id, ...fields });
  }

  /** @throws NotFound */
  async get(accountId: string, id: string): Promise<StoredWebhook> {
    return fromDoc(found(await this.#docs.findOne({ _id: id, accountId, ...present }), 'webhook', id));
  }

  /** Whatever its state, deleted ones included. */
  async find(id: string): Promise<StoredWebhook | null> {
    const doc = await this.#docs.findOne({ _id: id });
    return doc && fromDoc(doc);
  }

  async list(accountId: string, query: ListQuery): Promise<{ hasMore: boolean; data: StoredWebhook[] }> {
    const { hasMore, docs } = await page(this.#docs, { accountId, ...present }, query);
    return { hasMore, data: docs.map(fromDoc) };
  }

  /** The ids of the enabled webhooks of an account that want to be told about an event. */
  async subscribedTo(accountId: string, eventName: string): Promise<string[]> {
    const filter = { accountId, status: 'enabled' as const, ...present };
    const docs = await this.#docs
      .find(filter)
      .project<Pick<WebhookDoc, '_id' | 'events'>>({ events: 1 })
      .toArray();
    return docs.filter(({ events }) => events.some((name) => name === eventName)).map(({ _id }) => _id);
  }

  /** Replaces address and subscriptions and enables the webhook. @throws NotFound */
  async replace(at: WebhookChange, input: WebhookInput): Promise<StoredWebhook> {
    const doc = await this.#docs.findOneAndUpdate(
      named(at),
      {
        $set: { url: input.url, events: input.events, status: 'enabled', updatedAt: at.now },
        $unset: { disabledReason: '' },
      },
      { returnDocument: 'after' },
    );
    return fromDoc(found(doc, 'webhook', at.id));
  }

  /** Disables a webhook unless it has got another address since; false then. */
  async disable(
    webhook: Pick<StoredWebhook, 'id' | 'url'>,
    reason: DisabledReason,
    now: Date,
  ): Promise<boolean> {
    const { modifiedCount } = await this.#docs.updateOne(
      { _id: webhook.id, url: webhook.url, status: 'enabled', ...present },
      { $set: { status: 'disabled', disabledReason: reason, updatedAt: now } },
    );
    return modifiedCount === 1;
  }

  /** Marks a webhook as deleted and returns what it was. @throws NotFound */
  async remove(at: WebhookChange): Promise<StoredWebhook> {
    const doc = await this.#docs.findOneAndUpdate(
      named(at),
      { $set: { deletedAt: at.now, updatedAt: at.now } },
      { returnDocument: 'after' },
    );
    return fromDoc(found(doc, 'webhook', at.id));
  }
}

const fromDoc = ({ _id, ...fields }: WebhookDoc): StoredWebhook => ({ id: _id, ...fields });
