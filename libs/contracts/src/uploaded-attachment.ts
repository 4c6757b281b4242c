import { z } from 'zod';
import { defineOperation, operationOn } from './define-operation.ts';
import { StoredFile } from './attachment-image.ts';
import { Id, Timestamp } from './ids.ts';
import { ListQuery, pageOf } from './list.ts';
import { ATTACHMENT_TYPES, MAX_ATTACHMENTS, MAX_ATTACHMENT_BYTES } from './attachment.ts';
import { verbatimLine } from './field-rules.ts';

/**
 * On the internal port of the catalog: `PUT /uploaded-attachments/<account id>` stores the body of the request for the account and
 * answers with a `KeptAttachment`, or with an `UploadRefusal`. A `Content-Type` that attachments can have must be that of the file. The
 * query is an `UploadQuery`.
 */
export const UPLOADED_ATTACHMENTS_PATH = '/uploaded-attachments/';

/**
 * The query of `GET /attachments/<name>` on the internal port of the catalog of a service that can read the files of the byte store: the
 * answer is a 307 with the `file:` URL of the bytes, if they are in a file.
 */
export const FOR_FILES = '?as=file';

/** A file that was uploaded for an account and has no address of the customer's. A property names it by `url`. */
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

/** A file that its customer sends is kept for so long until a property names it first. */
export const UPLOAD_UNUSED_HOURS = 24;
/** An account may have so many of these files. */
export const MAX_UNUSED_UPLOADS = 1000;
export const MAX_UNUSED_UPLOAD_BYTES = 4_000_000_000;

/** The query of an upload; the body is the file. */
export const AttachmentInput = z.strictObject({
  fileName: verbatimLine(1, 200).optional().meta({
    description: 'The name of the file; it appears in the response and in the export of the account.',
    example: 'living-room.jpg',
  }),
});

export const UploadQuery = AttachmentInput.extend({
  /** `true` for a file that its customer sends, which counts among the unused ones of the account until a property names it. */
  isUnused: z.literal('true').optional(),
});
export type UploadQuery = z.infer<typeof UploadQuery>;

/**
 * The name in the query of `PUT /uploaded-attachments/<account id>?sizes=<bytes of each>`: the body has several files, one behind the other.
 * The query is an `UploadedTogetherQuery`, the answer an `UploadedTogether`.
 */
export const SIZES = 'sizes';
/** Most files of one body. */
export const MAX_UPLOADED_TOGETHER = 16;

export const UploadedTogetherQuery = z.strictObject({
  [SIZES]: z
    .string()
    .regex(/^\d{1,8}(?:,\d{1,8})*$/)
    .transform((sizes) => sizes.split(',').map(Number))
    .pipe(z.array(z.int().max(MAX_ATTACHMENT_BYTES)).max(MAX_UPLOADED_TOGETHER)),
});

/** An uploaded attachment, and how long it is kept. */
export const KeptAttachment = UploadedAttachment.extend({
  expiresAt: Timestamp.meta({
    description: 'When the file is deleted, unless a property names its `url` by then.',
    example: '2026-11-02T08:30:00.000Z',
  }),
}).meta({ id: 'UploadedAttachment', description: 'A file that a property names by its `url`.' });
export type KeptAttachment = z.infer<typeof KeptAttachment>;

/** Why an upload is refused, with the status of the response; the same body is always refused. */
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

/** What became of files that were sent together, in their order. An error that is not of a file is an error of all of them. */
export const UploadedTogether = z.object({
  files: z.array(z.union([UploadedAttachment.pick({ url: true }), UploadRefusal])),
});
export type UploadedTogether = z.infer<typeof UploadedTogether>;

export const UPLOADS_FULL_STATUS = 409;
/** The body of a response to an upload for which the account has no space at the moment; `error` is a sentence for people. */
export const UploadsFull = z.object({ code: z.literal('uploads_full'), error: z.string() });
export type UploadsFull = z.infer<typeof UploadsFull>;

/** The bytes of an uploaded attachment as they were uploaded. */
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
 * Finds the files that the account has, by the SHA-256 of their bytes, so that they need not be uploaded again. They count as used, as
 * if they had been uploaded now.
 */
export const findUploadedAttachments = defineOperation({
  subject: 'ask.catalog.find-uploaded-attachments',
  input: z.strictObject({ sha256s: z.array(Sha256).max(MAX_ATTACHMENTS) }),
  output: z.object({ data: z.array(UploadedAttachment.extend({ sha256: Sha256 })) }),
});

/** For the export of an account. */
export const listUploadedAttachments = defineOperation({
  subject: 'ask.catalog.list-uploaded-attachments',
  input: ListQuery,
  output: pageOf(UploadedAttachment.extend({ sha256: Sha256, createdAt: Timestamp })),
});
