import type { ParsingFailure } from './failure.ts';
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
  /** Set when there is no inquiry. */
  failure?: ParsingFailure;
}

export const LONGEST_BODY_BYTES = 65_536;
