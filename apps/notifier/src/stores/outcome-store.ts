import { held } from '@estate/persistence';
import type { AnyBulkWriteOperation, Collection, Filter, MatchKeysAndValues } from '@estate/persistence';
import type { Attempt, Decision } from '../domain/delivery.ts';
import { queuedBefore, unscheduled } from './delivery-document.ts';
import type { ClaimedDelivery, DeliveryDoc } from './delivery-document.ts';

/** How an attempt ended and what happens to its delivery. */
export interface Outcome {
  claimed: ClaimedDelivery;
  attempt: Attempt;
  decision: Decision;
}

export class OutcomeStore {
  readonly #docs: Collection<DeliveryDoc>;

  constructor(docs: Collection<DeliveryDoc>) {
    this.#docs = docs;
  }

  /**
   * Stores outcomes; none where another process has claimed the delivery. A delivery that was held, discarded or queued again in the
   * meantime stays so unless the attempt succeeded. A discarded one has failed if this was its last attempt, a held one if its
   * receiver is gone. Idempotent.
   */
  async record(outcomes: readonly Outcome[]): Promise<void> {
    const writes = outcomes.map((outcome) => ({ updateOne: writeOf(outcome) }));
    const { matchedCount } = await this.#docs.bulkWrite(writes, { ordered: false });
    if (matchedCount === outcomes.length) return;
    // A bulk write does not show which deliveries were held, discarded or claimed in the meantime.
    await this.#docs.bulkWrite(outcomes.map(attemptOnly), { ordered: false });
  }
}

/** The plan of the attempt continues: the end of a plan removes the lease, and a new plan begins without one. */
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

/** A held delivery waits for its webhook to be resumed, unless the receiver is gone. */
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
