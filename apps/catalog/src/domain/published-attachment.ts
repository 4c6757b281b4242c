import type { StoredAttachment } from '@estate/contracts';
import { Conflict, NotFound } from '@estate/errors';
import type { PropertyRecord } from './property.ts';
import { storedAttachments } from './property-views.ts';

/**
 * The published file of the attachment at a position. While a property is being processed, that is what an earlier run made of the
 * same file. @throws NotFound, and Conflict while there is nothing
 */
export function publishedAt(record: PropertyRecord, position: number): StoredAttachment {
  if (position >= record.attachments.length) {
    throw new NotFound(`The property ${record.id} has no attachment at position ${String(position)}.`, {
      code: 'attachment-not-found',
    });
  }
  const published = storedAttachments(record).find((each) => each.position === position);
  if (published) return published;
  if (record.processingStatus === 'pending') {
    throw new Conflict(`attachments.${String(position)} is still being processed.`, {
      code: 'attachment-pending',
    });
  }
  throw new Conflict(`attachments.${String(position)} could not be processed, so it is not published.`, {
    code: 'attachment-not-published',
  });
}
