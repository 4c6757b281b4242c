import { rotateImportSourcePassword as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toImportSource } from '../sources/to-import-source.ts';
import { newPassword } from '../sources/source-login.ts';

/** Replaces the password; sessions with the former one store nothing more. */
export const rotateImportSourcePassword = ({
  clock,
  shownAddress,
  importSources: sources,
}: Pick<Deps, 'clock' | 'shownAddress' | 'importSources'>) =>
  answer(operation, async ({ id }, { accountId }) => {
    const { password, passwordHash } = newPassword();
    const source = await sources.setPassword({ accountId, id }, { passwordHash, updatedAt: clock() });
    return { ...toImportSource(found(source, 'import source', id), shownAddress), password };
  });
