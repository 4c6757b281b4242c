import type { MailAttachment, ParsingProblem } from '@estate/contracts';
import { LONGEST_PART } from './failure.ts';
import type { Reading } from './reading.ts';
import { shownLine, shownText } from './shown-text.ts';

/** The content and the problems of an email, as its account sees them. */
export interface MailContent {
  text: string;
  attachments: MailAttachment[];
  attachmentCount: number;
  problems: ParsingProblem[];
}

/** The stored result of a reading; its parts are bounded. */
export const contentOf = ({ body, attachments, attachmentCount, failure }: Reading): MailContent => ({
  text: shownText(body),
  attachments,
  attachmentCount,
  problems: (failure?.problems ?? []).map(({ part, ...problem }) => ({
    ...problem,
    ...(part !== undefined && { part: shownLine(part, LONGEST_PART) }),
  })),
});
