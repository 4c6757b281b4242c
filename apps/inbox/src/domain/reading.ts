import type { MailAttachment } from '@estate/contracts';
import type { MailFailure } from './failure.ts';
import type { Inquiry } from './inquiry.ts';

/** Everything that was read from an email. */
export interface Reading {
  sender: string;
  subject: string;
  /** The text body, cut. */
  body: string;
  /** Addresses the email was sent to, in levels: the first level that names a target decides. */
  addressed: string[][];
  inquiries: Inquiry[];
  /** Messages that inquiries share, each once. */
  texts: string[];
  /** Set when there is no inquiry, and when a part of the email did not become one. */
  failure?: MailFailure;
  /** What is attached to the email, in its order; only the first are named. */
  attachments: MailAttachment[];
  attachmentCount: number;
  /** It ended every thread that read it: only its headers were read. */
  isUnreadable?: true;
}

export const LONGEST_BODY_BYTES = 65_536;
