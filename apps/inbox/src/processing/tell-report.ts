import { ReportReceived } from '@estate/contracts';
import { message } from '@estate/messaging';
import type { OutgoingMessage } from '@estate/messaging';
import { failure, onlyFailure } from '../domain/failure.ts';
import { REPORT_FOLDER } from '../domain/mail.ts';
import type { Addressee, MailRecord } from '../domain/mail.ts';
import type { Reading } from '../domain/reading.ts';

/** True if the email is a report to this target: every email to its report address that is no inquiry, and certain reports. */
export const isReportTo = (
  { isForReports }: Pick<Addressee, 'isForReports'>,
  { inquiries, report }: Pick<Reading, 'inquiries' | 'report'>,
): boolean => (isForReports ? report !== undefined || inquiries.length === 0 : report?.isDocument === true);

const UNCLEAR = onlyFailure(
  failure(
    'unsupported_format',
    'The email came to the address for reports of the platform, or is a file of its report folder, and what it says of listings is not certain. Read its text.',
  ),
);

/** The reading as it is kept: what came to report addresses only is no failed request. */
export function judged(reading: Reading, addressees: readonly Addressee[]): Reading {
  const { failure: why, ...read } = reading;
  if (reading.inquiries.length > 0 || addressees.length === 0) return reading;
  if (!addressees.every(({ isForReports }) => isForReports)) return reading;
  if ((reading.report?.objects.length ?? 0) > 0) return read;
  // Why a document could not be read says more.
  return { ...read, failure: why && why.failureCode !== 'no_xml_attachment' ? why : UNCLEAR };
}

interface Told {
  record: MailRecord;
  reading: Reading;
  addressee: Addressee;
  reportId: string;
}

/** The report for its target. Strangers know the address for requests, so what comes there is not verified. */
export function reportMessage(
  { record, reading, addressee, reportId }: Told,
  { id, at }: { id: string; at: Date },
): OutgoingMessage {
  const { targetId, accountId, isForReports = false } = addressee;
  const { objects = [], objectCount = 0 } = reading.report ?? {};
  const writtenAt = reading.writtenAt === undefined ? record.receivedAt : new Date(reading.writtenAt);
  const said = writtenAt < record.receivedAt ? writtenAt : record.receivedAt;
  return message(
    ReportReceived,
    {
      ...{ reportId, targetId, mailId: record.id, objects, objectCount },
      receivedAt: record.receivedAt.toISOString(),
      at: said.toISOString(),
      verified: isForReports && !reading.isForged,
      recognized: reading.isRecognizedReport ?? false,
      ...(record.source === REPORT_FOLDER && { source: 'report' as const }),
    },
    { id, accountId, at },
  );
}
