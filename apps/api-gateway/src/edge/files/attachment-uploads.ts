import {
  KeptAttachment,
  UPLOADED_ATTACHMENTS_PATH,
  UPLOADS_FULL_STATUS,
  UPLOAD_REFUSALS,
  UploadRefusal,
  UploadsFull,
} from '@estate/contracts';
import type { UploadRefusalCode } from '@estate/contracts';
import { Conflict, InvalidInput } from '@estate/errors';
import { HttpRefusal } from '@estate/http';
import { z } from 'zod';
import type { ArrivingUpload } from '../routing/call.ts';
import { putUpload } from './put-upload.ts';

interface AttachmentUploadsOptions {
  /** The internal address of the catalog. */
  catalogUrl: string;
}

/** The properties of a file besides its bytes. */
interface Described {
  accountId: string;
  fileName?: string | undefined;
}

/** Passes files of customers to the catalog, streamed, so that the gateway never holds all of a file. */
export class AttachmentUploads {
  readonly #options: AttachmentUploadsOptions;

  constructor(options: AttachmentUploadsOptions) {
    this.#options = options;
  }

  /** @throws HttpRefusal, InvalidInput, Conflict or Unavailable */
  async store({ accountId, fileName }: Described, upload: ArrivingUpload): Promise<KeptAttachment> {
    const url = new URL(`${UPLOADED_ATTACHMENTS_PATH}${accountId}`, this.#options.catalogUrl);
    url.searchParams.set('isUnused', 'true');
    if (fileName !== undefined) url.searchParams.set('fileName', fileName);
    const { body, mediaType, size } = upload;
    const headers = { 'content-type': mediaType, ...(size !== undefined && { 'content-length': size }) };
    const answered = await putUpload(url, { body, headers, service: 'catalog' }, ANSWERS);
    if ('stored' in answered) return answered.stored;
    const { code, error: message } = answered.refused;
    if (code === 'uploads_full') throw new Conflict(message, { code: 'attachment-storage-full' });
    if (code === 'attachment_unreadable') throw new InvalidInput(message, { code: CODES[code] });
    throw new HttpRefusal({ status: UPLOAD_REFUSALS[code], code: CODES[code], message });
  }
}

const CODES: Readonly<Record<UploadRefusalCode, string>> = {
  attachment_too_large: 'attachment-too-large',
  attachment_type_unsupported: 'attachment-type-unsupported',
  attachment_type_mismatch: 'attachment-type-mismatch',
  attachment_unreadable: 'attachment-unreadable',
};

const ANSWERS = {
  stored: KeptAttachment,
  refused: z.union([UploadRefusal, UploadsFull]),
  refusals: [...Object.values(UPLOAD_REFUSALS), UPLOADS_FULL_STATUS],
};
