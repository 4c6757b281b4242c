import { AttemptDays, PublishedMessages, erasedKind } from '@estate/persistence';
import type { Collection, Db, ErasedKind } from '@estate/persistence';
import type { DeliveryDoc } from '../stores/delivery-document.ts';
import type { EventDoc } from '../stores/event-store.ts';

/** What is found by its account and has nothing of its own to erase. */
const OTHERS = ['resends', 'notices', 'property-types'] as const;

interface OfAccount {
  _id: string;
  accountId: string;
}

/** Everything that the notifier stores of an account. Its usage is kept. */
export const accountKinds = (db: Db): ErasedKind[] => {
  const attemptDays = new AttemptDays(db);
  const deliveries = db.collection<DeliveryDoc>('deliveries');
  return [
    // The webhooks first, so that nothing is fanned out to them any more.
    erasedKind<OfAccount>({
      kind: 'webhooks',
      docs: db.collection('webhooks'),
      of: (accountId) => ({ accountId }),
      after: async ({ ids }) => {
        await attemptDays.removeOf(ids);
        return {};
      },
    }),
    erasedKind<EventDoc>({
      kind: 'events',
      docs: db.collection('events'),
      of: (accountId) => ({ accountId }),
      note: (events) => deliveriesOf(deliveries, events),
      after: async ({ noted }) => {
        await deliveries.deleteMany({ _id: { $in: [...noted] } });
        return { deliveries: noted.length };
      },
    }),
    ...OTHERS.map((name) =>
      erasedKind<OfAccount>({
        kind: 'others',
        docs: db.collection(name),
        of: (accountId) => ({ accountId }),
      }),
    ),
    erasedKind<{ _id: string }>({
      kind: 'others',
      docs: db.collection('account-emails'),
      of: (accountId) => ({ _id: accountId }),
    }),
    new PublishedMessages(db).ofAccounts,
  ];
};

/** Deliveries are found by their event. */
async function deliveriesOf(
  deliveries: Collection<DeliveryDoc>,
  events: readonly EventDoc[],
): Promise<string[]> {
  const eventId = { $in: events.map(({ _id }) => _id) };
  const found = await deliveries.find({ eventId }, { projection: { _id: 1 } }).toArray();
  return found.map(({ _id }) => _id);
}
