import { z } from 'zod';
import { defineOperation, operationOn } from './define-operation.ts';
import { StoredFile } from './attachment-image.ts';
import { Id, Timestamp } from './ids.ts';
import { ListQuery, pageOf } from './list.ts';
import { ATTACHMENT_TYPES, MAX_ATTACHMENTS } from './attachment.ts';

/**
 * On the internal port of the catalog: `PUT /uploaded-attachments/<account id>` stores the body of the request for the account and
 * answers with an `UploadedAttachment`, or with an `UploadRefusal`.
 */
export const UPLOADED_ATTACHMENTS_PATH = '/uploaded-attachments/';

/**
 * A header of the catalog's answer to `GET /attachments/<name>,<name>…` on its internal port, in lower case: the size of each attachment in the
 * body, in bytes, in the order of the names and separated by commas; `-` for one that is not in the body and has to be asked for alone.
 */
export const ATTACHMENT_SIZES_HEADER = 'attachment-sizes';

/** A file that was uploaded for an account and has no address of the customer's. A property names it by `url`. */
export const UploadedAttachment = z.object({
  id: Id,
  url: z.url().meta({ example: 'https://api.example.org/attachments/d1a2b3c4e5f6g7h8i9j0' }),
  mediaType: z.enum(ATTACHMENT_TYPES),
  /** In bytes. */
  size: z.int().min(1),
});
export type UploadedAttachment = z.infer<typeof UploadedAttachment>;

/** Why an upload is refused, with the status of the response; the same body is always refused. */
export const UPLOAD_REFUSALS = {
  attachment_too_large: 413,
  attachment_type_unsupported: 415,
  attachment_unreadable: 422,
} as const;
export type UploadRefusalCode = keyof typeof UPLOAD_REFUSALS;

/** The body of a response that refuses an upload; `error` is a sentence for people. */
export const UploadRefusal = z.object({
  code: z.enum(Object.keys(UPLOAD_REFUSALS) as [UploadRefusalCode, ...UploadRefusalCode[]]),
  error: z.string(),
});
export type UploadRefusal = z.infer<typeof UploadRefusal>;

/** The bytes of an uploaded attachment as they were uploaded. */
export const getAttachment = operationOn('ask.catalog.get-attachment', StoredFile, {
  http: 'GET /attachments/{id}',
  summary: 'Get an uploaded attachment',
  description:
    'The file as it was uploaded, with its metadata and without a watermark. This is the `url` of an attachment that came with an import. These calls have a separate rate limit of the same size.',
  isFile: true,
  errors: ['attachment-not-found'],
});

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * Which of the files the account has, by the SHA-256 of their bytes, so that they need not be uploaded again. They count as used, as
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
