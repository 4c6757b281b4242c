import type { MailFailure } from './failure.ts';
import type { Inquiry } from './inquiry.ts';

/** Everything that was read off a mail. */
export interface Reading {
  sender: string;
  subject: string;
  /** The text body, cut. */
  body: string;
  /** Addresses the mail was sent to, in levels: the first level that names somebody we know decides. */
  addressed: string[][];
  inquiries: Inquiry[];
  /** Messages that inquiries share, each once. */
  texts: string[];
  /** Set when there is no inquiry, and when something of the mail became none. */
  failure?: MailFailure;
}

export const LONGEST_BODY_BYTES = 65_536;
