import { confirmImport as operation } from '@estate/contracts';
import { Conflict, found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toImport } from '../domain/import.ts';

type Confirming = Pick<Deps, 'imports' | 'makeDue'>;

/** Lets a full transfer delete what it lacks; what is confirmed again stays confirmed. */
export const confirmImport = ({ imports, makeDue }: Confirming) =>
  answer(operation, async ({ id }, { accountId }) => {
    const confirmed = await imports.confirm({ accountId, id });
    if (confirmed) {
      await makeDue(confirmed);
      return toImport(confirmed);
    }
    const present = found(await imports.find({ accountId, id }), 'import', id);
    if (present.isConfirmed) return toImport(present);
    throw new Conflict(`The import ${id} is not waiting for confirmation. Its state is ${present.state}.`, {
      code: 'import-not-waiting',
    });
  });
