import { firstIdAt } from '@estate/persistence';
import type { Collection } from '@estate/persistence';
import { eventLinks, operationIn } from '../domain/event-links.ts';
import { toEnvelope } from '../domain/event.ts';
import type { DeliveryDoc } from './delivery-document.ts';
import { testName } from './event-store.ts';
import type { EventDoc } from './event-store.ts';

const PORTION = 500;
/** So long after the first start of this version, no process of the former one stores events any more. */
const FORMER_VERSION_MS = 3_600_000;
const ID = 'event-links';

export interface ProgressDoc {
  _id: string;
  /** Events up to this id are done. */
  after: string;
  /** Later events have their links from the beginning. */
  until: Date;
}

interface LinkedCollections {
  progress: Collection<ProgressDoc>;
  events: Collection<EventDoc>;
  deliveries: Collection<DeliveryDoc>;
}

/** Gives links to the events, and their deliveries, that a version without links stored. Idempotent, and continues after a restart. */
export class LinkBackfill {
  readonly #progress: Collection<ProgressDoc>;
  readonly #events: Collection<EventDoc>;
  readonly #deliveries: Collection<DeliveryDoc>;

  constructor(docs: LinkedCollections) {
    this.#progress = docs.progress;
    this.#events = docs.events;
    this.#deliveries = docs.deliveries;
  }

  /** Does one portion. `more`: there are more now; `finished`: there will never be more. */
  async step(now: Date): Promise<{ more: boolean; finished: boolean }> {
    const { after, until } = await this.#position(now);
    const docs = await this.#events
      .find({ _id: { $gt: after, $lt: firstIdAt(until) } })
      .sort({ _id: 1 })
      .limit(PORTION)
      .toArray();
    await this.#link(docs.filter(hasNoLinks));
    await this.#renameTests(docs.filter(({ test }) => test));
    const last = docs.at(-1)?._id;
    if (last !== undefined) await this.#progress.updateOne({ _id: ID }, { $max: { after: last } });
    const more = docs.length === PORTION;
    return { more, finished: !more && now > until };
  }

  async #position(now: Date): Promise<ProgressDoc> {
    const first = { after: '', until: new Date(now.getTime() + FORMER_VERSION_MS) };
    const known = await this.#progress.findOneAndUpdate(
      { _id: ID },
      { $setOnInsert: first },
      { upsert: true, returnDocument: 'after' },
    );
    return known ?? { _id: ID, ...first };
  }

  async #renameTests(docs: readonly EventDoc[]): Promise<void> {
    const former = docs.filter(({ eventName }) => !eventName.startsWith(testName('')));
    if (former.length === 0) return;
    await this.#events.bulkWrite(
      former.map(({ _id, eventName }) => ({
        updateOne: { filter: { _id, eventName }, update: { $set: { eventName: testName(eventName) } } },
      })),
      { ordered: false },
    );
  }

  async #link(docs: readonly EventDoc[]): Promise<void> {
    if (docs.length === 0) return;
    const linked = docs.map(({ _id, ...event }) => {
      const { eventPayload } = toEnvelope({ id: _id, ...event });
      const links = eventLinks(event.eventName, eventPayload);
      const operation = operationIn(event.eventName, eventPayload);
      const own = { ...event, ...(operation && { operation }) };
      return { ...own, id: _id, links };
    });
    // The deliveries first: an event without links is found again after a crash.
    await this.#deliveries.bulkWrite(
      linked.map(({ id, eventTime, links }) => ({
        updateMany: {
          filter: { eventId: id, eventTime: { $exists: false } },
          update: { $set: { eventTime, ...links } },
        },
      })),
      { ordered: false },
    );
    const writes = linked
      .filter(({ links }) => Object.keys(links).length > 0)
      .map(({ id: _id, links, operation }) => ({
        updateOne: { filter: { _id }, update: { $set: { ...links, ...(operation && { operation }) } } },
      }));
    if (writes.length > 0) await this.#events.bulkWrite(writes, { ordered: false });
  }
}

const hasNoLinks = ({ test, propertyId, listingId, targetId }: EventDoc): boolean =>
  !test && propertyId === undefined && listingId === undefined && targetId === undefined;
