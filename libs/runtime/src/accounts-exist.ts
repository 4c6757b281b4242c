import type { OutputOf, listUnknownAccounts } from '@estate/contracts';
import type { Bus, Caller } from '@estate/messaging';
import { newRequestId } from '@estate/observability';
import { erasingLeftovers, walking } from '@estate/persistence';
import type { AccountEraser, Auditor, Collection, ErasedAccount, Invariant } from '@estate/persistence';

interface Owned {
  _id: string;
  accountId: string;
  /** Set if the document is removed after its last message is sent. */
  removeWhenSent?: boolean;
}

/** Asks the gateway which of the accounts do not exist, and which of those were closed. */
export type AskUnknown = (ids: string[], caller: Caller) => Promise<OutputOf<typeof listUnknownAccounts>>;

interface OwnedStores {
  accountEraser: Pick<AccountEraser, 'erase'>;
  /** Collections of documents with an `accountId`. */
  ofAccounts: readonly { collectionName: string }[];
}

interface AuditedService {
  bus: Pick<Bus<{ asks: readonly (typeof listUnknownAccounts)[]; tells: readonly never[] }>, 'ask'>;
  auditor: Pick<Auditor, 'add'>;
  stores: OwnedStores;
}

/** Makes the auditor of a service ask the gateway whether the accounts of its documents exist. */
export function auditAccounts(
  operation: typeof listUnknownAccounts,
  { bus, auditor, stores }: AuditedService,
): void {
  const ask: AskUnknown = (ids, caller) => bus.ask(operation, { ids }, caller);
  auditor.add(accountsExist(ask, stores));
}

/** Documents of these collections belong to an existing account. Documents of closed accounts are erased. */
export const accountsExist = (
  ask: AskUnknown,
  { accountEraser: eraser, ofAccounts }: OwnedStores,
): Invariant[] =>
  ofAccounts.flatMap((one) => {
    const collection = one as Collection<Owned>;
    return walking<Owned>({
      name: `${collection.collectionName}-accounts`,
      collection,
      fields: ['accountId', 'removeWhenSent'],
      rules: [
        {
          name: `${collection.collectionName}-have-an-account`,
          meaning: 'Data of an account that no longer exists is kept, and no customer can see or delete it.',
          advice:
            'The gateway does not know the accounts of these documents. Erase the remaining data of closed accounts (rek repair; after a restore, rek erasures reapply). If documents remain, their accounts were never closed. If the database of the gateway was restored from an older backup, restore a newer one, or open the accounts again together with the customers.',
          broken: (docs) => ofUnknownAccounts(ask, docs),
          ...erasingLeftovers({
            collection,
            ownerOf: ({ accountId }) => accountId,
            closedOf: (ids) => closedAmong(ask, ids),
            eraser,
          }),
        },
      ],
    });
  });

async function ofUnknownAccounts(ask: AskUnknown, docs: readonly Owned[]): Promise<string[]> {
  const owned = docs.filter(({ accountId, removeWhenSent }) => accountId !== '' && !removeWhenSent);
  const ids = [...new Set(owned.map(({ accountId }) => accountId))];
  if (ids.length === 0) return [];
  const unknown = new Set((await ask(ids, newCaller())).unknown);
  return owned.filter(({ accountId }) => unknown.has(accountId)).map(({ _id }) => _id);
}

async function closedAmong(ask: AskUnknown, accountIds: string[]): Promise<ErasedAccount[]> {
  const ids = accountIds.filter((id) => id !== '');
  if (ids.length === 0) return [];
  const { closed } = await ask(ids, newCaller());
  return closed.map(({ requestedAt, ...closing }) => ({ ...closing, requestedAt: new Date(requestedAt) }));
}

const newCaller = (): Caller => ({ accountId: '', requestId: newRequestId() });
