import { createHash } from 'node:crypto';
import { cutBytes } from '../domain/cut.ts';
import { failure, onlyFailure, Problems } from '../domain/failure.ts';
import { readFeedback } from '../domain/feedback.ts';
import { reportStatements } from '../domain/report/feedback-report.ts';
import type { Statement } from '../domain/report/statements.ts';
import { aboutKind, kindOf } from '../domain/mail-kind.ts';
import { LONGEST_BODY_BYTES } from '../domain/reading.ts';
import type { Reading } from '../domain/reading.ts';
import { MOST_REQUESTS, MOST_SENT_BYTES } from '../domain/request-budget.ts';
import { collect } from './collect.ts';
import type { Found } from './collect.ts';
import { authorOf, levelsOf, originOf } from './head-reading.ts';
import { Inquiries } from './inquiries.ts';
import { LIMITS } from './limits.ts';
import type { MailHead } from './mail-head.ts';
import { parseMessage, PartAllowance } from './parse-message.ts';
import type { Message, Part } from './parse-message.ts';
import { readXml } from './read-xml.ts';
import { PackedTexts, reportIn } from './report-reader.ts';
import { MAIL_ATTACHMENTS_MAX } from '@estate/contracts';
import { shownLine } from '../domain/shown-text.ts';

/** Reads a whole email: finds its documents, what they ask for, and what of it cannot be used. */
export async function readMail(raw: Buffer): Promise<Reading> {
  const allowance = new PartAllowance();
  const message = parseMessage(raw, allowance);
  const problems = new Problems(LIMITS.problems);
  const inquiries = new Inquiries();
  const messages = [message];
  const statements: Statement[] = [];
  const packed = new PackedTexts();
  if (!isBounce(message.head)) {
    await collect(message, {
      allowance,
      problems,
      nested: (inner) => messages.push(inner),
      packed: (file) => packed.add(file),
      document: (found) => addDocument(found, { inquiries, problems, statements }),
    });
  }
  if (inquiries.refused > 0) problems.add(OVER_BUDGET, { count: inquiries.refused });
  const reading = {
    ...authorOf(message.head),
    ...originOf(message.head),
    ...reported(messages, { inquiries, statements, packed: packed.all }),
    body: cutBytes(message.text, LONGEST_BODY_BYTES),
    ...attachmentsOf(message),
    addressed: addressed(
      messages.map(({ head }) => head),
      problems,
    ),
    inquiries: inquiries.all,
    texts: inquiries.texts,
  };
  if (!problems.isEmpty) return { ...reading, failure: problems.toFailure(inquiries.all.length) };
  return inquiries.all.length > 0 ? reading : { ...reading, failure: nothingIn(message.head) };
}

const OVER_BUDGET = failure(
  'limit_exceeded',
  `At most ${MOST_REQUESTS} requests with ${MOST_SENT_BYTES / 1_000_000} MB in total are created from one email. Further requests in this email were left out.`,
);
const TOO_MANY_ADDRESSES = failure(
  'too_large',
  `The email has more than ${LIMITS.addresses} addresses. Further addresses were ignored.`,
);

const isBounce = (head: MailHead): boolean => kindOf(head.first) === 'bounce';

const nothingIn = (head: MailHead) =>
  onlyFailure(
    failure(
      'no_xml_attachment',
      `${aboutKind(kindOf(head.first))} has no XML document with a contact request.`,
    ),
  );

const CONTROLS_REMOVED = failure(
  'xml_malformed',
  'Characters that XML forbids were left out of the XML document.',
);

interface Collected {
  inquiries: Inquiries;
  problems: Problems;
  /** The statements of documents. */
  statements: Statement[];
}

function addDocument(found: Found, { inquiries, problems, statements }: Collected): void {
  const { bytes, charset, identity, text, part } = found;
  const read = readXml(bytes, charset);
  if ('fault' in read) {
    problems.add(failure('xml_malformed', `The XML document cannot be read: ${read.fault}.`), { part });
    return;
  }
  if (read.hadControls) problems.add(CONTROLS_REMOVED, { part });
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 24);
  const feedback = readFeedback(read.root, { hash, text });
  for (const { why, count } of feedback.problems) problems.add(why, { part, count });
  inquiries.addDocument(feedback.people);
  if (feedback.people.length === 0) statements.push(...reportStatements(read.root));
}

/** The report of the email; its text is read only where nobody asks for anything. */
function reported(
  messages: readonly Message[],
  { inquiries, statements, packed }: Pick<Collected, 'inquiries' | 'statements'> & { packed: Part[] },
): Pick<Reading, 'report' | 'isRecognizedReport'> {
  const [message] = messages;
  const isQuiet = inquiries.all.length === 0 && message !== undefined && maySay(message.head);
  if (!isQuiet && statements.length === 0) return {};
  const subject = message?.head.first('subject') ?? '';
  const { report, isRecognized } = reportIn(
    isQuiet ? [...messages.flatMap(({ parts }) => parts), ...packed] : [],
    { subject, statements },
  );
  const recognized = isRecognized ? ({ isRecognizedReport: true } as const) : {};
  if (report.objects.length === 0) return recognized;
  return { ...recognized, report: { ...report, ...(statements.length > 0 && { isDocument: true }) } };
}

const maySay = (head: MailHead): boolean => ['mail', 'newsletter'].includes(kindOf(head.first));

/** The addresses of the email and of the emails inside it, the outer ones first. */
function addressed(heads: readonly MailHead[], problems: Problems): string[][] {
  let left: number = LIMITS.addresses;
  let refused = 0;
  const levels = heads.flatMap(levelsOf).map((level) => {
    const kept = level.slice(0, left);
    left -= kept.length;
    refused += level.length - kept.length;
    return kept;
  });
  if (refused > 0) problems.add(TOO_MANY_ADDRESSES, { count: refused });
  return levels.filter((level) => level.length > 0);
}

const LONGEST_NAME = 300;
const LONGEST_TYPE = 100;

/** The attachments of an email; the size is looked at only for those that are named. */
function attachmentsOf({ parts }: Message): Pick<Reading, 'attachments' | 'attachmentCount'> {
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
