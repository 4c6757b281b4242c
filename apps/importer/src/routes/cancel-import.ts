import { cancelImport as operation } from '@estate/contracts';
import { Conflict, found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toImport } from '../domain/import.ts';

type Cancelling = Pick<Deps, 'imports' | 'makeDue'>;

/** Stops an import after the object that is being applied. */
export const cancelImport = ({ imports, makeDue }: Cancelling) =>
  answer(operation, async ({ id }, { accountId }) => {
    const cancelled = await imports.cancel({ accountId, id });
    if (cancelled) {
      await makeDue(cancelled);
      return toImport(cancelled);
    }
    const present = found(await imports.find({ accountId, id }), 'import', id);
    if (present.state === 'cancelled') return toImport(present);
    throw new Conflict(`The import ${id} has already ended. Its state is ${present.state}.`, {
      code: 'import-ended',
    });
  });
