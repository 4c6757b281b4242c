import { AttemptDays, PublishedMessages, erasedKind } from '@estate/persistence';
import type { Db, ErasedKind } from '@estate/persistence';

/** What is found by its account and has nothing of its own to erase. */
const BY_ACCOUNT = [
  { name: 'events', kind: 'events' },
  { name: 'resends', kind: 'others' },
  { name: 'notices', kind: 'others' },
  { name: 'property-types', kind: 'others' },
] as const;

interface OfAccount {
  _id: string;
  accountId: string;
}

/** Everything that the notifier stores of an account. Its usage is kept. */
export const accountKinds = (db: Db): ErasedKind[] => {
  const attemptDays = new AttemptDays(db);
  const ofAccount = ({ name, kind }: { name: string; kind: string }) =>
    erasedKind<OfAccount>({ kind, docs: db.collection(name), of: (accountId) => ({ accountId }) });
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
    ...BY_ACCOUNT.map(ofAccount),
    erasedKind<{ _id: string }>({
      kind: 'others',
      docs: db.collection('account-emails'),
      of: (accountId) => ({ _id: accountId }),
    }),
    new PublishedMessages(db).ofAccounts,
    // The last one, because the kind of a portion that an earlier version has begun is its place in this list.
    ofAccount({ name: 'deliveries', kind: 'deliveries' }),
  ];
};
