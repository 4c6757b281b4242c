import { getImport as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toImport } from '../domain/import.ts';

/** One import of the account. */
export const getImport = ({ imports }: Pick<Deps, 'imports'>) =>
  answer(operation, async ({ id }, { accountId }) =>
    toImport(found(await imports.find({ accountId, id }), 'import', id)),
  );
