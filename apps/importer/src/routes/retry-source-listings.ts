import { retrySourceListings as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import type { Deps } from '../deps.ts';
import { queueIdOf } from '../domain/import.ts';
import { toImportSource } from '../sources/to-import-source.ts';

/** Lists soon what could not be listed. The mark on the source survives a crash: the sweep makes its queue due. */
export const retrySourceListings = ({
  clock,
  importSources,
  newId,
  queue,
  shownAddress,
  sources,
}: Pick<Deps, 'clock' | 'importSources' | 'newId' | 'queue' | 'shownAddress' | 'sources'>) =>
  answer(operation, async ({ id }, caller) => {
    const { accountId } = caller;
    const source = found(await importSources.find({ accountId, id }), 'import source', id);
    await sources.askRetry(accountId, id, { token: newId(), ...traceOf(caller) });
    await queue.makeDue({ queueId: queueIdOf(accountId, id), accountId }, clock());
    return toImportSource(source, shownAddress);
  });
