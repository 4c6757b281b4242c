import { deleteImportSource as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, changeIfMatch } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { queueIdOf } from '../domain/import.ts';
import { toImportSource } from '../sources/to-import-source.ts';

/** Ends the login of a source; packages that were accepted are imported, and properties stay. */
export const deleteImportSource = ({
  importSources: sources,
  keptPackages,
  shownAddress,
}: Pick<Deps, 'shownAddress' | 'importSources' | 'keptPackages'>) =>
  answer(operation, async ({ id }, asker) => {
    const { accountId } = asker;
    const removed = await changeIfMatch(asker, {
      shownBy: operation,
      read: async () => found(await sources.find({ accountId, id }), 'import source', id),
      show: (source) => toImportSource(source, shownAddress),
      write: (seen, only) => sources.remove({ accountId, id, ...(only && { seen }) }),
    });
    await keptPackages.releaseAll({ accountId, queueId: queueIdOf(accountId, id) });
    return toImportSource(found(removed, 'import source', id), shownAddress);
  });
