import { RequestCreated, RequestParsingFailed } from '@estate/contracts';
import { message } from '@estate/messaging';
import type { OutgoingMessage } from '@estate/messaging';
import { addressesIn, isAbandoned, personKeysOf } from '@estate/persistence';
import { contentOf } from '../domain/mail-content.ts';
import { failure, failureOf, onlyFailure } from '../domain/failure.ts';
import type { ParsingFailure } from '../domain/failure.ts';
import { requestOf, stateAfter, toNewRequest } from '../domain/mail.ts';
import type { Addressee, MailRecord, MailResult, RequestRecord, RequestText } from '../domain/mail.ts';
import type { Inquiry } from '../domain/inquiry.ts';
import type { Reading } from '../domain/reading.ts';
import { pageIn } from '../domain/report/statements.ts';
import type { Origin } from '../origin.ts';
import type { MailReader } from '../reading/mail-reader.ts';
import { readHeadOnly } from '../reading/head-reading.ts';
import type { ClaimedMail, MailEnd } from '../stores/mail-queue.ts';
import type { RequestStore } from '../stores/request-store.ts';
import type { TextStore } from '../stores/text-store.ts';
import type { InquiryNotes } from './inquiry-notes.ts';
import { UNKNOWN_MAX } from './recipient-lookup.ts';
import type { Addressees, RecipientLookup } from './recipient-lookup.ts';
import { isReportTo, judged, reportMessage } from './tell-report.ts';

export interface ProcessDeps extends Origin {
  reader: Pick<MailReader, 'read'>;
  recipients: Pick<RecipientLookup, 'addressees' | 'property'>;
  requests: Pick<RequestStore, 'add'>;
  texts: Pick<TextStore, 'put'>;
  inquiries: Pick<InquiryNotes, 'note'>;
  /** The page of an email in the dashboard; undefined where no public address is configured. */
  mailUrl: (mailId: string) => string | undefined;
}

export interface Processed {
  result: MailEnd;
  messages: OutgoingMessage[];
  requests: number;
}

/** Reads an email and makes its requests; the failure events are returned, to be saved together with the email. */
export async function processMail(deps: ProcessDeps, claimed: ClaimedMail, raw: Buffer): Promise<Processed> {
  const { record } = claimed;
  const given = await readingOf(deps, claimed, raw);
  const { addressees, leftOut } = await addresseesOf(deps, record, given);
  const reading = withLeftOut(judged(given, addressees), leftOut);
  const results = new Map(record.results.map((result) => [result.targetId, result]));
  const messages: OutgoingMessage[] = [];
  let made = 0;
  for (const addressee of addressees) {
    const before = results.get(addressee.targetId);
    if (addressee.isClosing) results.set(addressee.targetId, before ?? untouched(addressee));
    else {
      const one = { record, reading, addressee };
      made += await makeRequests(deps, one);
      const told = tell(deps, one, before);
      messages.push(...told.messages);
      results.set(addressee.targetId, told.result);
    }
  }
  if (results.size === 0 && record.erasedFor) return ERASED;
  const result = {
    state: stateAfter(reading, addressees),
    results: [...results.values()],
    sender: reading.sender,
    subject: reading.subject,
    ...(reading.failure && { failure: summaryOf(reading.failure) }),
    ...(reading.isUnreadable && { unreadable: reading.isUnreadable }),
    ...(results.size > 0 && {
      content: contentOf(reading),
      personKeys: keysOf(reading, [...results.values()]),
    }),
  };
  return { result, messages, requests: made };
}

/** Every recipient has erased the email, so a copy of it leads to nothing. */
const ERASED: Processed = {
  result: { state: 'failed', results: [], isErased: true },
  messages: [],
  requests: 0,
};

const TOO_MANY_UNKNOWN = failure(
  'too_large',
  `The email names more than ${UNKNOWN_MAX} request addresses that do not exist. Further addresses were ignored.`,
);

function withLeftOut(reading: Reading, count: number): Reading {
  if (count === 0) return reading;
  const problems = [...(reading.failure?.problems ?? []), { ...TOO_MANY_UNKNOWN, count }];
  return { ...reading, failure: failureOf(problems, reading.inquiries.length) };
}

/** The messages for one target beside its requests: a failure, and the report of its platform. */
function tell(deps: ProcessDeps, one: ForOne, before: MailResult | undefined) {
  const { addressee, reading } = one;
  const reportId = isReportTo(addressee, reading) ? (before?.reportId ?? deps.newId()) : before?.reportId;
  const isFailure = reading.failure !== undefined && !isQuietReport(one);
  const about = { id: deps.newId(), at: deps.clock() };
  const messages = [
    ...(isFailure && !wasFailurePublished(before) ? [failed(deps, one)] : []),
    ...(reportId === undefined ? [] : [reportMessage({ ...one, reportId }, about)]),
  ];
  return { messages, result: resultOf(before, { ...one, reportId, isFailure }) };
}

/** True for a report that asks for nothing, which is no request that failed; at an address for both, only a certain report counts. */
const isQuietReport = ({ addressee, reading }: ForOne): boolean =>
  addressee.isForReports === true &&
  reading.inquiries.length === 0 &&
  (addressee.isForRequests !== true || (reading.report?.objects.length ?? 0) > 0);

/** The targets that the email is for, without those of accounts that have erased it. */
async function addresseesOf(
  { recipients }: ProcessDeps,
  { recipients: named, erasedFor = [] }: MailRecord,
  reading: Reading,
): Promise<Addressees> {
  const found = await recipients.addressees([named, ...reading.addressed]);
  const addressees = found.addressees.filter(({ accountId }) => !erasedFor.includes(accountId));
  return { ...found, addressees };
}

function keysOf({ sender, subject, body }: Reading, results: readonly MailResult[]): string[] {
  const addresses = addressesIn(sender, subject, body);
  const accountIds = new Set(results.map(({ accountId }) => accountId));
  return [...accountIds].flatMap((accountId) => personKeysOf(accountId, addresses));
}

async function readingOf({ reader }: ProcessDeps, claimed: ClaimedMail, raw: Buffer): Promise<Reading> {
  if (claimed.record.truncated) return unread(raw, failure('too_large', 'The email is too large.'));
  if (isAbandoned(claimed)) return unreadable(raw);
  return await reader.read(raw);
}

/** The reading of an email that crashes every reader. */
export const unreadable = (raw: Buffer): Reading => ({
  ...unread(raw, failure('unsupported_format', 'Reading the email takes too much time or memory.')),
  isUnreadable: true,
});

const unread = (raw: Buffer, why: ParsingFailure): Reading => ({
  ...readHeadOnly(raw),
  failure: onlyFailure(why),
});

/** The single problems are part of its content. */
const summaryOf = ({ failureCode, failureMessage }: ParsingFailure) => failure(failureCode, failureMessage);

interface ForOne {
  record: MailRecord;
  reading: Reading;
  addressee: Addressee;
}

/** So many requests of an email are made together: one by one, those of a large email would outlast its lease. */
const MADE_AT_ONCE = 20;

/** Makes requests in the order of the people; returns how many did not exist yet. */
async function makeRequests(deps: ProcessDeps, one: ForOne): Promise<number> {
  const { recipients, requests, clock, newId } = deps;
  const { record, reading, addressee } = one;
  const { accountId } = addressee;
  const textsOf = requestTexts(deps, reading, accountId);
  let made = 0;
  for (let at = 0; at < reading.inquiries.length; at += MADE_AT_ONCE) {
    const found = await Promise.all(
      reading.inquiries.slice(at, at + MADE_AT_ONCE).map(async (inquiry) => ({
        inquiry,
        property: await recipients.property(accountId, inquiry.externalIds),
        text: await textsOf.of(inquiry),
      })),
    );
    const added = await Promise.all(
      found.map(async ({ inquiry, property: { propertyId, propertyType }, text }) => {
        const now = clock();
        const parts = { id: newId(), mailId: record.id, addressee, now, propertyId, text };
        const request = requestOf(inquiry, parts);
        const content = { ...toNewRequest(request), ...(propertyType && { propertyType }) };
        const created = message(RequestCreated, content, { id: newId(), accountId, at: now });
        return { request, isNew: await requests.add(request, created) };
      }),
    );
    made += added.filter(({ isNew }) => isNew).length;
    await textsOf.keep();
    await noteInquiries(deps, one, added);
  }
  return made;
}

interface AddedRequest {
  request: RequestRecord;
  isNew: boolean;
}

/**
 * Notes that the platform shows the properties that people asked about. A reading that did not end may have made requests and noted
 * nothing; one that ended has noted all, and is no news when the email is read again.
 */
async function noteInquiries(
  { inquiries }: ProcessDeps,
  { record: { results, receivedAt: at }, reading, addressee: { targetId, accountId } }: ForOne,
  added: readonly AddedRequest[],
): Promise<void> {
  if (reading.isForged) return;
  const wasRead = results.some((result) => result.targetId === targetId);
  await Promise.all(
    added.map(
      async ({
        request: {
          propertyId,
          propertyProvidedByPlatform: { publicUrl = '' },
        },
        isNew,
      }) => {
        if (propertyId === undefined || (wasRead && !isNew)) return;
        await inquiries.note({ accountId, targetId, propertyId, at, publicUrl: pageIn(publicUrl) });
      },
    ),
  );
}

/** A text that inquiries share is stored before the first request that refers to it. */
function requestTexts({ texts }: ProcessDeps, reading: Reading, accountId: string) {
  const textIds = new Map<number, Promise<string>>();
  const of = async ({ message: asked }: Inquiry): Promise<RequestText> => {
    if ('own' in asked) return { message: asked.own };
    const shared = reading.texts[asked.shared] ?? '';
    const textId = textIds.get(asked.shared) ?? texts.put(accountId, shared);
    textIds.set(asked.shared, textId);
    return { message: shared, textId: await textId };
  };
  /** An erasure may have removed a text between being stored and being referred to. */
  const keep = async () => {
    for (const at of textIds.keys()) await texts.put(accountId, reading.texts[at] ?? '');
  };
  return { of, keep };
}

function failed(deps: ProcessDeps, { record, reading, addressee }: ForOne): OutgoingMessage {
  const { targetId, accountId, address } = addressee;
  const at = deps.clock();
  const { sender, subject, body, inquiries } = reading;
  const why = reading.failure ?? onlyFailure(failure('no_xml_attachment', 'The email contains no request.'));
  const about = { sender, recipient: address, subject, body, requestCount: inquiries.length };
  const mailUrl = deps.mailUrl(record.id);
  const mail = { mailId: record.id, ...(mailUrl !== undefined && { mailUrl }) };
  return message(
    RequestParsingFailed,
    { targetId, createdAt: at.toISOString(), ...why, ...about, ...mail, problems: [...why.problems] },
    { id: deps.newId(), accountId, at },
  );
}

/** A result without `failureTold` led to a failure exactly when it led to no request. */
const wasFailurePublished = (before: MailResult | undefined): boolean =>
  before !== undefined && (before.failureTold ?? before.requestCount === 0);

interface Ended extends ForOne {
  reportId: string | undefined;
  isFailure: boolean;
}

const untouched = ({ targetId, accountId, address }: Addressee): MailResult => ({
  ...{ targetId, accountId, address },
  requestCount: 0,
  failureTold: false,
});

/** The requests of an earlier reading still count. */
const resultOf = (
  before: MailResult | undefined,
  { reading, addressee: { targetId, accountId, address }, reportId, isFailure }: Ended,
): MailResult => ({
  targetId,
  accountId,
  address,
  ...(before?.done && { done: before.done }),
  requestCount: Math.max(before?.requestCount ?? 0, reading.inquiries.length),
  failureTold: isFailure || wasFailurePublished(before),
  ...(reportId !== undefined && { reportId }),
});
