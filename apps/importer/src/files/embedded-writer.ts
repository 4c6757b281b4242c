import type { Caller } from '@estate/messaging';
import type { EmbeddedWriter } from '@estate/openimmo/read';
import { attachmentBytes } from './attachment-files.ts';
import type { AttachmentFiles } from './attachment-files.ts';

/** Stores the files that are embedded in a document; each is in memory for as long, and its size is bounded by the reader. */
export function embeddedWriter(
  files: AttachmentFiles,
  caller: Caller,
  signal: AbortSignal,
): () => EmbeddedWriter {
  return () => {
    let pieces: Uint8Array[] = [];
    return {
      write: (bytes) => {
        pieces.push(bytes);
        return Promise.resolve();
      },
      finish: async () => {
        const whole = attachmentBytes(Buffer.concat(pieces));
        pieces = [];
        const stored = await files.store(caller, whole, signal);
        // What is no address says why there is none.
        return 'url' in stored ? stored.url : stored.refusal.message;
      },
      discard: () => {
        pieces = [];
        return Promise.resolve();
      },
    };
  };
}
