import { getAttachmentImage as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { publishedAt } from '../domain/published-attachment.ts';
import { smallerImage } from '../domain/smaller-image.ts';

/** What is published of an attachment, or a smaller image of it. */
export const getAttachmentImage = ({ properties, smallerImages }: Deps) =>
  answer(operation, async ({ id, position, width }, { accountId }) => {
    const record = found(await properties.find({ accountId, id }), 'property', id);
    const published = publishedAt(record, position);
    const smaller = smallerImage(published, width);
    if (smaller) return smallerImages.find(smaller, accountId);
    const { sha256: name, size, mediaType } = published;
    return { name, size, mediaType };
  });
