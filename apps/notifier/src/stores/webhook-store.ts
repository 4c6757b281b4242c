import type { DisabledReason, ListQuery } from '@estate/contracts';
import { found } from '@estate/errors';
import { page, unchanged } from '@estate/persistence';
import type { Collection, Filter, OutboxRelay, UpdateFilter, WithOutbox } from '@estate/persistence';
import { disabledEvent, failingEvent } from './webhook-events.ts';
import { OPTIONAL_SETTINGS, isAboutToBeDisabled } from '../domain/webhook.ts';
import type {
  Failing,
  HealthChange,
  SequenceJump,
  SigningKey,
  StoredSettings,
  StoredWebhook,
} from '../domain/webhook.ts';

/** Its outbox has the events about it. */
export type WebhookDoc = Omit<StoredWebhook, 'id'> & { _id: string } & WithOutbox;

const FAILING_AT_ONCE = 100;
const JUMPS_KEPT = 10;

const noFailure = { failingSince: '', lastFailureAt: '', warnedAt: '' } as const;
const healthy = { disabledReason: '', ...noFailure } as const;

const nextEra = { $inc: { era: 1 } };

const SHOWN = [
  'url',
  'events',
  ...OPTIONAL_SETTINGS,
  'signingKeys',
  'status',
  'disabledReason',
  'failingSince',
  'updatedAt',
] as const;

const present = { deletedAt: { $exists: false } };

/** With `seen`, the webhook is changed only if it has not changed since. */
export interface WebhookChange {
  accountId: string;
  id: string;
  now: Date;
  seen?: StoredWebhook;
}

const named = ({ accountId, id, seen }: WebhookChange): Filter<WebhookDoc> => ({
  _id: id,
  accountId,
  ...present,
  ...(seen && unchanged(seen, SHOWN)),
});

/** A paused webhook can be disabled because its receiver is gone, but not because it fails. */
const stillHolds = (reason: DisabledReason, seen: Pick<StoredWebhook, 'failingSince'>): Filter<WebhookDoc> =>
  reason === 'failing'
    ? { status: 'active', ...unchanged(seen, ['failingSince']) }
    : { status: { $ne: 'disabled' } };

export class WebhookStore {
  readonly #docs: Collection<WebhookDoc>;

  readonly #relay: Pick<OutboxRelay, 'sent'>;

  constructor(docs: Collection<WebhookDoc>, relay: Pick<OutboxRelay, 'sent'>) {
    this.#docs = docs;
    this.#relay = relay;
  }

  async insert({ id, ...fields }: StoredWebhook): Promise<void> {
    await this.#docs.insertOne({ _id: id, ...fields });
  }

  /** @throws NotFound */
  async get(accountId: string, id: string): Promise<StoredWebhook> {
    return fromDoc(found(await this.#docs.findOne({ _id: id, accountId, ...present }), 'webhook', id));
  }

  /** The hosts of webhooks by their ids; those of webhooks that are gone are missing. */
  async hosts(accountId: string, ids: readonly string[]): Promise<Map<string, string>> {
    const docs = await this.#docs
      .find({ _id: { $in: [...ids] }, accountId })
      .project<Pick<WebhookDoc, '_id' | 'url'>>({ url: 1 })
      .toArray();
    return new Map(docs.flatMap(({ _id, url }) => (URL.canParse(url) ? [[_id, new URL(url).host]] : [])));
  }

  /** In any state, even deleted. */
  async find(id: string): Promise<StoredWebhook | null> {
    const doc = await this.#docs.findOne({ _id: id });
    return doc && fromDoc(doc);
  }

  async list(accountId: string, query: ListQuery): Promise<{ hasMore: boolean; data: StoredWebhook[] }> {
    const { hasMore, docs } = await page(this.#docs, { accountId, ...present }, query);
    return { hasMore, data: docs.map(fromDoc) };
  }

  /** The webhooks of some accounts, in any state. */
  async ofAccounts(accountIds: readonly string[]): Promise<StoredWebhook[]> {
    const docs = await this.#docs.find({ accountId: { $in: [...accountIds] }, ...present }).toArray();
    return docs.map(fromDoc);
  }

  /** Replaces address, subscriptions and settings; enables a disabled webhook and leaves a paused one paused. @throws NotFound */
  async replace(at: WebhookChange, input: StoredSettings): Promise<StoredWebhook> {
    const set = { ...input, updatedAt: at.now };
    const unset = Object.fromEntries(
      OPTIONAL_SETTINGS.filter((name) => input[name] === undefined).map((name) => [name, '' as const]),
    );
    for (;;) {
      const replaced =
        (await this.#update(
          { ...named(at), status: 'disabled' },
          { $set: { ...set, status: 'active' }, $unset: { ...healthy, ...unset }, ...nextEra },
        )) ??
        (await this.#update(
          { status: { $ne: 'disabled' }, ...named(at) },
          { $set: set, $unset: { ...healthy, ...unset } },
        ));
      if (replaced) return replaced;
      // It exists although neither update matched: it was disabled in between.
      found(await this.#docs.findOne(named(at)), 'webhook', at.id);
    }
  }

  /** Pauses a webhook that is active; null when it is not. */
  async pause(at: WebhookChange): Promise<StoredWebhook | null> {
    return this.#update(
      { ...named(at), status: 'active' },
      { $set: { status: 'paused', updatedAt: at.now } },
    );
  }

  /** Makes a webhook active from any state. @throws NotFound */
  async resume(at: WebhookChange): Promise<StoredWebhook> {
    const $set = { status: 'active' as const, updatedAt: at.now };
    const active = { $set, $unset: healthy, ...nextEra };
    return required(await this.#update(named(at), active), at.id);
  }

  /** Replaces the keys of a webhook; null when they have changed since. */
  async replaceKeys(
    at: WebhookChange,
    before: SigningKey,
    keys: SigningKey[],
  ): Promise<StoredWebhook | null> {
    return this.#update(
      { ...named(at), signingKeys: { $elemMatch: { sealed: before.sealed, until: { $exists: false } } } },
      { $set: { signingKeys: keys, updatedAt: at.now } },
    );
  }

  /** Disables a webhook, with the event about it in the same write; null when it has another address by now or the reason no longer applies. */
  async disable(webhook: StoredWebhook, reason: DisabledReason, now: Date): Promise<StoredWebhook | null> {
    return this.#update(
      { _id: webhook.id, url: webhook.url, ...present, ...stillHolds(reason, webhook) },
      {
        $set: { status: 'disabled', disabledReason: reason, updatedAt: now },
        $push: { outbox: disabledEvent(webhook, reason, now) },
      },
    );
  }

  /** Stores a change of a webhook's health, unless it is stored already. */
  async noteHealth(id: string, change: HealthChange, now: Date): Promise<void> {
    const updates = {
      recovered: { $unset: noFailure },
      failing: { $set: { failingSince: now, lastFailureAt: now } },
      'still-failing': { $set: { lastFailureAt: now } },
    };
    const known = { failingSince: { $exists: change !== 'failing' } };
    await this.#docs.updateOne({ _id: id, ...known }, updates[change]);
  }

  /** Active webhooks that are disabled because they have not had a success since a time. */
  failingSince(before: Date): Promise<Failing[]> {
    return this.#failing(failingBefore(before));
  }

  /** Active webhooks that have not had a success since a time, and whose accounts were not warned of it. */
  unwarned(before: Date): Promise<Failing[]> {
    return this.#failing({ ...failingBefore(before), warnedAt: { $exists: false } });
  }

  /** Webhooks that had one short outage only may be many, and stay so for as long as nothing is delivered. */
  async #failing(filter: Filter<WebhookDoc>): Promise<Failing[]> {
    const found: Failing[] = [];
    for await (const doc of this.#docs.find(filter)) {
      const webhook = fromDoc(doc);
      if (isAboutToBeDisabled(webhook)) found.push(webhook);
      if (found.length === FAILING_AT_ONCE) break;
    }
    return found;
  }

  /** Warns the account once for each failure: the event about it is in the same write. */
  async warn(webhook: Failing, now: Date): Promise<void> {
    const { id: _id, failingSince } = webhook;
    await this.#update(
      { _id, status: 'active', failingSince, warnedAt: { $exists: false }, ...present },
      { $set: { warnedAt: now }, $push: { outbox: failingEvent(webhook, now) } },
    );
  }

  /** Saves the newest numbers of webhooks, which must outlive the deliveries. */
  async rememberSequences(newest: ReadonlyMap<string, number>): Promise<void> {
    if (newest.size === 0) return;
    const writes = [...newest].map(([id, lastSequence]) => ({
      updateOne: { filter: { _id: id }, update: { $max: { lastSequence } } },
    }));
    await this.#docs.bulkWrite(writes, { ordered: false });
  }

  /** Leaves out numbers, once for each restored backup. */
  async jump(id: string, { after, next, restoreId, at }: SequenceJump): Promise<void> {
    const $push = { jumps: { $each: [{ restoreId, after, next, at }], $slice: -JUMPS_KEPT } };
    await this.#docs.updateOne(
      { _id: id, 'jumps.restoreId': { $ne: restoreId } },
      { $max: { lastSequence: next - 1 }, $push },
    );
  }

  /** The ids of webhooks after an id, in order. */
  async idsAfter(after: string, limit: number): Promise<string[]> {
    const docs = await this.#docs
      .find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(limit)
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    return docs.map(({ _id }) => _id);
  }

  /** Marks a webhook as deleted and returns what it was. @throws NotFound */
  async remove(at: WebhookChange): Promise<StoredWebhook> {
    return required(await this.#update(named(at), { $set: { deletedAt: at.now, updatedAt: at.now } }), at.id);
  }

  async #update(filter: Filter<WebhookDoc>, update: UpdateFilter<WebhookDoc>): Promise<StoredWebhook | null> {
    const doc = await this.#docs.findOneAndUpdate(filter, update, { returnDocument: 'after' });
    if (doc) this.#relay.sent(this.#docs, doc);
    return doc && fromDoc(doc);
  }
}

const failingBefore = (time: Date) => ({
  status: 'active' as const,
  failingSince: { $lte: time },
  ...present,
});

const fromDoc = ({
  _id,
  outbox: _outbox,
  removeWhenSent: _remove,
  ...fields
}: WebhookDoc): StoredWebhook => ({ id: _id, ...fields });

const required = (webhook: StoredWebhook | null, id: string): StoredWebhook => found(webhook, 'webhook', id);
