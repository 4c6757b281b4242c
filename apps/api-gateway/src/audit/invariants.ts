import { before, forgottenInTime, scanning } from '@estate/persistence';
import type { Invariant, Collection, Db } from '@estate/persistence';

const HALF_MADE_MS = 10 * 60_000;

interface KeyDoc {
  _id: string;
  accountId: string;
  createdAt: Date;
}

/** What must hold for everything the gateway stores. */
export function gatewayInvariants(db: Db): Invariant[] {
  const keys = db.collection<KeyDoc>('api-keys');
  const accounts = db.collection<{ _id: string }>('accounts');
  return [
    {
      name: 'api-keys-have-an-account',
      advice: 'The keys belong to no account. Revoke them (rek keys revoke <account> <key>).',
      broken: scanning<KeyDoc>({
        collection: keys,
        fields: ['accountId', 'createdAt'],
        broken: (docs, now) => withoutAccount(docs, before(now, HALF_MADE_MS), accounts),
      }),
    },
    forgottenInTime(db.collection<{ _id: string; expiresAt: Date }>('idempotency-keys')),
  ];
}

async function withoutAccount(
  docs: readonly KeyDoc[],
  madeBefore: Date,
  accounts: Collection<{ _id: string }>,
): Promise<string[]> {
  const older = docs.filter(({ createdAt }) => createdAt < madeBefore);
  const ids = [...new Set(older.map(({ accountId }) => accountId))];
  const known = await accounts
    .find({ _id: { $in: ids } })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  const present = new Set(known.map(({ _id }) => _id));
  return older.filter(({ accountId }) => !present.has(accountId)).map(({ _id }) => _id);
}
