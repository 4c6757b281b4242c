import type { Logger } from '@estate/observability';
import type { Bytes, Restore, StoredUpload } from '@estate/persistence';
import { noteNameOf, packageOfNote } from '../domain/import.ts';
import type { ImportFailure, ImportRecord } from '../domain/import.ts';
import { readNote } from '../intake/import-note.ts';
import type { ImportNote } from '../intake/import-note.ts';
import type { ImportProgress } from '../stores/import-progress.ts';
import type { ImportQueue } from '../stores/import-queue.ts';
import type { ImportStore } from '../stores/import-store.ts';
import type { ResultStore } from '../stores/result-store.ts';
import type { SourceSettingsStore } from '../stores/source-settings-store.ts';

export interface ImportAgainDeps {
  packages: Pick<Bytes, 'read' | 'recovery' | 'touch'>;
  imports: Pick<ImportStore, 'add'>;
  progress: Pick<ImportProgress, 'isOvertaken' | 'withoutImport'>;
  queue: Pick<ImportQueue, 'makeDue'>;
  results: Pick<ResultStore, 'expect'>;
  sources: Pick<SourceSettingsStore, 'find'>;
  clock: () => Date;
  log: Logger;
}

type Uploads = ReadonlyMap<string, StoredUpload>;

const NAMED_MAX = 20;
const LOST_IN_DATABASE =
  'The packages of imports were in the restored database (GridFS): imports that were accepted in the lost period are lost.';

/**
 * Creates the imports again that were accepted since a backup was made, in their order and under their ids. An import that cannot be done
 * again fails, so that its customer sees it. A second run changes nothing. Returns what an operator has to know.
 */
export async function importAgain(deps: ImportAgainDeps, restore: Restore): Promise<string> {
  const { recovery } = deps.packages;
  if (!recovery) return LOST_IN_DATABASE;
  const uploads = new Map<string, StoredUpload>();
  for await (const some of recovery.uploadsSince(restore.lostSince))
    for (const upload of some) uploads.set(upload.name, upload);
  const notes = await notesOf(deps, uploads);
  const lost: string[] = [];
  let again = 0;
  for (const note of notes) {
    const failure = await failureOf(deps, note, uploads);
    if (!(await addAgain(deps, note, failure))) continue;
    if (failure) lost.push(note.record.id);
    else again += 1;
  }
  deps.log.warn({ restoreId: restore.id, again, lost: lost.length }, 'restore.imports');
  return outcomeOf(again, lost);
}

/** The notes of the imports that the database does not know, the oldest first. */
async function notesOf(deps: ImportAgainDeps, uploads: Uploads): Promise<ImportNote[]> {
  const packageNames = [...uploads.keys()].flatMap((name) => packageOfNote(name) ?? []);
  const notes: ImportNote[] = [];
  for (const packageName of await deps.progress.withoutImport(packageNames)) {
    const note = await noteOf(deps, packageName, uploads);
    if (note) notes.push(note);
  }
  return notes.toSorted(({ record: one }, { record: other }) => orderOf(one).localeCompare(orderOf(other)));
}

const orderOf = ({ createdAt, id }: ImportRecord): string => `${createdAt.toISOString()} ${id}`;

async function noteOf(
  { packages, log }: ImportAgainDeps,
  packageName: string,
  uploads: Uploads,
): Promise<ImportNote | undefined> {
  const upload = uploads.get(noteNameOf(packageName));
  if (upload) await packages.recovery?.recover(upload);
  try {
    return await readNote(packages, packageName);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    log.error({ packageName }, 'restore.note-unreadable');
    return undefined;
  }
}

/** Why an import cannot be done again. */
async function failureOf(
  { packages, progress, sources }: ImportAgainDeps,
  { record }: ImportNote,
  uploads: Uploads,
): Promise<ImportFailure | undefined> {
  const { accountId, sourceId, packageName, sizeBytes } = record;
  if (sourceId !== undefined && (await sources.find(accountId, sourceId)) === null) return SOURCE_LOST;
  if (await progress.isOvertaken(record)) return OVERTAKEN;
  if (await packages.touch(packageName)) return undefined;
  const upload = uploads.get(packageName);
  const length = upload && (await packages.recovery?.recover(upload));
  return length === sizeBytes ? undefined : PACKAGE_LOST;
}

const lostBecause = (reason: string, whatToDo: string): ImportFailure => ({
  code: 'package_lost',
  message: `The service was restored from a backup that does not contain this import. ${reason} ${whatToDo}`,
});
const EXPORT = 'Export all objects again.';
const PACKAGE_LOST = lostBecause('Its package is no longer kept.', EXPORT);
const OVERTAKEN = lostBecause('A later package of the same source has been imported since.', EXPORT);
const SOURCE_LOST = lostBecause(
  'Its import source is not in the backup either.',
  'Create the source, and export all objects again.',
);

/** False when the import is known. */
async function addAgain(
  { imports, queue, results, clock, log }: ImportAgainDeps,
  { record, folder }: ImportNote,
  failure: ImportFailure | undefined,
): Promise<boolean> {
  const { id: importId, accountId, sourceId, queueId, fileName } = record;
  const { isNew } = await imports.add({ ...record, ...(failure && { failure }) });
  await queue.makeDue({ queueId, accountId }, clock());
  if (folder !== undefined && sourceId !== undefined && fileName !== undefined)
    await results.expect({ importId, accountId, sourceId, folder, fileName }, clock());
  if (isNew && failure) log.error({ importId, accountId, reason: failure.message }, 'restore.import-lost');
  return isNew;
}

function outcomeOf(again: number, lost: readonly string[]): string {
  const done = `Imports that are done again: ${String(again)}.`;
  if (lost.length === 0) return done;
  const further = lost.length > NAMED_MAX ? ` and ${String(lost.length - NAMED_MAX)} more` : '';
  const named = `${lost.slice(0, NAMED_MAX).join(', ')}${further}`;
  return `${done} Imports that fail with package_lost: ${String(lost.length)} (${named}); rek find shows whose they are.`;
}
