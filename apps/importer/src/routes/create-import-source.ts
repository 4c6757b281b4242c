import { createImportSource as operation, listUnknownTargets } from '@estate/contracts';
import { Conflict, InvalidInput } from '@estate/errors';
import { answer } from '@estate/messaging';
import { createOnce } from '@estate/persistence';
import { nameTargets } from '@estate/runtime';
import type { Deps } from '../deps.ts';
import { toImportSource } from '../sources/to-import-source.ts';
import { newPassword, newUser } from '../sources/source-login.ts';
import { settingsOf } from '../sources/source-settings.ts';

const MOST_SOURCES = 100;

/** A call that comes again gets a new password: nobody has seen the former one. */
export const createImportSource = (
  deps: Pick<Deps, 'bus' | 'clock' | 'ftpAddress' | 'newId' | 'importSources'>,
) =>
  answer(operation, async (input, caller) => {
    const { accountId } = caller;
    const { clock, ftpAddress, newId, importSources: sources } = deps;
    if (!ftpAddress) {
      throw new Conflict('The operator has not configured an FTP port for import sources.', {
        code: 'import-sources-unavailable',
      });
    }
    const settings = settingsOf(input);
    const { password, passwordHash } = newPassword();
    const now = clock();
    const source = await createOnce(caller, {
      newId,
      find: (id) => sources.setPassword({ accountId, id }, { passwordHash, updatedAt: now }),
      create: async (id) => {
        if ((await sources.count(accountId, MOST_SOURCES)) >= MOST_SOURCES) {
          const message = `An account can have at most ${String(MOST_SOURCES)} import sources. Delete one first.`;
          throw new InvalidInput(message, { code: 'too-many-import-sources' });
        }
        const times = { createdAt: now, updatedAt: now };
        const made = {
          id,
          accountId,
          user: newUser(),
          passwordHash,
          // A server without TLS is the decision of its operator; a source that needs TLS could not be used there.
          allowPlainLogins: !ftpAddress.secure,
          ...settings,
          state: 'waiting' as const,
          ...times,
        };
        return nameTargets(listUnknownTargets, deps.bus, {
          ...{ caller, targetIds: settings.targetIds },
          write: () => sources.insert(made).then(() => made),
          undo: () => sources.remove({ accountId, id }),
        });
      },
    });
    return { ...toImportSource(source, ftpAddress), password };
  });
