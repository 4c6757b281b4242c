import type { Caller } from '@estate/messaging';
import { attachmentBytes } from './attachment-files.ts';
import type { AttachmentFiles } from './attachment-files.ts';
import { freeBytes } from './free-bytes.ts';

/** Stores the files that are embedded in a document; the size of each is bounded by the reader. */
export const storeEmbedded =
  (files: AttachmentFiles, caller: Caller, signal: AbortSignal) =>
  async (bytes: Buffer): Promise<string> => {
    const stored = await files.store(caller, attachmentBytes(bytes), signal);
    freeBytes(bytes);
    // Without an address, the message says why.
    return 'url' in stored ? stored.url : stored.refusal.message;
  };
