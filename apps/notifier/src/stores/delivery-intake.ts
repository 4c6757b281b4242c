import { duplicateAt, isWriteConflict, stepAside } from '@estate/persistence';
import type { ClaimBy, Collection } from '@estate/persistence';
import type { StoredDelivery } from '../domain/delivery.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import { claimedDoc, claimedOf } from './delivery-document.ts';
import type { ClaimedDelivery, DeliveryDoc } from './delivery-document.ts';

/** A new delivery; with `claimBy` it is claimed by its insert. */
export interface Draft {
  delivery: StoredDelivery;
  webhook: Pick<StoredWebhook, 'id' | 'lastSequence'>;
  claimBy?: () => ClaimBy;
}

const REMEMBERED_MAX = 100_000;
/** In a row, without a stored delivery in between. Each has a winner, so of many processes one may lose often in a row. */
const CONFLICTS_MAX = 30;

/**
 * Inserts deliveries with the next numbers of their webhooks. The inserts are ordered, and a unique index refuses a number that is
 * in use. So there are no gaps, even if processes crash or insert at the same time.
 */
export class DeliveryIntake {
  readonly #docs: Collection<DeliveryDoc>;
  /** The newest number of each webhook that this process knows. */
  readonly #newest = new Map<string, number>();
  readonly #unsaved = new Map<string, number>();
  readonly #stepAside: typeof stepAside;

  constructor(docs: Collection<DeliveryDoc>, aside = stepAside) {
    this.#docs = docs;
    this.#stepAside = aside;
  }

  /** Stores what is not stored yet, with numbers, and returns those that are claimed now. */
  async insert(drafts: readonly Draft[]): Promise<ClaimedDelivery[]> {
    if (this.#newest.size > REMEMBERED_MAX) this.#newest.clear();
    const unknown = webhooksOf(drafts).filter(({ id }) => !this.#newest.has(id));
    await Promise.all(unknown.map((webhook) => this.#learn(webhook)));
    const claimed: ClaimedDelivery[] = [];
    // The same order in every process, so that concurrent inserts seldom wait for each other.
    let open: readonly Draft[] = drafts.toSorted(byWebhookAndEvent);
    for (let conflicts = 0; open.length > 0;) {
      // Fewer after each conflict: what inserts one document at a time does not run into a deadlock.
      const docs = this.#numbered(open.slice(0, Math.ceil(open.length / 2 ** conflicts)));
      const { stored, conflict } = await this.#insertUntilRefused(docs);
      if (conflict) {
        if ((conflicts += 1) > CONFLICTS_MAX) throw conflict;
        await this.#stepAside(conflicts);
      }
      this.#remember(docs.slice(0, stored));
      claimed.push(
        ...docs
          .slice(0, stored)
          .filter(({ lease }) => lease)
          .map(claimedOf),
      );
      const rest = await this.#afterRefusal(open.slice(stored), docs.slice(stored));
      claimed.push(...rest.claimed);
      if (rest.open.length < open.length) conflicts = 0;
      open = rest.open;
    }
    return claimed;
  }

  /** Stores a delivery that has no number. */
  async insertTest({ id, ...fields }: StoredDelivery): Promise<void> {
    await this.#docs.insertOne({ _id: id, ...fields });
  }

  /** The stored numbers have changed in another way than by inserts. */
  forget(): void {
    this.#newest.clear();
    this.#unsaved.clear();
  }

  /** The numbers that webhooks reached since the last call. */
  takeUnsaved(): Map<string, number> {
    const taken = new Map(this.#unsaved);
    this.#unsaved.clear();
    return taken;
  }

  /** The number of a webhook's newest stored delivery; 0 when there is none. */
  async newestStored(webhookId: string): Promise<number> {
    const [doc] = await this.#docs
      .find({ webhookId, sequence: { $gt: 0 } })
      .sort({ sequence: -1 })
      .limit(1)
      .project<{ sequence: number }>({ sequence: 1 })
      .toArray();
    return doc?.sequence ?? 0;
  }

  /** Deliveries expire, but the webhook keeps the newest number. */
  async #learn({ id, lastSequence = 0 }: Draft['webhook']): Promise<void> {
    this.#newest.set(id, Math.max(await this.newestStored(id), lastSequence));
  }

  #numbered(drafts: readonly Draft[]): DeliveryDoc[] {
    const newest = new Map<string, number>();
    return drafts.map(({ delivery: { id, ...fields }, webhook, claimBy }) => {
      const sequence = (newest.get(webhook.id) ?? this.#newest.get(webhook.id) ?? 0) + 1;
      newest.set(webhook.id, sequence);
      const doc = { _id: id, ...fields, sequence };
      return claimBy ? claimedDoc(doc, claimBy()) : doc;
    });
  }

  /** Inserts in order; returns how many are certainly stored, and the conflict after which others may be, too. */
  async #insertUntilRefused(docs: readonly DeliveryDoc[]): Promise<{ stored: number; conflict?: Error }> {
    try {
      await this.#docs.insertMany([...docs], { ordered: true });
      return { stored: docs.length };
    } catch (error) {
      const stored = duplicateAt(error);
      if (stored !== undefined) return { stored };
      if (error instanceof Error && isWriteConflict(error)) return { stored: 0, conflict: error };
      throw error;
    }
  }

  #remember(stored: readonly DeliveryDoc[]): void {
    for (const { webhookId, sequence = 0 } of stored) {
      this.#newest.set(webhookId, sequence);
      this.#unsaved.set(webhookId, sequence);
    }
  }

  /**
   * The remaining cases after a duplicate key: the first delivery was already stored, or another process has used its
   * number.
   */
  async #afterRefusal(
    open: readonly Draft[],
    docs: readonly DeliveryDoc[],
  ): Promise<{ open: readonly Draft[]; claimed: ClaimedDelivery[] }> {
    if (open.length === 0) return { open, claimed: [] };
    const known = await this.#docs
      .find({
        eventId: { $in: [...new Set(open.map(({ delivery }) => delivery.eventId))] },
        webhookId: { $in: webhooksOf(open).map(({ id }) => id) },
      })
      .project<Pick<DeliveryDoc, '_id' | 'eventId' | 'webhookId'>>({ eventId: 1, webhookId: 1 })
      .toArray();
    const stored = new Set(known.map(keyOf));
    const ids = new Set(known.map(({ _id }) => _id));
    const left = open.filter(({ delivery }) => !stored.has(keyOf(delivery)));
    await Promise.all(webhooksOf(left).map((webhook) => this.#learn(webhook)));
    return { open: left, claimed: docs.filter(({ _id, lease }) => lease && ids.has(_id)).map(claimedOf) };
  }
}

const keyOf = ({ eventId, webhookId }: Pick<DeliveryDoc, 'eventId' | 'webhookId'>): string =>
  `${eventId} ${webhookId}`;

const byWebhookAndEvent = ({ delivery: a }: Draft, { delivery: b }: Draft): number =>
  compare(a.webhookId, b.webhookId) || compare(a.eventId, b.eventId);

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

const webhooksOf = (drafts: readonly Draft[]): Draft['webhook'][] => [
  ...new Map(drafts.map(({ webhook }) => [webhook.id, webhook])).values(),
];
