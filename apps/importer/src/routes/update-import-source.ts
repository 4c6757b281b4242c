import { listUnknownTargets, updateImportSource as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, changeIfMatch } from '@estate/messaging';
import { nameTargets } from '@estate/runtime';
import type { Deps } from '../deps.ts';
import { toImportSource } from '../sources/to-import-source.ts';
import { settingsOf } from '../sources/source-settings.ts';

/** Replaces the settings of a source; its login stays. */
export const updateImportSource = (deps: Pick<Deps, 'bus' | 'clock' | 'shownAddress' | 'importSources'>) =>
  answer(operation, async ({ id, ...input }, asker) => {
    const { accountId } = asker;
    const { clock, shownAddress, importSources: sources } = deps;
    const settings = settingsOf(input);
    const updated = await changeIfMatch(asker, {
      shownBy: operation,
      read: async () => found(await sources.find({ accountId, id }), 'import source', id),
      show: (source) => toImportSource(source, shownAddress),
      write: (seen, only) => {
        const key = { accountId, id, ...(only && { seen }) };
        return nameTargets(listUnknownTargets, deps.bus, {
          ...{ caller: asker, targetIds: settings.targetIds, before: seen.targetIds },
          write: () => sources.update(key, { ...settings, updatedAt: clock() }),
          undo: async (changed) => changed && sources.nameAgain(changed, seen.targetIds),
        });
      },
    });
    return toImportSource(found(updated, 'import source', id), shownAddress);
  });
