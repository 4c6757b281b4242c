import { listImports as operation } from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toImport } from '../domain/import.ts';

/** One page of the account's imports. */
export const listImports = ({ imports }: Pick<Deps, 'imports'>) =>
  answer(operation, async (query, { accountId }) => {
    const { hasMore, records } = await imports.list(accountId, query);
    return { hasMore, data: records.map(readable(toImport)) };
  });
