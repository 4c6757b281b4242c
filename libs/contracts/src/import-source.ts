import { z } from 'zod';
import { ContactFields } from './contact.ts';
import { defineOperation, operationOn } from './define-operation.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { distinct, filledLine, verbatimLine } from './field-rules.ts';
import { Id, Timestamp } from './ids.ts';
import { Import } from './import.ts';
import { ListQuery, pageOf } from './list.ts';
import { OnSold } from './on-sold.ts';
import { ReadSettings, readSettingsFields, storedReadSettings } from './read-settings.ts';
import { asStored } from './stored.ts';

/** The number of unlisted properties of a source that are named. */
export const UNLISTED_SHOWN_MAX = 20;
/** The maximum number of targets of a source. */
export const SOURCE_TARGETS_MAX = 50;
export const DEFAULT_MAX_REMOVED_SHARE = 0.3;

const sourceFields = {
  name: filledLine(100).meta({ description: 'Your own name for the source.', example: 'Munich office' }),
  folder: verbatimLine(0, 200).optional().meta({
    description: 'The directory in which the software stores packages. Default: the directory of the login.',
  }),
  targetIds: distinct(z.array(z.string()).max(SOURCE_TARGETS_MAX), 'must not contain a target twice')
    .optional()
    .meta({
      description: 'Targets on which listings for new properties of the source are created automatically.',
    }),
  preventPublication: z.boolean().optional().meta({
    description: '`preventPublication` of these listings, for targets that support it.',
  }),
  onSold: OnSold.optional().meta({
    description:
      '`onSold` of the properties of the source: `takeDown`, the default, or `keep`. A change applies to each property with its next import.',
  }),
  fallbackContact: ContactFields.optional().meta({
    description:
      'The contact of properties whose objects name none, or none with an email address. Without it, such properties have no contact.',
  }),
  ...readSettingsFields,
  allowPlainLogins: z.boolean().optional().meta({
    description:
      'Whether the software may log in without TLS. Anyone on the way can then read the password and the packages, with the data of contacts, so allow it for old software only. Default: `false`, if the server offers TLS. An update without it changes nothing.',
  }),
  maxRemovedShare: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({
      description: `A full transfer that would delete a larger share of the properties of the source waits for a confirmation. Default ${String(DEFAULT_MAX_REMOVED_SHARE)}.`,
    }),
};

export const ImportSourceInput = z.strictObject(sourceFields).meta({
  id: 'ImportSourceInput',
  description: 'The settings of an import source.',
  example: { name: 'Munich office', targetIds: [EXAMPLE_ID] },
});
export type ImportSourceInput = z.infer<typeof ImportSourceInput>;

export const ImportSourceState = z.enum(['waiting', 'active', 'failing']).meta({
  description:
    '`waiting`: no package has arrived yet. `active`: the last package could be read. `failing`: the last package could not be read.',
});
export type ImportSourceState = z.infer<typeof ImportSourceState>;

/** A package that was uploaded and cannot be imported yet. */
export const WaitingPackage = z
  .object({
    fileName: z.string(),
    sizeBytes: z.int().min(0),
    since: Timestamp,
    code: z.literal('import-storage-full').meta({
      description: 'The error code that `POST /imports` would have.',
    }),
    message: z.string(),
  })
  .meta({ id: 'WaitingPackage' });
export type WaitingPackage = z.infer<typeof WaitingPackage>;

/** Properties of a source that could not be listed on one of its targets, with the reasons. */
export const UnlistedProperties = z
  .object({
    targetId: Id,
    code: z.string().meta({
      description: 'The error code of `POST /listings`, for example `target-not-authorized`.',
      example: 'target-not-authorized',
    }),
    message: z.string(),
    count: z.int().min(1).meta({ description: 'How many properties of the source are concerned.' }),
    propertyIds: z
      .array(Id)
      .meta({ description: `The first of these properties, at most ${String(UNLISTED_SHOWN_MAX)}.` }),
  })
  .meta({ id: 'UnlistedProperties' });
export type UnlistedProperties = z.infer<typeof UnlistedProperties>;

const exampleSource = {
  id: EXAMPLE_ID,
  name: 'Munich office',
  host: 'ftp.example.org',
  port: 21,
  user: 'i3k9x0q7mz2w',
  folder: '/',
  passivePorts: { from: 30_000, to: 30_099 },
  secure: true,
  allowPlainLogins: false,
  targetIds: [EXAMPLE_ID],
  maxRemovedShare: DEFAULT_MAX_REMOVED_SHARE,
  state: 'active' as const,
  lastImportId: EXAMPLE_ID,
  createdAt: EXAMPLE_TIME,
  updatedAt: EXAMPLE_TIME,
};

export const ImportSource = z
  .object({
    id: Id,
    name: asStored(sourceFields.name),
    host: z
      .string()
      .meta({ description: 'The FTP host to enter in the software.', example: 'ftp.example.org' }),
    port: z.int(),
    user: z.string(),
    folder: z.string().meta({ description: 'The directory in which the software stores packages.' }),
    passivePorts: z
      .object({ from: z.int(), to: z.int() })
      .meta({ description: 'The ports of passive mode. A firewall must allow them.' }),
    secure: z.boolean().meta({ description: 'Whether the server offers explicit TLS.' }),
    allowPlainLogins: z.boolean().optional().meta({
      description:
        'Whether the software may log in without TLS. `true` for sources that were created before this setting existed, until you change it.',
    }),
    targetIds: z.array(z.string()),
    preventPublication: z.boolean().optional(),
    onSold: OnSold.optional(),
    fallbackContact: asStored(ContactFields).optional(),
    ...storedReadSettings,
    maxRemovedShare: z.number(),
    state: ImportSourceState,
    lastImportId: Id.optional(),
    sender: z.object({ name: z.string(), version: z.string().optional() }).optional().meta({
      description: 'The software that wrote the newest package, as named in the package.',
    }),
    suggestion: z
      .object({ software: z.string(), ...storedReadSettings })
      .optional()
      .meta({
        description:
          'Settings that this software needs and that the source does not have. They take effect only when you set them.',
      }),
    unlisted: z.array(UnlistedProperties).optional().meta({
      description:
        'Present while properties could not be listed, by target and reason. The service tries again with every import and every few minutes.',
    }),
    waitingPackage: WaitingPackage.optional().meta({
      description:
        'Present while an uploaded package waits because the packages of the account that are not imported yet leave no space for it. Later packages wait behind it. It is imported as soon as an import ends, for example because you confirm or cancel a full transfer that waits for a confirmation.',
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({
    id: 'ImportSource',
    description:
      'An FTP login to which estate software exports packages, with the settings for their import.',
    example: exampleSource,
  });
export type ImportSource = z.infer<typeof ImportSource>;

/** The only responses that contain the password. */
export const ImportSourceWithPassword = ImportSource.extend({ password: z.string() }).meta({
  id: 'ImportSourceWithPassword',
  description: 'An import source with its new password, which is not shown again.',
  example: { ...exampleSource, password: 'o0oNvYJ6zE5bqXcWkR3tLh2s' },
});
export type ImportSourceWithPassword = z.infer<typeof ImportSourceWithPassword>;

export const createImportSource = defineOperation({
  subject: 'ask.importer.create-import-source',
  http: 'POST /import-sources',
  summary: 'Create an import source',
  description:
    'The response contains the password, which is not shown again. Enter host, port, user, password and directory in the FTP export of the estate software.',
  status: 201,
  access: 'manage',
  audit: 'import_source.created',
  input: ImportSourceInput,
  output: ImportSourceWithPassword,
  errors: [
    'target-unknown',
    'import-sources-unavailable',
    'too-many-import-sources',
    'import-folder-invalid',
  ],
});
export const listImportSources = defineOperation({
  subject: 'ask.importer.list-import-sources',
  http: 'GET /import-sources',
  summary: 'List import sources',
  input: ListQuery,
  output: pageOf(ImportSource),
});
export const getImportSource = operationOn('ask.importer.get-import-source', ImportSource, {
  http: 'GET /import-sources/{id}',
  summary: 'Get an import source',
  errors: ['import-source-not-found'],
});
export const updateImportSource = defineOperation({
  subject: 'ask.importer.update-import-source',
  http: 'PUT /import-sources/{id}',
  summary: 'Replace the settings of an import source',
  description: 'The user name and password do not change.',
  access: 'manage',
  audit: 'import_source.changed',
  input: ImportSourceInput.extend({ id: z.string() }).meta({
    example: ImportSourceInput.meta()?.['example'],
  }),
  output: ImportSource,
  errors: ['import-source-not-found', 'target-unknown', 'import-folder-invalid'],
});
/** Reads the newest package of the source again with other settings: a dry run that shows which objects differ. */
export const previewImportSource = defineOperation({
  subject: 'ask.importer.preview-import-source',
  http: 'POST /import-sources/{id}/preview',
  summary: 'Preview other settings of an import source',
  description:
    'Reads the newest imported package of the source again, as a dry run with these settings instead of its own. `preview.differing` of the import says how many objects read differently, and `GET /imports/{id}/objects?differing=true` which ones and how. Nothing is changed. A setting that is omitted has its default. The newest package of a source is kept as long as its import is listed, at most 1 GB for all sources of an account.',
  status: 202,
  input: ReadSettings.extend({ id: z.string() }).meta({ example: ReadSettings.meta()?.['example'] }),
  output: Import,
  errors: ['import-source-not-found', 'package-not-kept', 'package-missing'],
});
/** Deletes a source. Its login ends at once; properties that it imported stay. */
export const deleteImportSource = operationOn('ask.importer.delete-import-source', ImportSource, {
  http: 'DELETE /import-sources/{id}',
  summary: 'Delete an import source',
  description:
    'Its login stops working at once. Packages that are already complete are still imported, and properties remain.',
  access: 'manage',
  audit: 'import_source.deleted',
  errors: ['import-source-not-found'],
});
/** Retries the properties that could not be listed; the source shows those that are left. */
export const retrySourceListings = operationOn('ask.importer.retry-source-listings', ImportSource, {
  http: 'POST /import-sources/{id}/retry-listings',
  summary: 'List what could not be listed',
  description:
    'Tries again to create the listings of the source that were refused, for example because a target was not authorized. The service also does this with every import and every few minutes. A listing that was created before and then deleted is not created again. `unlisted` of the source shows what is left.',
  status: 202,
  errors: ['import-source-not-found'],
});
/** Creates a new password; the former one is invalid at once. */
export const rotateImportSourcePassword = operationOn(
  'ask.importer.rotate-import-source-password',
  ImportSourceWithPassword,
  {
    http: 'POST /import-sources/{id}/rotate-password',
    summary: 'Rotate the password of an import source',
    description:
      'The former password stops working at once. The response contains the new one, which is not shown again.',
    access: 'manage',
    audit: 'import_source.password_rotated',
    errors: ['import-source-not-found'],
  },
);
