import { erasedKind } from '@estate/persistence';
import type { Db, ErasedKind } from '@estate/persistence';
import type { ClosingKind } from '@estate/contracts';

interface OfAccount {
  _id: string;
  accountId: string;
  action?: string;
}

/** Entries that the audit log keeps of an erased account: who closed it. */
const KEPT_ACTIONS = ['account.closed', 'account.closing_cancelled', 'account.exported'];

const BY_ACCOUNT: Readonly<Record<string, ClosingKind>> = {
  users: 'users',
  erasures: 'others',
  'request-log': 'calls',
  'request-log-gaps': 'others',
  'api-keys': 'apiKeys',
};

/** The ids of idempotent calls begin with the account; `;` follows `:`. */
const callsOf = (accountId: string) => ({ $gte: `${accountId}:`, $lt: `${accountId};` });

/** Everything that the gateway stores of an account, the account itself last. */
export const accountKinds = (db: Db): ErasedKind[] => [
  ...Object.entries(BY_ACCOUNT).map(([name, kind]) =>
    erasedKind<OfAccount>({ kind, docs: db.collection(name), of: (accountId) => ({ accountId }) }),
  ),
  erasedKind<OfAccount>({
    kind: 'auditEntries',
    docs: db.collection('audit-log'),
    of: (accountId) => ({ accountId, action: { $nin: KEPT_ACTIONS } }),
  }),
  erasedKind<{ _id: string }>({
    kind: 'others',
    docs: db.collection('idempotency-keys'),
    of: (accountId) => ({ _id: callsOf(accountId) }),
  }),
  ...['sign-in-settings', 'audit-log-chains', 'accounts'].map((name) =>
    erasedKind<{ _id: string }>({
      kind: 'others',
      docs: db.collection(name),
      of: (accountId) => ({ _id: accountId }),
    }),
  ),
];
