import { z } from 'zod';
import { defineOperation, operationOn } from './define-operation.ts';
import { Import, ImportInput, ImportObject, ImportObjectQuery, ImportQuery } from './import.ts';
import { ImportSummary } from './import-summary.ts';
import { pageOf } from './list.ts';

/** Creates an import of a stored package. */
export const createImport = defineOperation({
  subject: 'ask.importer.create-import',
  input: ImportInput.extend({ packageName: z.string(), sizeBytes: z.int().min(1) }),
  output: Import,
  errors: ['import-source-unknown', 'package-missing'],
});

export const listImports = defineOperation({
  subject: 'ask.importer.list-imports',
  http: 'GET /imports',
  summary: 'List imports',
  input: ImportQuery,
  output: pageOf(Import),
});

export const getImport = operationOn('ask.importer.get-import', Import, {
  http: 'GET /imports/{id}',
  summary: 'Get an import',
  errors: ['import-not-found'],
});

export const listImportObjects = defineOperation({
  subject: 'ask.importer.list-import-objects',
  http: 'GET /imports/{id}/objects',
  summary: 'List the objects of an import',
  description: 'The outcome of each object of the package, with its problems.',
  input: ImportObjectQuery.extend({ id: z.string() }),
  output: pageOf(ImportObject),
  errors: ['import-not-found'],
});

export const getImportSummary = operationOn('ask.importer.get-import-summary', ImportSummary, {
  http: 'GET /imports/{id}/summary',
  summary: 'Get the summary of an import',
  description:
    'What was not used of the package, by element, and which properties could not be listed. It is counted while the package is read.',
  errors: ['import-not-found'],
});

/** Confirms a full transfer that would delete more properties than its source allows. */
export const confirmImport = operationOn('ask.importer.confirm-import', Import, {
  http: 'POST /imports/{id}/confirm',
  summary: 'Confirm the deletions of an import',
  description:
    'Allows a full transfer to delete more properties than its source allows without a confirmation.',
  status: 202,
  audit: 'import.confirmed',
  errors: ['import-not-found', 'import-not-waiting'],
});

/** Cancels an import; changes that were applied before stay. */
export const cancelImport = operationOn('ask.importer.cancel-import', Import, {
  http: 'POST /imports/{id}/cancel',
  summary: 'Cancel an import',
  description:
    'The import stops after the object that is being applied. Objects that were already applied stay as they are.',
  status: 202,
  audit: 'import.cancelled',
  errors: ['import-not-found', 'import-ended'],
});
