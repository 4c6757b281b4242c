import type { ParsingFailureCode } from '@estate/contracts';

/** Why a mail, or a document in it, is no request; the message is shown to the customer. */
export interface ParsingFailure {
  failureCode: ParsingFailureCode;
  failureMessage: string;
}

export const failure = (failureCode: ParsingFailureCode, failureMessage: string): ParsingFailure => ({
  failureCode,
  failureMessage,
});

/** What came closest to a request says most about the mail. */
const TELLING: readonly ParsingFailureCode[] = [
  'no_prospect',
  'xml_not_a_request',
  'xml_malformed',
  'archive_unreadable',
  'too_large',
  'unsupported_format',
  'no_xml_attachment',
];

/** The most telling of several failures. */
export const mostTelling = (failures: readonly ParsingFailure[]): ParsingFailure | undefined =>
  failures.toSorted((a, b) => TELLING.indexOf(a.failureCode) - TELLING.indexOf(b.failureCode))[0];
