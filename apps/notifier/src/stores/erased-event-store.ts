import { withoutPerson } from '@estate/persistence';
import type { Collection } from '@estate/persistence';
import type { DeliveryDoc } from './delivery-document.ts';
import type { EventDoc } from './event-store.ts';
import { personKeysIn } from './person-keys-in.ts';

/** Finds events with data of persons, and removes those data from events and their deliveries. */
export class ErasedEventStore {
  readonly #events: Collection<EventDoc>;
  readonly #deliveries: Collection<DeliveryDoc>;

  constructor(docs: { events: Collection<EventDoc>; deliveries: Collection<DeliveryDoc> }) {
    this.#events = docs.events;
    this.#deliveries = docs.deliveries;
  }

  /** The events of an account about requests or emails. */
  async about(
    accountId: string,
    requestIds: readonly string[],
    mailIds: readonly string[],
  ): Promise<EventDoc[]> {
    const [ofRequests, ofMails] = await Promise.all([
      this.#events.find({ accountId, aboutRequestId: { $in: [...requestIds] } }).toArray(),
      this.#events.find({ accountId, aboutMailId: { $in: [...mailIds] } }).toArray(),
    ]);
    return [...ofRequests, ...ofMails];
  }

  /** The deliveries of events, by id. */
  async deliveriesOf(eventIds: readonly string[]): Promise<string[]> {
    const found = await this.#deliveries
      .find({ eventId: { $in: [...eventIds] } }, { projection: { _id: 1 } })
      .toArray();
    return found.map(({ _id }) => _id);
  }

  /**
   * Takes out of deliveries what their receivers answered, which may repeat what was sent. An attempt that is under way cannot store an
   * answer any more, and one that is to come is not made. A delivery itself stays: the numbers of a webhook have no gaps.
   */
  async emptyDeliveries(eventIds: readonly string[]): Promise<void> {
    for await (const { _id, fence, attempts, status } of this.#deliveries.find({
      eventId: { $in: [...eventIds] },
    })) {
      const isOpen = status === 'pending' || status === 'held';
      await this.#deliveries.updateOne(
        { _id, fence: fence ?? { $exists: false } },
        {
          $set: {
            attempts: attempts.map(({ body: _body, error: _error, ...attempt }) => attempt),
            isErased: true,
            ...(isOpen && { status: 'discarded' as const }),
          },
          $unset: { lease: '', nextAttemptAt: '' },
          $inc: { fence: 1 },
        },
      );
    }
  }

  /** Takes out of deliveries what their receivers answered; those that are to be sent are sent. */
  async emptyAnswers(eventId: string): Promise<void> {
    for await (const { _id, attemptCount, attempts } of this.#deliveries.find({ eventId })) {
      const emptied = attempts.map(({ body: _body, error: _error, ...attempt }) => attempt);
      await this.#deliveries.updateOne({ _id, attemptCount }, { $set: { attempts: emptied } });
    }
  }

  async remove(eventIds: readonly string[]): Promise<void> {
    await this.#events.deleteMany({ _id: { $in: [...eventIds] } });
  }

  /** Takes words out of the message of an event, and the addresses among them out of all of it. */
  async redact({ _id, accountId, eventName, rawBody }: EventDoc, words: readonly string[]): Promise<void> {
    const event = JSON.parse(rawBody) as { eventPayload: object };
    const changed = JSON.stringify({ ...event, eventPayload: withoutPerson(event.eventPayload, words) });
    const keys = personKeysIn({ accountId, eventName, rawBody: changed });
    await this.#events.updateOne({ _id, rawBody }, { $set: { rawBody: changed, ...keys } });
  }
}
