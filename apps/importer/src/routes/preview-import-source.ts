import { previewImportSource as operation } from '@estate/contracts';
import { Conflict, found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { queueIdOf, toImport } from '../domain/import.ts';
import { readSettingsOf } from '../domain/source.ts';
import { createImportOf } from '../intake/accept-package.ts';

/** Reads the kept package of a source with other settings. The settings of both readings are fixed here. */
export const previewImportSource = ({
  importSources,
  intake,
  keptPackages,
}: Pick<Deps, 'importSources' | 'intake' | 'keptPackages'>) =>
  answer(operation, async ({ id, ...settings }, { accountId, requestId, reservedId }) => {
    const source = found(await importSources.find({ accountId, id }), 'import source', id);
    const kept = await keptPackages.newest({ accountId, queueId: queueIdOf(accountId, id) });
    if (!kept) throw notKept();
    const { packageName, sizeBytes, fileName } = kept;
    const preview = {
      preview: { importId: kept.id, before: readSettingsOf(source) },
      readWith: readSettingsOf(settings),
    };
    const arrived = { accountId, sourceId: id, fileName, dryRun: true, preview };
    const named = { ...arrived, requestId, importId: reservedId };
    return toImport(await createImportOf(intake, named, { packageName, sizeBytes, channel: 'api' }));
  });

const notKept = () =>
  new Conflict(
    'No package of this import source is stored any more. Export from your software again, then preview the settings.',
    { code: 'package-not-kept' },
  );
