import { createHash } from 'node:crypto';
import { cutBytes, cutText } from '../domain/cut.ts';
import { failure, mostTelling } from '../domain/failure.ts';
import type { ParsingFailure } from '../domain/failure.ts';
import { readFeedback } from '../domain/feedback.ts';
import type { FeedbackReading } from '../domain/feedback.ts';
import type { Inquiry } from '../domain/inquiry.ts';
import { aboutKind, kindOf } from '../domain/mail-kind.ts';
import { LONGEST_BODY_BYTES } from '../domain/reading.ts';
import type { Reading } from '../domain/reading.ts';
import { collect } from './collect.ts';
import type { Collected, Found } from './collect.ts';
import type { MailHead } from './mail-head.ts';
import { levelsOf, readHeadOnly } from './head-reading.ts';
import { parseMessage } from './parse-message.ts';
import type { Message } from './parse-message.ts';
import { readXml } from './read-xml.ts';

/** Reads a whole mail: finds its documents and what they ask for. */
export async function readMail(raw: Buffer): Promise<Reading> {
  let message: Message;
  let collected: Collected;
  try {
    message = await parseMessage(raw);
    if (isBounce(message.head)) return unread(message, []);
    collected = await collect(message);
  } catch (error) {
    return { ...readHeadOnly(raw), failure: faultOfMail(error) };
  }
  const readings = collected.documents.map(readDocument);
  const inquiries = withoutRepeats(readings);
  if (inquiries.length === 0) {
    const failures = readings.flatMap((reading) => ('failure' in reading ? [reading.failure] : []));
    return unread(message, [...failures, ...collected.failures], collected.nested);
  }
  return { ...about(message, collected.nested), inquiries };
}

const isBounce = (head: MailHead): boolean => kindOf(head.first) === 'bounce';

function unread(message: Message, failures: ParsingFailure[], nested: Message[] = []): Reading {
  const kind = aboutKind(kindOf(message.head.first));
  const nothing = failure('no_xml_attachment', `${kind} carries no XML document with a contact request.`);
  return { ...about(message, nested), failure: mostTelling(failures) ?? nothing };
}

const about = (message: Message, nested: Message[]): Reading => ({
  sender: cutText(message.sender, 320),
  subject: cutText(message.subject, 1000),
  body: cutBytes(message.text, LONGEST_BODY_BYTES),
  addressed: [...levelsOf(message.head), ...nested.flatMap(({ head }) => levelsOf(head))],
  inquiries: [],
});

function readDocument({ bytes, charset, text }: Found): FeedbackReading {
  const read = readXml(bytes, charset);
  if ('fault' in read)
    return { failure: failure('xml_malformed', `The XML document cannot be read: ${read.fault}.`) };
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 24);
  return readFeedback(read.root, { hash, text });
}

/** Mail programs put the same document into a mail twice; one document may well ask for the same thing twice. */
function withoutRepeats(readings: readonly FeedbackReading[]): Inquiry[] {
  const told = new Set<string>();
  return readings.flatMap((reading) => {
    if ('failure' in reading) return [];
    const asked = reading.inquiries.map(({ prospect, property }) => JSON.stringify([prospect, property]));
    const fresh = reading.inquiries.filter((_inquiry, index) => !told.has(asked[index] ?? ''));
    for (const each of asked) told.add(each);
    return fresh;
  });
}

function faultOfMail(error: unknown): ParsingFailure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EMAXLEN'
    ? failure('too_large', 'The mail has too many parts or headers.')
    : failure('unsupported_format', 'The mail cannot be taken apart.');
}
