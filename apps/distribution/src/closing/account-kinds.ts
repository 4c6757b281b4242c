import { AttemptDays, PublishedMessages, erasedKind } from '@estate/persistence';
import type { Db, ErasedKind } from '@estate/persistence';
import { timelineCollection } from '../stores/listing-timeline.ts';
import { listingCollection } from '../stores/listings/listing-document.ts';
import { targetCollection } from '../stores/targets/target-document.ts';

const ofAccount = (accountId: string) => ({ accountId });

interface OfAccount {
  _id: string;
  accountId: string;
}

/** Everything that the distribution stores of an account. Its usage is kept. */
export function accountKinds(db: Db): ErasedKind[] {
  const attemptDays = new AttemptDays(db);
  return [
    erasedKind({ kind: 'listings', docs: listingCollection(db), of: ofAccount }),
    ...['authorizations', 'consumer-credentials', 'publishing-settings', 'unknown-objects'].map((name) =>
      erasedKind<OfAccount>({ kind: 'others', docs: db.collection(name), of: ofAccount }),
    ),
    erasedKind({
      kind: 'targets',
      docs: targetCollection(db),
      of: ofAccount,
      after: async ({ ids }) => {
        await attemptDays.removeOf(ids);
        return {};
      },
    }),
    erasedKind({ kind: 'others', docs: timelineCollection(db), of: ofAccount }),
    new PublishedMessages(db).ofAccounts,
  ];
}
