import { listImportObjects as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toImportObject } from '../domain/import-object.ts';

/** One page of the objects of an import. */
export const listImportObjects = ({ imports, objects }: Pick<Deps, 'imports' | 'objects'>) =>
  answer(operation, async ({ id, ...query }, { accountId }) => {
    found(await imports.find({ accountId, id }), 'import', id);
    const { hasMore, records } = await objects.list(id, query);
    return { hasMore, data: records.map(readable(toImportObject)) };
  });
