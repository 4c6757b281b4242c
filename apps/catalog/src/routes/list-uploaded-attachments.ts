import { listUploadedAttachments as operation } from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toUploadedAttachment } from '../domain/uploaded-attachment.ts';

/** One page of the account's uploaded attachments. */
export const listUploadedAttachments = ({ uploads, addresses }: Deps) =>
  answer(operation, async (query, { accountId }) => {
    const { hasMore, uploads: data } = await uploads.list(accountId, query);
    return {
      hasMore,
      data: data.map(
        readable((upload) => ({
          ...toUploadedAttachment(upload, addresses),
          sha256: upload.sha256,
          createdAt: upload.createdAt.toISOString(),
        })),
      ),
    };
  });
