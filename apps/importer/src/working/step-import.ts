import { ImportFinished, MAX_ATTACHMENT_BYTES } from '@estate/contracts';
import type { UnlistedProperties } from '@estate/contracts';
import { message } from '@estate/messaging';
import { isAbandoned } from '@estate/persistence';
import type { Bytes } from '@estate/persistence';
import { NO_COUNTS, hasEnded, isRepeatable, noteNameOf, toImport } from '../domain/import.ts';
import type { ImportFailure, ImportRecord } from '../domain/import.ts';
import type { ObjectRecord } from '../domain/import-object.ts';
import { readSettingsOf } from '../domain/source.ts';
import type { SourceSettings } from '../domain/source.ts';
import { storeEmbedded } from '../files/store-embedded.ts';
import { WITHOUT_FILES } from '../reading/import-package.ts';
import type { PackageFiles } from '../reading/package-files.ts';
import { PackageFault } from '../reading/package-error.ts';
import type { ReadDeps } from '../reading/import-package.ts';
import type { ReadOutcome } from '../reading/read-outcome.ts';
import { ReaderCrashed } from '../reading/reader-process.ts';
import type { ImportProgress } from '../stores/import-progress.ts';
import type { KeptPackages } from '../stores/kept-packages.ts';
import type { KnownStore } from '../stores/known-store.ts';
import type { ObjectStore } from '../stores/object-store.ts';
import type { SourceSettingsStore } from '../stores/source-settings-store.ts';
import type { Events } from '../telemetry.ts';
import { retryListings } from '../applying/retry-listings.ts';
import type { RetryDeps } from '../applying/retry-listings.ts';
import { applyRows } from './apply-rows.ts';
import type { RowDeps } from './apply-rows.ts';
import { listRemovals } from './list-removals.ts';
import type { RemovalDeps } from './list-removals.ts';

/** Between two portions the progress is saved, and an import can be cancelled. */
const ROWS_AT_ONCE = 100;
const DAY_MS = 86_400_000;
/** The share for uploads, and for sources that were deleted. */
const DEFAULT_REMOVED_SHARE = 0.3;

export interface StepDeps extends RowDeps, RemovalDeps, RetryDeps {
  known: RowDeps['known'] & RemovalDeps['known'] & RetryDeps['known'] & Pick<KnownStore, 'unlistedByReason'>;
  objects: ObjectStore;
  progress: ImportProgress;
  sources: Pick<SourceSettingsStore, 'find' | 'noteImport' | 'noteUnlisted'>;
  packageFiles: Pick<PackageFiles, 'drop' | 'use'>;
  packages: Pick<Bytes, 'delete'>;
  keptPackages: Pick<KeptPackages, 'trim'>;
  events: Events;
  clock: () => Date;
  keptDays: number;
  /** How long packages stay that may have to be imported again; 0 where a restore would lose them, too. */
  packageKeptMs: number;
}

/** Does the next step of an import: reading, a portion of its objects, the deletions of a full transfer, or its end. */
export async function stepImport(deps: StepDeps, record: ImportRecord, signal: AbortSignal): Promise<void> {
  if (hasEnded(record) || record.isCancelled) return endImport(deps, record, { state: 'cancelled' });
  if (record.state === 'queued' || record.state === 'reading') return read(deps, record, signal);
  return apply(deps, record, signal);
}

async function read(deps: StepDeps, record: ImportRecord, signal: AbortSignal): Promise<void> {
  const { id, queueId, packageName, dryRun, failure } = record;
  // A restore found that it cannot be done again.
  if (failure) return endImport(deps, record, { state: 'failed', failure });
  const readWith = record.readWith ?? readSettingsOf((await sourceOf(deps, record)) ?? {});
  await deps.progress.beginReading(id, readWith);
  const reading: ReadDeps = {
    addRows: (rows) => deps.objects.add(rows.map((row) => ({ id: deps.newId(), ...row }))),
    ...(!dryRun && { storeFile: storeEmbedded(deps.files, callerOf(record), signal) }),
  };
  const outcome = await deps.packageFiles
    .use(packageName, signal, (opened) => opened.read({ ...record, readWith }, reading, signal))
    .catch((error: unknown) => unreadable(deps, record, error));
  if (outcome.failure) {
    // The objects of a package that failed are incomplete, so none of them is applied.
    await deps.objects.removeOf([id]);
    await deps.progress.beginApplying(id, outcome, NO_COUNTS);
    const { objects: _objects, ...found } = outcome;
    // The event says what the import says: also what was found before the failure.
    return endImport(deps, { ...record, readWith, ...found }, { state: 'failed', failure: outcome.failure });
  }
  // An old package says nothing about what is missing today.
  const read = record.preview ? { ...outcome, fullProviders: [] } : outcome;
  await deps.progress.beginApplying(id, read, await deps.objects.counts(id));
  if (outcome.scope === 'full' && !dryRun) await deps.progress.supersedeWaiting(queueId, id);
}

const sourceOf = ({ sources }: StepDeps, { accountId, sourceId }: ImportRecord) =>
  sourceId === undefined ? null : sources.find(accountId, sourceId);

const callerOf = ({ accountId, trace: { requestId } }: ImportRecord) => ({ accountId, requestId });

/** A package that cannot even be opened, or that has ended too many processes. */
async function unreadable(deps: StepDeps, { id }: ImportRecord, error: unknown): Promise<ReadOutcome> {
  const none = { scope: 'partial' as const, fullProviders: [], objects: 0 };
  if (error instanceof PackageFault) return { ...none, failure: error.failure };
  await requireAbandoned(deps, id, error);
  return { ...none, failure: TOO_DEMANDING };
}

const TOO_DEMANDING: ImportFailure = {
  code: 'limit_exceeded',
  message:
    'Reading the package took too much time or memory, five times in a row. Export the objects in several smaller packages. If that fails too, contact support with the id of the import.',
};

/** Counts the end of a process that read the package. @throws the error unless it was the last one */
async function requireAbandoned(deps: StepDeps, id: string, error: unknown): Promise<void> {
  if (!(error instanceof ReaderCrashed)) throw error;
  if (!isAbandoned({ crashes: await deps.progress.noteCrash(id) })) throw error;
}

async function apply(deps: StepDeps, record: ImportRecord, signal: AbortSignal): Promise<void> {
  const { id } = record;
  const rows = await deps.objects.pending(id, ROWS_AT_ONCE);
  const source = await sourceOf(deps, record);
  if (rows.length === 0) {
    await afterRows(deps, record, { source, signal });
    return;
  }
  const about = { record, caller: callerOf(record), source: source ?? undefined, signal };
  const paths = rows.flatMap(({ content }) =>
    (content?.attachments ?? []).flatMap(({ source }) => (source.kind === 'package' ? source.path : [])),
  );
  if (paths.length === 0) await applyRows(deps, rows, { ...about, opened: WITHOUT_FILES });
  else if (!(await applyWithFiles(deps, rows, { ...about, paths }))) return;
  await deps.progress.count(id, await deps.objects.counts(id));
}

interface WithPaths extends Omit<Parameters<typeof applyRows>[2], 'opened'> {
  paths: readonly string[];
}

/** False when the import has ended, because reading its package has ended too many processes. */
async function applyWithFiles(
  deps: StepDeps,
  rows: readonly ObjectRecord[],
  { paths, ...about }: WithPaths,
): Promise<boolean> {
  const { record, signal } = about;
  try {
    await deps.packageFiles.use(record.packageName, signal, async (opened) => {
      const order = { paths, mostBytes: MAX_ATTACHMENT_BYTES, doubts: record.doubts };
      const files = await opened.files(order, signal);
      await applyRows(deps, rows, { ...about, opened: files });
    });
    return true;
  } catch (error) {
    await requireAbandoned(deps, record.id, error);
    await endImport(deps, record, { state: 'failed', failure: TOO_DEMANDING });
    return false;
  }
}

/** All objects have an outcome; what a full transfer lacks comes last. */
async function afterRows(
  deps: StepDeps,
  record: ImportRecord,
  { source, signal }: { source: SourceSettings | null; signal: AbortSignal },
): Promise<void> {
  const { fullProviders = [], isRemovalListed, dryRun, failure, queueId } = record;
  if (fullProviders.length > 0 && !isRemovalListed) {
    // A dry run shows all deletions, whether or not they would have to be confirmed.
    const maxShare = source?.maxRemovedShare ?? DEFAULT_REMOVED_SHARE;
    await listRemovals(deps, dryRun ? { ...record, isConfirmed: true } : record, maxShare);
    await deps.progress.count(record.id, await deps.objects.counts(record.id));
    return;
  }
  if (source && !dryRun) await retryListings(deps, { queueId, source, caller: callerOf(record), signal });
  const { objects } = await deps.objects.counts(record.id);
  const end = failure ?? (objects === 0 ? NO_OBJECTS : undefined);
  await endImport(deps, record, { state: end ? 'failed' : 'finished', failure: end });
}

const NO_OBJECTS: ImportFailure = {
  code: 'objects_missing',
  message:
    'No object was found in the package. Each object must be an element <immobilie> of an OpenImmo document with the root <openimmo>. Check what your software exports.',
};

/** Ends an import: its event is saved in the same write. */
export async function endImport(
  deps: StepDeps,
  record: ImportRecord,
  { state, failure }: { state: 'finished' | 'failed' | 'cancelled'; failure?: ImportFailure | undefined },
): Promise<void> {
  const { id, accountId, sourceId, packageName, dryRun, preview } = record;
  const counts = await deps.objects.counts(id);
  const finishedAt = deps.clock();
  const removeAt = new Date(finishedAt.getTime() + deps.keptDays * DAY_MS);
  const ended = { ...record, state, counts, finishedAt, ...(failure && { failure }) };
  const event = message(ImportFinished, toImport(ended), { id: deps.newId(), accountId, at: finishedAt });
  await deps.objects.dropContent(id);
  const unlisted = await noteEnd(deps, ended);
  const packageKeptUntil = keptUntil(deps, ended);
  const isForPreviews = sourceId !== undefined && !dryRun && state === 'finished';
  const isPackageKept = isForPreviews || packageKeptUntil !== undefined;
  const end = { state, counts, failure, finishedAt, removeAt, unlisted, isPackageKept, packageKeptUntil };
  const isSaved = await deps.progress.end(id, end, [event]);
  if (isSaved) deps.events.importEnded({ importId: id, accountId, state, code: failure?.code });
  await deps.packageFiles.drop(packageName);
  // The sweep removes the rest.
  if (isPackageKept) await deps.keptPackages.trim(accountId, finishedAt).catch(() => undefined);
  else if (!preview) await removePackage(deps, ended).catch(() => undefined);
}

/** Until when the package of an ended import may have to be imported again. */
function keptUntil(
  { packageKeptMs }: StepDeps,
  ended: Pick<ImportRecord, 'state' | 'dryRun'> & { finishedAt: Date },
): Date | undefined {
  const isKept = packageKeptMs > 0 && isRepeatable(ended);
  return isKept ? new Date(ended.finishedAt.getTime() + packageKeptMs) : undefined;
}

/** The note goes first: without it, the package is not imported again. */
async function removePackage({ packages }: StepDeps, ended: ImportRecord): Promise<void> {
  if (!isRepeatable(ended)) await packages.delete(noteNameOf(ended.packageName));
  await packages.delete(ended.packageName);
}

/** The source shows how its newest package ended; returns what it could not list. */
async function noteEnd(
  { sources, known }: StepDeps,
  { id, accountId, sourceId, queueId, preview, failure, software }: ImportRecord,
): Promise<UnlistedProperties[]> {
  if (sourceId === undefined || preview) return [];
  const unlisted = await known.unlistedByReason(queueId);
  const about = { importId: id, isReadable: failure === undefined, software };
  await sources.noteImport(accountId, sourceId, about);
  await sources.noteUnlisted(accountId, sourceId, unlisted);
  return unlisted;
}
