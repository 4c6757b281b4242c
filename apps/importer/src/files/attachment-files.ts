import { createHash } from 'node:crypto';
import type { Caller } from '@estate/messaging';

/** Why a file cannot be an attachment, in words for its customer. */
export interface FileRefusal {
  code: 'attachment_too_large' | 'attachment_unreadable' | 'attachment_refused';
  message: string;
}

export type StoredAttachment = { url: string } | { refusal: FileRefusal };

/** A file in memory; its size is bounded before it is read. */
export interface AttachmentBytes {
  bytes: Buffer;
  sha256: string;
  /** True for an object that is imported for the first time, whose files are nearly always new. */
  isNew?: boolean;
}

/** Stores files that have no address; the same file of an account keeps the address that it was given first. */
export interface AttachmentFiles {
  /** Does not read the bytes any more when it has resolved. */
  store(caller: Caller, file: AttachmentBytes, signal: AbortSignal): Promise<StoredAttachment>;
  /** The address of a file that was stored before; undefined when the account has it no longer. */
  find(caller: Caller, sha256: string): Promise<{ url: string } | undefined>;
}

export const attachmentBytes = (bytes: Buffer): AttachmentBytes => ({
  bytes,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
