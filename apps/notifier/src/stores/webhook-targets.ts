import type { WebhookFilter } from '@estate/contracts';
import type { Collection, Filter } from '@estate/persistence';
import type { StoredWebhook } from '../domain/webhook.ts';
import type { WebhookDoc } from './webhook-store.ts';

/** The targets that filters of webhooks name. */
export class WebhookTargets {
  readonly #docs: Collection<WebhookDoc>;

  constructor(docs: Collection<WebhookDoc>) {
    this.#docs = docs;
  }

  /** Takes back a creation. */
  async discard(id: string): Promise<void> {
    await this.#docs.deleteOne({ _id: id });
  }

  /** Takes back the filter of a change. */
  async filterAgain({ id, updatedAt }: StoredWebhook, filter: WebhookFilter | undefined): Promise<void> {
    const change = filter ? { $set: { filter } } : { $unset: { filter: '' as const } };
    await this.#docs.updateOne({ _id: id, updatedAt }, change);
  }

  /** The webhooks of an account whose filters name a target: the first ones, and how many there are. */
  async naming(accountId: string, targetId: string, most: number) {
    const filter: Filter<WebhookDoc> = {
      accountId,
      'filter.targetIds': targetId,
      deletedAt: { $exists: false },
    };
    const [docs, count] = await Promise.all([
      this.#docs.find(filter).sort({ _id: 1 }).limit(most).toArray(),
      this.#docs.countDocuments(filter),
    ]);
    return { count, data: docs.map(({ _id: id, name, url }) => ({ id, name: name ?? new URL(url).host })) };
  }
}
