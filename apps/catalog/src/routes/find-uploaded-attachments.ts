import { findUploadedAttachments as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toUploadedAttachment } from '../domain/uploaded-attachment.ts';

/** Which of the files the account has; they are kept as if they had been uploaded now. */
export const findUploadedAttachments = ({ uploads, bytes, addresses, clock }: Deps) =>
  answer(operation, async ({ sha256s }, { accountId }) => {
    const named = await uploads.ofFiles(accountId, sha256s);
    await uploads.use({ accountId, ids: named.map(({ id }) => id) }, clock());
    // One that was removed before it was noted as used must be uploaded again, and so must lost bytes.
    const [kept, absent] = await Promise.all([
      uploads.ofFiles(accountId, sha256s),
      bytes.absent(named.map(({ sha256 }) => sha256)),
    ]);
    const present = kept.filter(({ sha256 }) => !absent.has(sha256));
    return {
      data: present.map((upload) => ({ ...toUploadedAttachment(upload, addresses), sha256: upload.sha256 })),
    };
  });
