import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ID_PATTERN } from '@estate/contracts';
import { ServiceError, Unavailable } from '@estate/errors';
import type { ImportSourceRecord } from '../domain/import-source.ts';
import { fromDiskName, nameOf } from './server/paths.ts';
import { READY } from './server/spool.ts';

/** A package of a source. An import with this id is not created again. */
export interface SourcePackage {
  importId: string;
  accountId: string;
  sourceId: string;
  fileName: string;
}

/** Nobody writes to the file of a package that is ready. */
export type AcceptPackage = (arrived: SourcePackage, path: string) => Promise<void>;

export interface ReadyDeps {
  directory: string;
  sources: { peek(id: string): Promise<ImportSourceRecord | null> };
  accept: AcceptPackage;
  /** Schedules the result file of an import. */
  expectResult: (arrived: SourcePackage) => Promise<void>;
  /** Writes the result file of a package that never became an import. */
  refuse: (arrived: SourcePackage, reason: string) => Promise<void>;
  newId: () => string;
  onAccepted: (outcome: 'accepted' | 'refused' | 'source_deleted') => void;
}

/** As long as the longest name that an import may have. */
const NAME_CHARACTERS = 200;

/**
 * Takes the first package that the FTP server handed over; true when there was one. Its id is part of its name before anything is
 * done with it, so a package whose process was killed at any step becomes one import.
 */
export async function takeReadyPackage(deps: ReadyDeps): Promise<boolean> {
  const ready = join(deps.directory, READY);
  const [name] = (await namesIn(ready)).sort();
  if (name === undefined) return false;
  const identified = await identify(ready, name, deps.newId);
  const file = join(ready, identified);
  deps.onAccepted(await accept(file, identified, deps));
  await rm(file, { force: true });
  return true;
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    // The FTP server makes it when it starts.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The id goes to the end, so that packages keep their order. */
async function identify(directory: string, name: string, newId: () => string): Promise<string> {
  const parts = name.split('.');
  if (parts.length > 3) return name;
  const identified = `${name}.${newId()}`;
  await rename(join(directory, name), join(directory, identified));
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return identified;
}

async function accept(file: string, name: string, deps: ReadyDeps) {
  const [, sourceId = '', path = '', importId = ''] = name.split('.');
  const source = ID_PATTERN.test(importId) ? await deps.sources.peek(sourceId) : null;
  if (!source) return 'source_deleted';
  const fileName = nameOf(fromDiskName(path)).slice(0, NAME_CHARACTERS);
  const arrived = { importId, accountId: source.accountId, sourceId, fileName };
  try {
    await deps.accept(arrived, file);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await deps.refuse(arrived, error.message);
    return 'refused';
  }
  await deps.expectResult(arrived);
  return 'accepted';
}

/** A package that will never be accepted; everything else is tried again. */
const isRefusal = (error: unknown): error is Error =>
  (error instanceof ServiceError && !(error instanceof Unavailable) && error.kind === 'invalid-input') ||
  (error instanceof Error && 'status' in error && 'code' in error && typeof error.status === 'number');
