import { z } from 'zod';
import { defineEvent, defineWake } from './define-message.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { Id, Timestamp } from './ids.ts';
import { verbatimLine } from './field-rules.ts';
import { ListQuery, booleanIn } from './list.ts';
import { readingOfObject } from './import-reading.ts';
import { ProblemParameters } from './problem-reasons.ts';
import { storedReadSettings } from './read-settings.ts';

export const IMPORT_STATES = [
  'queued',
  'reading',
  'applying',
  'awaiting_confirmation',
  'finished',
  'failed',
  'cancelled',
] as const;
export const ImportState = z.enum(IMPORT_STATES).meta({
  description:
    '`queued`: the package is waiting. `reading`: the document is being read. `applying`: the objects are being applied, one by one. `awaiting_confirmation`: a full transfer would delete more properties than the source allows; confirm or cancel it. `finished`: every object has an outcome. `failed`: the package could not be read; `failure` explains why. `cancelled`: it was stopped; objects that were already applied stay as they are.',
});
export type ImportState = z.infer<typeof ImportState>;

/** The causes of an unreadable package; stable, part of the API. */
export const IMPORT_FAILURES = [
  'package_unreadable',
  'document_missing',
  'documents_ambiguous',
  'document_unreadable',
  'objects_missing',
  'limit_exceeded',
  'encrypted',
  'package_lost',
  'internal',
] as const;
export const ImportFailureCode = z.enum(IMPORT_FAILURES);
export type ImportFailureCode = z.infer<typeof ImportFailureCode>;

/** The outcome of an object. */
export const IMPORT_OUTCOMES = ['pending', 'created', 'updated', 'unchanged', 'deleted', 'failed'] as const;
export const ImportOutcome = z.enum(IMPORT_OUTCOMES).meta({
  description:
    '`pending`: it has not been applied yet. `unchanged`: the property already has these values, so nothing was written. `failed`: `problems` explains why. With `dryRun`, the outcome that the object would have.',
});
export type ImportOutcome = z.infer<typeof ImportOutcome>;

const count = z.int().min(0);

export const ImportCounts = z
  .object({
    objects: count.meta({ description: 'Objects of the package, and deletions that follow from it.' }),
    created: count,
    updated: count,
    unchanged: count,
    deleted: count,
    failed: count,
  })
  .meta({ id: 'ImportCounts' });
export type ImportCounts = z.infer<typeof ImportCounts>;

export const Import = z
  .object({
    id: Id,
    sourceId: Id.optional().meta({ description: 'The import source that the package belongs to.' }),
    fileName: z.string().optional(),
    sizeBytes: count,
    state: ImportState,
    dryRun: z
      .boolean()
      .meta({ description: 'Whether this is a dry run, which shows what would happen and changes nothing.' }),
    scope: z.enum(['full', 'partial']).optional().meta({
      description:
        'Present once the document has been read. `full`: properties of the same source and provider that the document does not contain are deleted.',
    }),
    software: z.object({ name: z.string(), version: z.string().optional() }).optional().meta({
      description: 'The software that wrote the document, as named in the document.',
    }),
    counts: ImportCounts,
    removal: z
      .object({
        missing: count,
        known: count,
        maxShare: z.number(),
        unidentified: count.optional().meta({
          description:
            'Objects of the document without a number, if there are any. Each could be one of the missing properties, so nothing is deleted without a confirmation.',
        }),
      })
      .optional()
      .meta({
        description:
          'Only for a full transfer: the number of properties that it does not contain, the number of properties of the source with the same providers, and the share that may be deleted without a confirmation.',
      }),
    readWith: z.object(storedReadSettings).optional().meta({
      description: 'The settings of the source with which the document was read, once reading has begun.',
    }),
    preview: z
      .object({
        importId: Id.meta({ description: 'The import whose package is read again.' }),
        differing: count.optional().meta({
          description: 'How many objects read differently. Present once the document has been read.',
        }),
      })
      .optional()
      .meta({ description: 'Only for a preview of settings, which is a dry run with `readWith`.' }),
    failure: z.object({ code: ImportFailureCode, message: z.string() }).optional(),
    createdAt: Timestamp,
    finishedAt: Timestamp.optional(),
  })
  .meta({ id: 'Import', description: 'An OpenImmo package and the outcome of its import.' });
export type Import = z.infer<typeof Import>;

/** The number of each problem in result files is stable and part of the API. */
export const IMPORT_PROBLEM_NUMBERS = {
  object_invalid: 100,
  value_left_out: 101,
  number_missing: 102,
  external_id_taken: 103,
  type_changed: 104,
  object_unknown: 105,
  contact_invalid: 106,
  attachment_missing: 107,
  attachment_too_large: 108,
  attachment_unreadable: 109,
  attachment_refused: 110,
  listing_refused: 111,
  property_refused: 112,
  internal: 113,
} as const;
export const IMPORT_PROBLEMS = Object.keys(IMPORT_PROBLEM_NUMBERS) as (keyof typeof IMPORT_PROBLEM_NUMBERS)[];
export const ImportProblemCode = z.enum(IMPORT_PROBLEMS);
export type ImportProblemCode = z.infer<typeof ImportProblemCode>;

export const ImportProblem = z
  .object({
    severity: z.enum(['error', 'warning']).meta({
      description:
        '`error`: the object was not applied. `warning`: the object was applied without the value or file that the problem names.',
    }),
    code: ImportProblemCode,
    field: z.string().optional().meta({ description: 'The position in the object, as an OpenImmo path.' }),
    value: z.string().optional(),
    reason: z.string().optional().meta({
      description:
        'More exact than `code`: together with `parameters` it determines `message`. New reasons are added.',
    }),
    message: z.string(),
    parameters: ProblemParameters.optional().meta({ description: 'What `message` names.' }),
    whatToDo: z.string(),
  })
  .meta({ id: 'ImportProblem' });
export type ImportProblem = z.infer<typeof ImportProblem>;

export const ImportAction = z.enum(['create', 'update', 'delete']);
export type ImportAction = z.infer<typeof ImportAction>;

export const ImportObject = z
  .object({
    id: Id,
    position: count.meta({ description: 'The position of the object in the document, starting at 0.' }),
    provider: z
      .object({ id: z.string().optional(), number: z.string().optional(), name: z.string().optional() })
      .meta({ description: 'The `anbieter` of the object: `openimmo_anid`, `anbieternr` and `firma`.' }),
    numbers: z
      .object({
        external: z.string().optional(),
        internal: z.string().optional(),
        openimmo: z.string().optional(),
      })
      .meta({ description: '`objektnr_extern`, `objektnr_intern` and `openimmo_obid`.' }),
    title: z.string().optional(),
    externalId: z.string().optional().meta({ description: 'The external id of the property.' }),
    propertyId: Id.optional(),
    contactId: Id.optional(),
    listingIds: z
      .array(Id)
      .optional()
      .meta({ description: 'Listings that were created on targets of the source.' }),
    action: ImportAction.meta({ description: 'The action that the document requests.' }),
    isMissing: z.literal(true).optional().meta({
      description: 'The object is not in the document, which is a full transfer, so its property is deleted.',
    }),
    outcome: ImportOutcome,
    problems: z.array(ImportProblem),
    unmapped: z
      .array(z.object({ path: z.string(), value: z.string() }))
      .meta({ description: 'Values for which a property has no field.' }),
    ...readingOfObject,
  })
  .meta({ id: 'ImportObject', description: 'One object of an import.' });
export type ImportObject = z.infer<typeof ImportObject>;

export const ImportQuery = ListQuery.extend({
  sourceId: Id.optional().meta({ description: 'Only imports of this import source.' }),
  state: ImportState.optional().meta({ description: 'Only imports in this state.' }),
});
export type ImportQuery = z.infer<typeof ImportQuery>;

export const ImportObjectQuery = ListQuery.extend({
  outcome: ImportOutcome.optional().meta({ description: 'Only objects with this outcome.' }),
  differing: z
    .preprocess(booleanIn, z.boolean({ error: 'must be true or false' }))
    .optional()
    .meta({ description: 'With `true`, only objects of a preview that read differently.' }),
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Only objects with exactly this number or external id.', example: 'MUC-4711' }),
});

export type ImportObjectQuery = z.infer<typeof ImportObjectQuery>;

/** Settings of a package. */
export const ImportInput = z.strictObject({
  fileName: verbatimLine(1, 200)
    .optional()
    .meta({ description: 'The name under which the import is shown.', example: 'export.zip' }),
  sourceId: z.string().optional().meta({
    description:
      'The import source that the package belongs to. If omitted, the package belongs to the uploads of the account, whose objects are separate from those of its sources.',
  }),
  dryRun: z
    .preprocess(booleanIn, z.boolean({ error: 'must be true or false' }))
    .optional()
    .meta({ description: 'With `true`, the import changes nothing and shows what would happen.' }),
});
export type ImportInput = z.infer<typeof ImportInput>;

const exampleImport = {
  id: EXAMPLE_ID,
  sourceId: EXAMPLE_ID,
  fileName: 'export-2026-11-01.zip',
  sizeBytes: 18_400_000,
  state: 'finished' as const,
  dryRun: false,
  scope: 'full' as const,
  software: { name: 'Estate Office', version: '9.2' },
  counts: { objects: 120, created: 3, updated: 8, unchanged: 107, deleted: 1, failed: 1 },
  removal: { missing: 1, known: 118, maxShare: 0.3 },
  createdAt: EXAMPLE_TIME,
  finishedAt: '2026-11-01T08:31:20.000Z',
};

/** Published when every object of a package has an outcome, the package could not be read, or the import was cancelled. */
export const ImportFinished = defineEvent({
  subject: 'event.import.finished',
  data: Import,
  example: exampleImport,
});

/** Wakes the worker of imports. */
export const WorkOnImport = defineWake({
  subject: 'wake.importer.work-on-import',
  data: z.object({ importId: Id }),
  example: { importId: EXAMPLE_ID },
});
