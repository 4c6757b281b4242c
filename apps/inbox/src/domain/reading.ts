import type { MailAttachment } from '@estate/contracts';
import type { MailFailure } from './failure.ts';
import type { Inquiry } from './inquiry.ts';
import type { ReportReading } from './report/report-reading.ts';

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
  /** The attachments of the email, in its order; only the first are named. */
  attachments: MailAttachment[];
  attachmentCount: number;
  /** The report of a platform about its import; absent where nothing is certain. */
  report?: ReportReading;
  /** It is about an import or about objects, also if nothing of it is certain. */
  isRecognizedReport?: true;
  /** When it was written, as it says itself. */
  writtenAt?: string;
  /** The receiving server says that the sender is not who it claims to be. */
  isForged?: true;
  /** It ended every thread that read it: only its headers were read. */
  isUnreadable?: true;
}

export const LONGEST_BODY_BYTES = 65_536;
