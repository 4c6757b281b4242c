import { z } from 'zod';
import { defineFact } from './define-message.ts';
import { defineOperation, operationOn } from './define-operation.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { Id, Timestamp } from './ids.ts';
import { CountedListQuery, countedPageOf } from './list.ts';
import { PublicationFailureCode } from './listing.ts';
import { PLATFORM_MESSAGES_MAX, PlatformMessage, PlatformStateName } from './platform-state.ts';

export const REPORT_KEPT_DAYS = 180;
/** The maximum number of objects that are read from a report. */
export const REPORTED_OBJECTS_MAX = 500;

/** The maximum length of a number or file name that reports are found by. */
const REPORTED_NAME_LENGTH = 200;

export const ReportState = z.enum(['confirmed', 'rejected', 'removed', 'unclear']).meta({
  description:
    '`rejected`: at least one object was rejected. `removed`: none was rejected, and at least one was taken down. `confirmed`: the platform has the objects. `unclear`: the report says nothing that the service can be sure of; read its email.',
});
export type ReportState = z.infer<typeof ReportState>;

export const ReportSource = z
  .enum(['report', 'email'])
  .meta({ description: '`report`: a file in the report folder of the platform. `email`: an email.' });

const said = {
  state: PlatformStateName,
  messages: z.array(PlatformMessage).max(PLATFORM_MESSAGES_MAX),
  fileName: z.string().optional().meta({ description: 'The package that the report names.' }),
  publicUrl: z.string().optional(),
};

export const Report = z
  .object({
    id: Id,
    targetId: Id,
    receivedAt: Timestamp,
    at: Timestamp.meta({ description: 'The time that the report itself names.' }),
    source: ReportSource,
    state: ReportState,
    verified: z.boolean().meta({
      description:
        'Whether the report came to the report address of the target, and no check of the sender failed. A report that is not verified changes no listing.',
    }),
    mailId: Id.optional().meta({ description: 'The email, as `GET /mails/{id}` shows it while it is kept.' }),
    objects: z
      .array(
        z.object({
          listingId: Id.optional().meta({ description: 'Absent if no listing of the target is meant.' }),
          propertyId: Id.optional(),
          number: z
            .string()
            .optional()
            .meta({ description: 'The number of the object as the report has it.' }),
          ...said,
        }),
      )
      .max(REPORTED_OBJECTS_MAX),
    objectCount: z.int().min(0).meta({ description: 'The number of objects in the report.' }),
  })
  .meta({
    id: 'Report',
    description: `What a platform said about the objects of an import. It is kept for ${REPORT_KEPT_DAYS} days.`,
    example: {
      id: EXAMPLE_ID,
      targetId: EXAMPLE_ID,
      receivedAt: EXAMPLE_TIME,
      at: EXAMPLE_TIME,
      source: 'email',
      state: 'rejected',
      verified: true,
      mailId: EXAMPLE_ID,
      objects: [
        {
          listingId: EXAMPLE_ID,
          propertyId: EXAMPLE_ID,
          number: 'P-77',
          state: 'rejected',
          messages: [
            { severity: 'error', text: 'Bild 3: Datei ist zu groß (max. 10 MB)', field: 'attachments' },
          ],
        },
      ],
      objectCount: 1,
    },
  });
export type Report = z.infer<typeof Report>;

export const ReportQuery = CountedListQuery.extend({
  targetId: Id.optional().meta({ description: 'Only reports about this target.' }),
  listingId: Id.optional().meta({ description: 'Only reports that name this listing.' }),
  state: ReportState.optional().meta({ description: 'Only reports in this state.' }),
  object: z.string().min(1).max(REPORTED_NAME_LENGTH).optional().meta({
    description:
      'Only reports that name an object with exactly this number, or a package with exactly this file name.',
    example: 'P-77',
  }),
});
export type ReportQuery = z.infer<typeof ReportQuery>;

export const listReports = defineOperation({
  subject: 'ask.distribution.list-reports',
  http: 'GET /reports',
  summary: 'List reports of platforms',
  description: `What platforms said after they had imported what was sent, kept for ${REPORT_KEPT_DAYS} days.`,
  input: ReportQuery,
  output: countedPageOf(Report),
});
export const getReport = operationOn('ask.distribution.get-report', Report, {
  http: 'GET /reports/{id}',
  summary: 'Get a report of a platform',
  errors: ['report-not-found'],
});

/** The statement of an email about one object; the owner of the listings identifies the object. */
export const ReportedObject = z.object({
  /** Numbers that may identify the object, the most likely first. */
  numbers: z.array(z.string()),
  ...said,
});
export type ReportedObject = z.infer<typeof ReportedObject>;

/** Published when a platform has reported. The same report may be published again, when its email is read again. */
export const ReportReceived = defineFact({
  subject: 'fact.inbox.report.received.v1',
  data: z.object({
    reportId: Id,
    targetId: Id,
    mailId: Id,
    receivedAt: Timestamp,
    at: Timestamp,
    verified: z.boolean(),
    /** True if it is about an import or about objects, even if nothing in it is certain. Absent: not known. */
    recognized: z.boolean().optional(),
    /** Absent for an email. */
    source: ReportSource.optional(),
    objects: z.array(ReportedObject).max(REPORTED_OBJECTS_MAX),
    objectCount: z.int().min(0),
  }),
  example: {
    reportId: EXAMPLE_ID,
    targetId: EXAMPLE_ID,
    mailId: EXAMPLE_ID,
    receivedAt: EXAMPLE_TIME,
    at: EXAMPLE_TIME,
    verified: true,
    objects: [{ numbers: ['P-77'], state: 'confirmed', messages: [] }],
    objectCount: 1,
  },
});

export const ReportFolderReason = z
  .object({
    code: z.enum(['not_connected', 'folder_unreadable', 'file_unreadable']).meta({
      description:
        '`not_connected`: no session could be opened; `failureCode` says why. `folder_unreadable`: the folder could not be opened or listed. `file_unreadable`: a file of it could not be read.',
    }),
    failureCode: PublicationFailureCode.optional().meta({ description: 'Only for `not_connected`.' }),
    path: z.string().optional().meta({ description: 'The report folder. Absent for `not_connected`.' }),
    file: z.string().optional().meta({ description: 'Only for `file_unreadable`: the name of the file.' }),
    said: z.string().optional().meta({ description: 'The words of the server. Absent for `not_connected`.' }),
  })
  .meta({ id: 'ReportFolderReason', description: 'Why a report folder cannot be read.' });
export type ReportFolderReason = z.infer<typeof ReportFolderReason>;

const folderReason = ReportFolderReason.optional().meta({
  description: 'What `message` says, for programs. Absent for problems that an earlier version found.',
});
export const ReportFolderProblem = z
  .object({ message: z.string(), reason: folderReason, since: Timestamp })
  .meta({
    id: 'ReportFolderProblem',
    description: 'Present while the report folder cannot be read. Publishing goes on.',
    example: {
      message: 'The report folder /results cannot be read: 550 No such directory.',
      reason: { code: 'folder_unreadable', path: '/results', said: '550 No such directory.' },
      since: EXAMPLE_TIME,
    },
  });
export type ReportFolderProblem = z.infer<typeof ReportFolderProblem>;

const NO_BLANKS = /^[^\s,;<>"]+$/;
/** The maximum size of the beginning of a report file that is sent with its new part. */
export const REPORT_FILE_BEGINNING_MAX = 4096;
/** The maximum size of the part of a report file that is sent. */
export const REPORT_FILE_BYTES_MAX = 512 * 1024;

/**
 * Stores a file of a report folder as an email to the report address of its target, which is read like any other; for services. The same
 * file again is the same email.
 */
export const receiveReportFile = defineOperation({
  subject: 'ask.inbox.receive-report-file',
  input: z.strictObject({
    /** The report address of the target. */
    address: z.string().max(320).regex(NO_BLANKS),
    name: z.string().max(255),
    /** The host of the report folder. */
    host: z.string().max(255).regex(NO_BLANKS),
    writtenAt: Timestamp.optional(),
    base64: z.string().max(Math.ceil(REPORT_FILE_BYTES_MAX / 3) * 4),
    /** The beginning of the file, if only its new part is sent: it contains the header of a table. */
    beginningBase64: z
      .string()
      .max(Math.ceil(REPORT_FILE_BEGINNING_MAX / 3) * 4)
      .optional(),
    /** The size of the whole file. */
    sizeBytes: z.int().min(0),
    /** The number of bytes before this part of a log or table that were never sent, because it is too large. */
    skippedBytes: z.int().min(1).optional(),
    /** True if the file is too large, and this is its beginning. */
    isTruncated: z.boolean(),
  }),
  output: z.object({}),
});

/**
 * Notes that a prospect asked about a property through a platform, so the platform shows it; for services. The same inquiry may be noted
 * again.
 */
export const noteInquiry = defineOperation({
  subject: 'ask.distribution.note-inquiry',
  input: z.strictObject({
    propertyId: Id,
    targetId: Id,
    /** The time at which the email with the inquiry was received. */
    at: Timestamp,
    /** The page of the property, according to the inquiry. */
    publicUrl: z.string().optional(),
  }),
  output: z.object({}),
});
