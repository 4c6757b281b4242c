import { RequestCreated, RequestParsingFailed } from '@estate/contracts';
import { message } from '@estate/messaging';
import type { OutgoingMessage } from '@estate/messaging';
import { isAbandoned } from '@estate/persistence';
import { failure, onlyFailure } from '../domain/failure.ts';
import type { ParsingFailure } from '../domain/failure.ts';
import { requestOf, stateAfter, toRequest } from '../domain/mail.ts';
import type { Addressee, MailRecord, MailResult, RequestText } from '../domain/mail.ts';
import type { Inquiry } from '../domain/inquiry.ts';
import type { Reading } from '../domain/reading.ts';
import type { Origin } from '../origin.ts';
import type { MailReader } from '../reading/mail-reader.ts';
import { readHeadOnly } from '../reading/head-reading.ts';
import type { ClaimedMail, MailEnd } from '../stores/mail-queue.ts';
import type { RequestStore } from '../stores/request-store.ts';
import type { TextStore } from '../stores/text-store.ts';
import type { RecipientLookup } from './recipient-lookup.ts';

export interface ProcessDeps extends Origin {
  reader: Pick<MailReader, 'read'>;
  recipients: Pick<RecipientLookup, 'addressees' | 'property'>;
  requests: Pick<RequestStore, 'add'>;
  texts: Pick<TextStore, 'put'>;
}

export interface Processed {
  result: MailEnd;
  messages: OutgoingMessage[];
  requests: number;
}

/** Reads an email and makes its requests; the failure events are returned, to be saved together with the email. */
export async function processMail(deps: ProcessDeps, claimed: ClaimedMail, raw: Buffer): Promise<Processed> {
  const { record } = claimed;
  const reading = await readingOf(deps, claimed, raw);
  const addressees = await deps.recipients.addressees([record.recipients, ...reading.addressed]);
  const results = new Map(record.results.map((result) => [result.targetId, result]));
  const messages: OutgoingMessage[] = [];
  let made = 0;
  for (const addressee of addressees) {
    const before = results.get(addressee.targetId);
    made += await makeRequests(deps, { record, reading, addressee });
    if (reading.failure && !wasFailurePublished(before)) messages.push(failed(deps, reading, addressee));
    results.set(addressee.targetId, resultOf(before, reading, addressee));
  }
  const result = {
    state: stateAfter(reading, addressees),
    results: [...results.values()],
    sender: reading.sender,
    subject: reading.subject,
    ...(reading.failure && { failure: summaryOf(reading.failure) }),
  };
  return { result, messages, requests: made };
}

function readingOf({ reader }: ProcessDeps, claimed: ClaimedMail, raw: Buffer): Promise<Reading> {
  if (claimed.record.truncated) return unread(raw, failure('too_large', 'The email is too large.'));
  if (isAbandoned(claimed)) return unreadable(raw);
  return reader.read(raw);
}

/** The reading of an email that crashes every reader. */
export const unreadable = (raw: Buffer): Promise<Reading> =>
  unread(raw, failure('unsupported_format', 'Reading the email takes too much time or memory.'));

const unread = async (raw: Buffer, why: ParsingFailure): Promise<Reading> => ({
  ...(await readHeadOnly(raw)),
  failure: onlyFailure(why),
});

/** The single problems are sent to the customer and not stored with the email. */
const summaryOf = ({ failureCode, failureMessage }: ParsingFailure) => failure(failureCode, failureMessage);

interface ForOne {
  record: MailRecord;
  reading: Reading;
  addressee: Addressee;
}

/** So many requests of an email are made together: one by one, those of a large email would outlast its lease. */
const MADE_AT_ONCE = 20;

/** Makes requests in the order of the people; returns how many did not exist yet. */
async function makeRequests(deps: ProcessDeps, { record, reading, addressee }: ForOne): Promise<number> {
  const { recipients, requests, clock, newId } = deps;
  const { accountId } = addressee;
  const textOf = requestTexts(deps, reading, accountId);
  let made = 0;
  for (let at = 0; at < reading.inquiries.length; at += MADE_AT_ONCE) {
    const found = await Promise.all(
      reading.inquiries.slice(at, at + MADE_AT_ONCE).map(async (inquiry) => ({
        inquiry,
        propertyId: await recipients.property(accountId, inquiry.externalIds),
        text: await textOf(inquiry),
      })),
    );
    const added = await Promise.all(
      found.map(({ inquiry, ...parts }) => {
        const now = clock();
        const request = requestOf(inquiry, { id: newId(), mailId: record.id, addressee, now, ...parts });
        const event = message(RequestCreated, toRequest(request), { id: newId(), accountId, at: now });
        return requests.add(request, event);
      }),
    );
    made += added.filter(Boolean).length;
  }
  return made;
}

/** A text that inquiries share is stored before the first request that refers to it. */
function requestTexts({ texts }: ProcessDeps, reading: Reading, accountId: string) {
  const textIds = new Map<number, Promise<string>>();
  return async ({ message: asked }: Inquiry): Promise<RequestText> => {
    if ('own' in asked) return { message: asked.own };
    const shared = reading.texts[asked.shared] ?? '';
    const textId = textIds.get(asked.shared) ?? texts.put(accountId, shared);
    textIds.set(asked.shared, textId);
    return { message: shared, textId: await textId };
  };
}

function failed(
  deps: ProcessDeps,
  reading: Reading,
  { targetId, accountId, address }: Addressee,
): OutgoingMessage {
  const at = deps.clock();
  const { sender, subject, body, inquiries } = reading;
  const why = reading.failure ?? onlyFailure(failure('no_xml_attachment', 'The email contains no request.'));
  const about = { sender, recipient: address, subject, body, requestCount: inquiries.length };
  return message(
    RequestParsingFailed,
    { targetId, createdAt: at.toISOString(), ...why, ...about, problems: [...why.problems] },
    { id: deps.newId(), accountId, at },
  );
}

/** A result without `failureTold` led to a failure exactly when it led to no request. */
const wasFailurePublished = (before: MailResult | undefined): boolean =>
  before !== undefined && (before.failureTold ?? before.requestCount === 0);

/** The requests of an earlier reading still count. */
const resultOf = (
  before: MailResult | undefined,
  reading: Reading,
  { targetId, accountId }: Addressee,
): MailResult => ({
  targetId,
  accountId,
  requestCount: Math.max(before?.requestCount ?? 0, reading.inquiries.length),
  failureTold: reading.failure !== undefined || wasFailurePublished(before),
});
