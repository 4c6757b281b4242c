import { Calls } from './calls.ts';
import type { UploadedAttachment } from './contract-types.ts';
import { segment } from './resource.ts';
import type { CallOptions, FileContent } from './transport.ts';

/** Long enough for 16 MB over a slow line. */
const UPLOAD_TIMEOUT_MS = 600_000;

/** What is said of a file beside its bytes. */
export interface UploadSettings {
  /** By default that of a `File`. */
  fileName?: string | undefined;
}

/** Uploaded files, and those that came with imports. A property names one by its `url`. */
export class Attachments extends Calls {
  /**
   * Sends an image or a PDF; `url` of the result is for `attachments` of properties. In Node, `openAsBlob` makes a Blob of a file on the
   * disk. A Blob without a type is recognized by its content. @throws ApiError, ConnectionError
   */
  upload(content: Blob, settings?: UploadSettings, options?: CallOptions): Promise<UploadedAttachment> {
    return this.transport.json({
      method: 'POST',
      path: '/attachments',
      upload: content,
      query: { fileName: settings?.fileName ?? nameOf(content) },
      leastTimeoutMs: UPLOAD_TIMEOUT_MS,
      options,
    });
  }

  /** The file as it was uploaded, with its metadata and without a watermark. @throws ApiError, ConnectionError */
  get(id: string, options?: CallOptions): Promise<FileContent> {
    return this.transport.file({ method: 'GET', path: `/attachments/${segment(id)}`, options });
  }
}

const nameOf = (content: Blob): string | undefined => (content instanceof File ? content.name : undefined);
