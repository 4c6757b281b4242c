import type { ImportObject } from '@estate/contracts';
import { hasEnded, toImport } from '../domain/import.ts';
import { toImportObject } from '../domain/import-object.ts';
import type { ImportStore } from '../stores/import-store.ts';
import type { ObjectStore } from '../stores/object-store.ts';
import type { ResultStore, StoredResult } from '../stores/result-store.ts';
import { resultLog, resultNames, resultXml } from './result-file.ts';
import type { Result } from './result-file.ts';

export interface ResultDeps {
  imports: Pick<ImportStore, 'find'>;
  objects: Pick<ObjectStore, 'list'>;
  results: Pick<ResultStore, 'forget' | 'takeDue' | 'write'>;
  clock: () => Date;
  keptMs: number;
}

const PAGE = 100;
/** Further objects with problems are counted; the API and the dashboard show all of them. */
const MOST_OBJECTS = 1000;

/** Writes the result files of the next package that is due, if its import has ended; true when there was one. */
export async function writeNextResult(deps: ResultDeps): Promise<boolean> {
  const { imports, results, clock } = deps;
  const due = await results.takeDue(clock());
  if (!due) return false;
  const record = await imports.find({ accountId: due.accountId, id: due.importId });
  if (!record) await results.forget(due.importId);
  else if (hasEnded(record)) {
    const objects = await objectsWithProblems(due.importId, deps);
    const sender = due.accountId;
    await writeResult({ ...objects, fileName: due.fileName, import: toImport(record), sender }, due, deps);
  }
  return true;
}

export async function writeResult(
  result: Result,
  of: StoredResult,
  { results, clock, keptMs }: Pick<ResultDeps, 'clock' | 'keptMs'> & { results: Pick<ResultStore, 'write'> },
): Promise<void> {
  const names = resultNames(of.fileName);
  const files = [
    { name: names.log, text: resultLog(result) },
    { name: names.xml, text: resultXml(result) },
  ];
  const writtenAt = clock();
  await results.write(of, files, { writtenAt, removeAt: new Date(writtenAt.getTime() + keptMs) });
}

async function objectsWithProblems(importId: string, { objects }: Pick<ResultDeps, 'objects'>) {
  const found: ImportObject[] = [];
  let further = 0;
  let startAfter: string | undefined;
  for (;;) {
    const { records, hasMore } = await objects.list(importId, { limit: PAGE, startAfter, order: 'asc' });
    for (const record of records) {
      if (record.problems.length === 0) continue;
      if (found.length < MOST_OBJECTS) found.push(toImportObject(record));
      else further += 1;
    }
    startAfter = records.at(-1)?.id;
    if (!hasMore) return { objects: found, furtherObjects: further };
  }
}
