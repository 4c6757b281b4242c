import { erasedKind } from '@estate/persistence';
import type { Bytes, Collection, ErasedKind, PublishedMessages } from '@estate/persistence';
import { noteNameOf } from '../domain/import.ts';
import type { ImportDoc } from '../stores/import-document.ts';

interface OfAccount {
  _id: string;
  accountId: string;
}

interface Parts {
  imports: Collection<ImportDoc>;
  /** What has nothing of its own to erase. */
  others: readonly Collection<OfAccount>[];
  packages: Pick<Bytes, 'delete'>;
  publishedMessages: Pick<PublishedMessages, 'ofAccounts'>;
}

/** Everything that the importer stores of an account. */
export const accountKinds = ({ imports, others, packages, publishedMessages }: Parts): ErasedKind[] => [
  erasedKind<ImportDoc>({
    kind: 'others',
    docs: imports,
    of: (accountId) => ({ accountId }),
    note: (docs) => docs.map(({ packageName }) => packageName),
    after: async ({ noted }) => {
      for (const name of noted) {
        await packages.delete(noteNameOf(name));
        await packages.delete(name);
      }
      return {};
    },
  }),
  ...others.map((docs) =>
    erasedKind<OfAccount>({ kind: 'others', docs, of: (accountId) => ({ accountId }) }),
  ),
  publishedMessages.ofAccounts,
];
