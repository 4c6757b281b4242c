import * as contracts from '@estate/contracts';
import { ask, own } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

const PACKAGE_TYPES = [
  'application/zip',
  'application/xml',
  'text/xml',
  'application/x-zip-compressed',
  'application/octet-stream',
] as const;

/** OpenImmo packages of customers, and what became of them; answered by the importer. */
export const importRoutes: ApiRoute[] = [
  own('POST /imports', {
    summary: 'Import an OpenImmo package',
    audit: 'import.created',
    description:
      'The body is the package itself: a ZIP file with an OpenImmo document and its attachments, or the document alone. The import runs after the response. `GET /imports/{id}` and the event `import.finished` report the outcome.',
    uploads: PACKAGE_TYPES,
    input: contracts.ImportInput,
    output: contracts.Import,
    errors: ['package-empty', 'import-storage-full', 'too-many-uploads', ...contracts.createImport.errors],
    status: 202,
    run: async (input, { upload, ...call }, deps) => {
      if (!upload) throw new Error('a package comes as an upload');
      const end = deps.uploads.begin(call.accountId);
      try {
        const stored = await deps.packages.store(call.accountId, upload);
        return await deps.askOwner(contracts.createImport, { ...input, ...stored }, call);
      } finally {
        end();
      }
    },
  }),
  ask('GET /imports', contracts.listImports, { summary: 'List imports' }),
  ask('GET /imports/{id}', contracts.getImport, { summary: 'Get an import' }),
  ask('GET /imports/{id}/objects', contracts.listImportObjects, {
    summary: 'List the objects of an import',
    description: 'The outcome of each object of the package, with its problems.',
  }),
  ask('GET /imports/{id}/summary', contracts.getImportSummary, {
    summary: 'Get the summary of an import',
    description:
      'What was not used of the package, by element, and which properties could not be listed. It is counted while the package is read.',
  }),
  ask('POST /imports/{id}/confirm', contracts.confirmImport, {
    summary: 'Confirm the deletions of an import',
    description:
      'Allows a full transfer to delete more properties than its source allows without a confirmation.',
    audit: 'import.confirmed',
    status: 202,
  }),
  ask('POST /imports/{id}/cancel', contracts.cancelImport, {
    summary: 'Cancel an import',
    audit: 'import.cancelled',
    description:
      'The import stops after the object that is being applied. Objects that were already applied stay as they are.',
    status: 202,
  }),
];
