import { createImport as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toImport } from '../domain/import.ts';
import { createImportOf } from '../intake/accept-package.ts';

/** Creates the import of a package that the API has stored. */
export const createImport = ({ intake }: Pick<Deps, 'intake'>) =>
  answer(operation, async ({ packageName, sizeBytes, ...about }, { accountId, requestId, reservedId }) => {
    const arrived = { ...about, accountId, requestId, importId: reservedId };
    return toImport(await createImportOf(intake, arrived, { packageName, sizeBytes, channel: 'api' }));
  });
