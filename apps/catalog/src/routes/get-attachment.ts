import { getAttachment as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** Where the bytes of an uploaded attachment are. */
export const getAttachment = ({ uploads }: Deps) =>
  answer(operation, async ({ id }, { accountId }) => {
    const { sha256, size, mediaType } = found(await uploads.find({ accountId, id }), 'attachment', id);
    return { name: sha256, size, mediaType };
  });
