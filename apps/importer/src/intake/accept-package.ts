import { Conflict, refusal } from '@estate/errors';
import { traceOf } from '@estate/observability';
import type { Bytes } from '@estate/persistence';
import { NO_COUNTS, queueIdOf } from '../domain/import.ts';
import type { ImportRecord } from '../domain/import.ts';
import type { ImportQueue } from '../stores/import-queue.ts';
import type { ImportStore } from '../stores/import-store.ts';
import type { SourceSettingsStore } from '../stores/source-settings-store.ts';
import type { PackageReceived } from '../telemetry.ts';
import { writeNote } from './import-note.ts';
import type { PackageBudget } from './package-budget.ts';
import { storePackageFile } from './store-package.ts';
import type { StoredBytesOfPackage } from './store-package.ts';

export interface IntakeDeps {
  packages: Pick<Bytes, 'put' | 'putAll' | 'putFile' | 'recovery' | 'touch'>;
  imports: Pick<ImportStore, 'add'>;
  sources: Pick<SourceSettingsStore, 'find'>;
  queue: Pick<ImportQueue, 'expectedUntil'>;
  makeDue: (record: Pick<ImportRecord, 'id' | 'queueId' | 'accountId'>) => Promise<void>;
  clock: () => Date;
  newId: () => string;
  /** Largest package. */
  maxBytes: number;
  /** The budget of each account. */
  budget: Pick<PackageBudget, 'reserve'>;
  onReceived: (received: PackageReceived) => void;
}

/** The owner of a package, and its properties. */
export interface ArrivedPackage {
  accountId: string;
  sourceId?: string | undefined;
  fileName?: string | undefined;
  /** The directory in which it was stored by FTP. */
  folder?: string | undefined;
  dryRun?: boolean | undefined;
  /** Another reading of a package that was imported before. */
  preview?: Pick<ImportRecord, 'preview' | 'readWith'> | undefined;
  requestId: string;
  /** The id of the import; an import with this id is not created again. */
  importId?: string | undefined;
}

/** Stores the package in a file that nobody writes to any more, and creates its import. @throws PackageRefused */
export async function acceptPackage(
  deps: IntakeDeps,
  arrived: ArrivedPackage & { sourceId: string },
  path: string,
): Promise<ImportRecord> {
  const stored = await storePackageFile(deps, arrived.accountId, path);
  return createImportOf(deps, arrived, { ...stored, channel: 'ftp' });
}

/** Creates the import of a stored package. @throws InvalidInput for an unknown source */
export async function createImportOf(
  deps: IntakeDeps,
  arrived: ArrivedPackage,
  { packageName, sizeBytes, channel }: StoredBytesOfPackage & Pick<PackageReceived, 'channel'>,
): Promise<ImportRecord> {
  const { accountId, sourceId, fileName, requestId } = arrived;
  if (sourceId !== undefined) await requireSource(deps, accountId, sourceId);
  if (!(await deps.packages.touch(packageName))) throw packageMissing();
  const queueId = queueIdOf(accountId, sourceId);
  const beginsAt = channel === 'api' ? await deps.queue.expectedUntil(queueId, deps.clock()) : undefined;
  const created: ImportRecord = {
    id: arrived.importId ?? deps.newId(),
    accountId,
    ...(sourceId !== undefined && { sourceId }),
    queueId,
    ...(fileName !== undefined && { fileName }),
    ...{ packageName, sizeBytes, state: 'queued', counts: NO_COUNTS },
    dryRun: arrived.dryRun ?? false,
    ...arrived.preview,
    trace: traceOf({ requestId }),
    createdAt: deps.clock(),
  };
  if (!arrived.preview) await writeNote(deps.packages, { record: created, folder: arrived.folder });
  const { record, isNew } = await deps.imports.add({ ...created, ...(beginsAt && { beginsAt }) });
  await deps.makeDue(record);
  if (isNew && !arrived.preview) deps.onReceived({ importId: record.id, channel, sizeBytes });
  return record;
}

async function requireSource({ sources }: IntakeDeps, accountId: string, sourceId: string): Promise<void> {
  if ((await sources.find(accountId, sourceId)) !== null) return;
  const message = `sourceId: there is no import source with the id ${sourceId}`;
  throw refusal('import-source-unknown', 'sourceId', message);
}

const packageMissing = () =>
  new Conflict('The package was removed before the import was created. Send it again.', {
    code: 'package-missing',
  });
