import * as contracts from '@estate/contracts';
import { ask, own } from '../edge/routing/api-route.ts';
import type { Deps, GatewayRoute } from '../deps.ts';
import { routesBelow } from '../edge/routing/routes-below.ts';

const PACKAGE_TYPES = [
  'application/zip',
  'application/xml',
  'text/xml',
  'application/x-zip-compressed',
  'application/octet-stream',
] as const;

/** Routes of import sources, OpenImmo packages and their results, answered by the importer. */
export const importRoutes: GatewayRoute[] = [
  ...routesBelow<Deps>('/import-sources', [
    ask(contracts.createImportSource, {
      versionedPart: ({ password: _password, ...source }) => source,
    }),
  ]),
  ...routesBelow<Deps>('/imports', [
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
          const stored = await deps.packages.store(call.accountId, upload.body);
          return await deps.askOwner(contracts.createImport, { ...input, ...stored }, call);
        } finally {
          end();
        }
      },
    }),
  ]),
];
