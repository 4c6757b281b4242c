import type { AnswersOf } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import type { Manifest } from '../manifest.ts';
import { cancelImport } from './cancel-import.ts';
import { confirmImport } from './confirm-import.ts';
import { createImportSource } from './create-import-source.ts';
import { deleteImportSource } from './delete-import-source.ts';
import { createImport } from './create-import.ts';
import { getImport } from './get-import.ts';
import { getImportSummary } from './get-import-summary.ts';
import { getImportSource } from './get-import-source.ts';
import { holdAccount } from './hold-account.ts';
import { listImportObjects } from './list-import-objects.ts';
import { listImportSources } from './list-import-sources.ts';
import { listImports } from './list-imports.ts';
import { listSourcesNamingTarget } from './list-sources-naming-target.ts';
import { previewImportSource } from './preview-import-source.ts';
import { retrySourceListings } from './retry-source-listings.ts';
import { rotateImportSourcePassword } from './rotate-import-source-password.ts';
import { updateImportSource } from './update-import-source.ts';

/** Everything the importer answers. */
export const routes = (deps: Deps): AnswersOf<Manifest> => [
  cancelImport(deps),
  confirmImport(deps),
  createImport(deps),
  getImport(deps),
  getImportSummary(deps),
  holdAccount(deps),
  listImportObjects(deps),
  listImports(deps),
  createImportSource(deps),
  deleteImportSource(deps),
  getImportSource(deps),
  listImportSources(deps),
  listSourcesNamingTarget(deps),
  previewImportSource(deps),
  retrySourceListings(deps),
  rotateImportSourcePassword(deps),
  updateImportSource(deps),
];
