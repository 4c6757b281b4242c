import { MAIL_ATTACHMENTS_MAX } from '@estate/contracts';
import { shownLine } from '../domain/shown-text.ts';
import type { Reading } from '../domain/reading.ts';
import type { Message, Part } from './parse-message.ts';

const LONGEST_NAME = 300;
const LONGEST_TYPE = 100;

/** The attachments of an email; the size is looked at only for those that are named. */
export function attachmentsOf({ parts }: Message): Pick<Reading, 'attachments' | 'attachmentCount'> {
  const attached = parts.filter(({ isBody }) => !isBody);
  return {
    attachments: attached.slice(0, MAIL_ATTACHMENTS_MAX).map(asAttachment),
    attachmentCount: attached.length,
  };
}

const asAttachment = ({ label, mediaType, read }: Part) => ({
  name: shownLine(label, LONGEST_NAME),
  mediaType: shownLine(mediaType, LONGEST_TYPE),
  sizeBytes: read().length,
});
