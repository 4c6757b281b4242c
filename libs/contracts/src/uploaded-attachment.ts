import { z } from 'zod';
import { defineOperation, operationOn } from './define-operation.ts';
import { StoredFile } from './attachment-image.ts';
import { Id, Timestamp } from './ids.ts';
import { ListQuery, pageOf } from './list.ts';
import { ATTACHMENT_TYPES, MAX_ATTACHMENTS, MAX_ATTACHMENT_BYTES } from './attachment.ts';
import { verbatimLine } from './field-rules.ts';

/**
 * The path on the internal port of the catalog: `PUT /uploaded-attachments/<account id>` stores the request body for the account and
 * returns a `KeptAttachment` or an `UploadRefusal`. A `Content-Type` that attachments can have must match the file. The query is an
 * `UploadQuery`.
 */
export const UPLOADED_ATTACHMENTS_PATH = '/uploaded-attachments/';

/**
 * The query of `GET /attachments/<name>` on the internal port of the catalog by a service that can read the files of the byte store: the
 * response is a 307 with the `file:` URL of the bytes, if they are in a file.
 */
export const FOR_FILES = '?as=file';

/** A file that was uploaded for an account and has no URL of the customer's. A property refers to it by `url`. */
export const UploadedAttachment = z.object({
  id: Id,
  url: z.url().meta({ example: 'https://api.example.org/attachments/d1a2b3c4e5f6g7h8i9j0' }),
  mediaType: z.enum(ATTACHMENT_TYPES),
  size: z.int().min(1).meta({ description: 'In bytes.', example: 4_812_377 }),
  width: z.int().min(1).optional().meta({
    description: 'In pixels, as the image is shown. Absent for PDF and HEIC files.',
    example: 4032,
  }),
  height: z.int().min(1).optional().meta({
    description: 'In pixels, as the image is shown. Absent for PDF and HEIC files.',
    example: 3024,
  }),
  fileName: z.string().optional().meta({ description: 'As it was sent last.', example: 'living-room.jpg' }),
});
export type UploadedAttachment = z.infer<typeof UploadedAttachment>;

/** The retention of an uploaded file until a property refers to it. */
export const UPLOAD_UNUSED_HOURS = 24;
/** The maximum number of unused files of an account. */
export const MAX_UNUSED_UPLOADS = 1000;
export const MAX_UNUSED_UPLOAD_BYTES = 4_000_000_000;

/** The query of an upload; the request body is the file. */
export const AttachmentInput = z.strictObject({
  fileName: verbatimLine(1, 200).optional().meta({
    description: 'The name of the file; it appears in the response and in the export of the account.',
    example: 'living-room.jpg',
  }),
});

export const UploadQuery = AttachmentInput.extend({
  /** `true` for a file from the customer, which counts as unused until a property refers to it. */
  isUnused: z.literal('true').optional(),
});
export type UploadQuery = z.infer<typeof UploadQuery>;

/**
 * The name in the query of `PUT /uploaded-attachments/<account id>?sizes=<bytes of each>`: the request body consists of several files. The
 * query is an `UploadedTogetherQuery`, the response an `UploadedTogether`.
 */
export const SIZES = 'sizes';
/** The maximum number of files in one request. */
export const MAX_UPLOADED_TOGETHER = 16;

export const UploadedTogetherQuery = z.strictObject({
  [SIZES]: z
    .string()
    .regex(/^\d{1,8}(?:,\d{1,8})*$/)
    .transform((sizes) => sizes.split(',').map(Number))
    .pipe(z.array(z.int().max(MAX_ATTACHMENT_BYTES)).max(MAX_UPLOADED_TOGETHER)),
});

/** An uploaded attachment with its retention. */
export const KeptAttachment = UploadedAttachment.extend({
  expiresAt: Timestamp.meta({
    description: 'When the file is deleted, unless a property names its `url` by then.',
    example: '2026-11-02T08:30:00.000Z',
  }),
}).meta({ id: 'UploadedAttachment', description: 'A file that a property names by its `url`.' });
export type KeptAttachment = z.infer<typeof KeptAttachment>;

/** The reasons for refusing an upload, with the status of the response; the same request is always refused. */
export const UPLOAD_REFUSALS = {
  attachment_too_large: 413,
  attachment_type_unsupported: 415,
  attachment_type_mismatch: 415,
  attachment_unreadable: 422,
} as const;
export type UploadRefusalCode = keyof typeof UPLOAD_REFUSALS;

/** The body of a response that refuses an upload; `error` is a sentence for people. */
export const UploadRefusal = z.object({
  code: z.enum(Object.keys(UPLOAD_REFUSALS) as [UploadRefusalCode, ...UploadRefusalCode[]]),
  error: z.string(),
});
export type UploadRefusal = z.infer<typeof UploadRefusal>;

/** The results of files that were sent together, in their order. An error that belongs to no file applies to all of them. */
export const UploadedTogether = z.object({
  files: z.array(z.union([UploadedAttachment.pick({ url: true }), UploadRefusal])),
});
export type UploadedTogether = z.infer<typeof UploadedTogether>;

export const UPLOADS_FULL_STATUS = 409;
/** The body of a response to an upload for which the account has no space at the moment; `error` is a sentence for people. */
export const UploadsFull = z.object({ code: z.literal('uploads_full'), error: z.string() });
export type UploadsFull = z.infer<typeof UploadsFull>;

/** Returns the uploaded bytes of an attachment. */
export const getAttachment = operationOn('ask.catalog.get-attachment', StoredFile, {
  http: 'GET /attachments/{id}',
  summary: 'Get an uploaded attachment',
  description:
    'The file as it was uploaded, with its metadata and without a watermark. This is the `url` of an attachment that was uploaded or came with an import. These calls have a separate rate limit of the same size.',
  isFile: true,
  errors: ['attachment-not-found'],
});

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * Finds files of the account by the SHA-256 of their bytes, so that they need not be uploaded again. They count as used, as if they had
 * been uploaded now.
 */
export const findUploadedAttachments = defineOperation({
  subject: 'ask.catalog.find-uploaded-attachments',
  input: z.strictObject({ sha256s: z.array(Sha256).max(MAX_ATTACHMENTS) }),
  output: z.object({ data: z.array(UploadedAttachment.extend({ sha256: Sha256 })) }),
});

/** Lists the uploaded attachments for the export of an account. */
export const listUploadedAttachments = defineOperation({
  subject: 'ask.catalog.list-uploaded-attachments',
  input: ListQuery,
  output: pageOf(UploadedAttachment.extend({ sha256: Sha256, createdAt: Timestamp })),
});
