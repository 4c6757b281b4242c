import * as contracts from '@estate/contracts';
import { ask } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

/** The FTP logins of estate software, answered by the importer. */
export const importSourceRoutes: ApiRoute[] = [
  ask('POST /import-sources', contracts.createImportSource, {
    summary: 'Create an import source',
    description:
      'The response contains the password, which is not shown again. Enter host, port, user, password and directory in the FTP export of the estate software.',
    audit: 'import_source.created',
    status: 201,
    access: 'manage',
  }),
  ask('GET /import-sources', contracts.listImportSources, { summary: 'List import sources' }),
  ask('GET /import-sources/{id}', contracts.getImportSource, { summary: 'Get an import source' }),
  ask('PUT /import-sources/{id}', contracts.updateImportSource, {
    summary: 'Replace the settings of an import source',
    description: 'The user name and password do not change.',
    audit: 'import_source.changed',
    access: 'manage',
  }),
  ask('DELETE /import-sources/{id}', contracts.deleteImportSource, {
    summary: 'Delete an import source',
    description:
      'Its login stops working at once. Packages that are already complete are still imported, and properties remain.',
    audit: 'import_source.deleted',
    access: 'manage',
  }),
  ask('POST /import-sources/{id}/preview', contracts.previewImportSource, {
    summary: 'Preview other settings of an import source',
    description:
      'Reads the newest imported package of the source again, as a dry run with these settings instead of its own. `preview.differing` of the import says how many objects read differently, and `GET /imports/{id}/objects?differing=true` which ones and how. Nothing is changed. A setting that is omitted has its default. The newest package of a source is kept as long as its import is listed, at most 1 GB for all sources of an account.',
    status: 202,
  }),
  ask('POST /import-sources/{id}/retry-listings', contracts.retrySourceListings, {
    summary: 'List what could not be listed',
    description:
      'Tries again to create the listings of the source that were refused, for example because a target was not authorized. The service also does this with every import and every few minutes. A listing that was created before and then deleted is not created again. `unlisted` of the source shows what is left.',
    status: 202,
  }),
  ask('POST /import-sources/{id}/rotate-password', contracts.rotateImportSourcePassword, {
    summary: 'Rotate the password of an import source',
    description:
      'The former password stops working at once. The response contains the new one, which is not shown again.',
    audit: 'import_source.password_rotated',
    access: 'manage',
  }),
];
