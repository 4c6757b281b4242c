import { listImportSources as operation } from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toImportSource } from '../sources/to-import-source.ts';

/** One page of the account's import sources. */
export const listImportSources = ({
  importSources: sources,
  shownAddress,
}: Pick<Deps, 'shownAddress' | 'importSources'>) =>
  answer(operation, async (query, { accountId }) => {
    const { records, ...rest } = await sources.list(accountId, query);
    return { ...rest, data: records.map(readable((record) => toImportSource(record, shownAddress))) };
  });
