import { getImportSummary as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toImportSummary } from '../domain/import.ts';

/** What one import did not use. */
export const getImportSummary = ({ imports }: Pick<Deps, 'imports'>) =>
  answer(operation, async ({ id }, { accountId }) =>
    toImportSummary(found(await imports.find({ accountId, id }), 'import', id)),
  );
