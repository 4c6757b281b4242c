import * as contracts from '@estate/contracts';
import { Conflict, InvalidInput, found } from '@estate/errors';
import { answer, changeIfMatch, readable } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import { createOnce } from '@estate/persistence';
import { nameTargets } from '@estate/runtime';
import type { Deps } from '../deps.ts';
import { queueIdOf, toImport } from '../domain/import.ts';
import { readSettingsOf } from '../domain/source.ts';
import { createImportOf } from '../intake/accept-package.ts';
import { newPassword, newUser } from '../sources/source-login.ts';
import { settingsOf } from '../sources/source-settings.ts';
import { toImportSource } from '../sources/to-import-source.ts';

const MOST_SOURCES = 100;

/** A call that comes again gets a new password: nobody has seen the former one. */
export const createImportSource = (
  deps: Pick<Deps, 'bus' | 'clock' | 'ftpAddress' | 'newId' | 'importSources'>,
) =>
  answer(contracts.createImportSource, async (input, caller) => {
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
        return nameTargets(contracts.listUnknownTargets, deps.bus, {
          ...{ caller, path: 'targetIds', targetIds: settings.targetIds },
          write: () => sources.insert(made).then(() => made),
          undo: () => sources.remove({ accountId, id }),
        });
      },
    });
    return { ...toImportSource(source, ftpAddress), password };
  });

/** One page of the account's import sources. */
export const listImportSources = ({
  importSources: sources,
  shownAddress,
}: Pick<Deps, 'shownAddress' | 'importSources'>) =>
  answer(contracts.listImportSources, async (query, { accountId }) => {
    const { records, ...rest } = await sources.list(accountId, query);
    return { ...rest, data: records.map(readable((record) => toImportSource(record, shownAddress))) };
  });

/** One import source of the account. */
export const getImportSource = ({
  importSources: sources,
  shownAddress,
}: Pick<Deps, 'shownAddress' | 'importSources'>) =>
  answer(contracts.getImportSource, async ({ id }, { accountId }) =>
    toImportSource(found(await sources.find({ accountId, id }), 'import source', id), shownAddress),
  );

/** Replaces the settings of a source; its login stays. */
export const updateImportSource = (deps: Pick<Deps, 'bus' | 'clock' | 'shownAddress' | 'importSources'>) =>
  answer(contracts.updateImportSource, async ({ id, ...input }, asker) => {
    const { accountId } = asker;
    const { clock, shownAddress, importSources: sources } = deps;
    const settings = settingsOf(input);
    const updated = await changeIfMatch(asker, {
      shownBy: contracts.updateImportSource,
      read: async () => found(await sources.find({ accountId, id }), 'import source', id),
      show: (source) => toImportSource(source, shownAddress),
      write: (seen, only) => {
        const key = { accountId, id, ...(only && { seen }) };
        return nameTargets(contracts.listUnknownTargets, deps.bus, {
          ...{ caller: asker, path: 'targetIds', targetIds: settings.targetIds, before: seen.targetIds },
          write: () => sources.update(key, { ...settings, updatedAt: clock() }),
          undo: async (changed) => changed && sources.nameAgain(changed, seen.targetIds),
        });
      },
    });
    return toImportSource(found(updated, 'import source', id), shownAddress);
  });

/** Ends the login of a source; packages that were accepted are imported, and properties stay. */
export const deleteImportSource = ({
  importSources: sources,
  keptPackages,
  shownAddress,
}: Pick<Deps, 'shownAddress' | 'importSources' | 'keptPackages'>) =>
  answer(contracts.deleteImportSource, async ({ id }, asker) => {
    const { accountId } = asker;
    const removed = await changeIfMatch(asker, {
      shownBy: contracts.deleteImportSource,
      read: async () => found(await sources.find({ accountId, id }), 'import source', id),
      show: (source) => toImportSource(source, shownAddress),
      write: (seen, only) => sources.remove({ accountId, id, ...(only && { seen }) }),
    });
    await keptPackages.releaseAll({ accountId, queueId: queueIdOf(accountId, id) });
    return toImportSource(found(removed, 'import source', id), shownAddress);
  });

/** Reads the kept package of a source with other settings. The settings of both readings are fixed here. */
export const previewImportSource = ({
  importSources,
  intake,
  keptPackages,
}: Pick<Deps, 'importSources' | 'intake' | 'keptPackages'>) =>
  answer(contracts.previewImportSource, async ({ id, ...settings }, { accountId, requestId, reservedId }) => {
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

/** Lists soon what could not be listed. The mark on the source survives a crash: the sweep makes its queue due. */
export const retrySourceListings = ({
  clock,
  importSources,
  newId,
  queue,
  shownAddress,
  sources,
}: Pick<Deps, 'clock' | 'importSources' | 'newId' | 'queue' | 'shownAddress' | 'sources'>) =>
  answer(contracts.retrySourceListings, async ({ id }, caller) => {
    const { accountId } = caller;
    const source = found(await importSources.find({ accountId, id }), 'import source', id);
    await sources.askRetry(accountId, id, { token: newId(), ...traceOf(caller) });
    await queue.makeDue({ queueId: queueIdOf(accountId, id), accountId }, clock());
    return toImportSource(source, shownAddress);
  });

/** Replaces the password; sessions with the former one store nothing more. */
export const rotateImportSourcePassword = ({
  clock,
  shownAddress,
  importSources: sources,
}: Pick<Deps, 'clock' | 'shownAddress' | 'importSources'>) =>
  answer(contracts.rotateImportSourcePassword, async ({ id }, { accountId }) => {
    const { password, passwordHash } = newPassword();
    const source = await sources.setPassword({ accountId, id }, { passwordHash, updatedAt: clock() });
    return { ...toImportSource(found(source, 'import source', id), shownAddress), password };
  });

/** The FTP logins of estate software. */
export const importSourceRoutes = (deps: Deps) => [
  createImportSource(deps),
  listImportSources(deps),
  getImportSource(deps),
  updateImportSource(deps),
  deleteImportSource(deps),
  previewImportSource(deps),
  retrySourceListings(deps),
  rotateImportSourcePassword(deps),
];
