import { getImportSource as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toImportSource } from '../sources/to-import-source.ts';

/** One import source of the account. */
export const getImportSource = ({
  importSources: sources,
  shownAddress,
}: Pick<Deps, 'shownAddress' | 'importSources'>) =>
  answer(operation, async ({ id }, { accountId }) =>
    toImportSource(found(await sources.find({ accountId, id }), 'import source', id), shownAddress),
  );
