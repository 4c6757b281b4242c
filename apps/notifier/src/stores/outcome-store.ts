import { held } from '@estate/persistence';
import type { AnyBulkWriteOperation, Collection, Db, Filter, MatchKeysAndValues } from '@estate/persistence';
import type { Attempt, Decision } from '../domain/delivery.ts';
import { queuedBefore, unscheduled } from './delivery-document.ts';
import type { ClaimedDelivery, DeliveryDoc } from './delivery-document.ts';

/** How an attempt ended and what becomes of its delivery. */
export interface Outcome {
  claimed: ClaimedDelivery;
  attempt: Attempt;
  decision: Decision;
}

/** Writes down how attempts ended. */
export class OutcomeStore {
  readonly #docs: Collection<DeliveryDoc>;

  constructor(db: Db) {
    this.#docs = db.collection('deliveries');
  }

  /**
   * Writes down outcomes; nothing where another process took the delivery over. A delivery that was held, discarded or
   * queued anew meanwhile stays so, unless it did arrive; one that was discarded is shown as failed when this was its
   * last attempt anyway, one that was held when its receiver is gone. Doing it twice changes nothing.
   */
  async record(outcomes: readonly Outcome[]): Promise<void> {
    const writes = outcomes.map((outcome) => ({ updateOne: writeOf(outcome) }));
    const { matchedCount } = await this.#docs.bulkWrite(writes, { ordered: false });
    if (matchedCount === outcomes.length) return;
    // Some were held, discarded or taken over meanwhile: which ones, a bulk write does not say.
    await this.#docs.bulkWrite(outcomes.map(attemptOnly), { ordered: false });
  }
}

/** The plan that the attempt belongs to goes on: what ends a plan takes its lease, and a new plan begins without one. */
const underWay = { status: 'pending' as const, lease: { $exists: true } };

type Write = Extract<AnyBulkWriteOperation<DeliveryDoc>, { updateOne: unknown }>['updateOne'];

function writeOf({ claimed, attempt, decision }: Outcome): Write {
  const $set = outcomeFields(claimed, attempt);
  const mine = held<DeliveryDoc>(claimed.lease);
  if (decision.status === 'pending') {
    const { nextAttemptAt } = decision;
    return {
      filter: { ...mine, ...underWay },
      update: { $set: { ...$set, nextAttemptAt }, $unset: { lease: '' } },
    };
  }
  const { status } = decision;
  const still = decision.status === 'succeeded' ? {} : { $or: [underWay, overruledBy(decision, claimed)] };
  return { filter: { ...mine, ...still }, update: { $set: { ...$set, status }, $unset: unscheduled } };
}

/** What is held waits for a webhook that will work again; one whose receiver is gone discards it. */
const overruledBy = (
  { receiverGone }: Extract<Decision, { status: 'failed' }>,
  claimed: ClaimedDelivery,
): Filter<DeliveryDoc> => ({
  status: { $in: receiverGone ? ['discarded', 'held'] : ['discarded'] },
  ...queuedBefore(claimed),
});

const attemptOnly = ({ claimed, attempt }: Outcome): AnyBulkWriteOperation<DeliveryDoc> => ({
  updateOne: {
    filter: held<DeliveryDoc>(claimed.lease),
    update: { $set: outcomeFields(claimed, attempt) },
  },
});

const outcomeFields = (claimed: ClaimedDelivery, attempt: Attempt): MatchKeysAndValues<DeliveryDoc> => ({
  [`attempts.${claimed.attempts.length - 1}`]: attempt,
});
