import { RequestCreated, RequestParsingFailed } from '@estate/contracts';
import { message } from '@estate/messaging';
import type { OutgoingMessage } from '@estate/messaging';
import { failure } from '../domain/failure.ts';
import type { ParsingFailure } from '../domain/failure.ts';
import { requestOf, stateAfter, toRequest } from '../domain/mail.ts';
import type { Addressee, MailRecord, MailResult } from '../domain/mail.ts';
import type { Reading } from '../domain/reading.ts';
import type { Origin } from '../origin.ts';
import type { MailReader } from '../reading/mail-reader.ts';
import { readHeadOnly } from '../reading/head-reading.ts';
import type { ClaimedMail, MailEnd } from '../stores/mail-queue.ts';
import type { RequestStore } from '../stores/request-store.ts';
import type { Directory } from './directory.ts';

export interface ProcessDeps extends Origin {
  reader: Pick<MailReader, 'read'>;
  directory: Pick<Directory, 'addressees' | 'property'>;
  requests: Pick<RequestStore, 'add'>;
}

export interface Processed {
  end: MailEnd;
  told: OutgoingMessage[];
  requests: number;
}

/** A mail may end so many processes that read it alone before it is given up. */
const MOST_BEGUN = 3;

/** Reads a mail and makes its requests; the failure events are left to the end, which saves them with the mail. */
export async function processMail(deps: ProcessDeps, claimed: ClaimedMail, raw: Buffer): Promise<Processed> {
  const { record } = claimed;
  const reading = await readingOf(deps, claimed, raw);
  const addressees = await deps.directory.addressees([record.recipients, ...reading.addressed]);
  const results = new Map(record.results.map((result) => [result.targetId, result]));
  const told: OutgoingMessage[] = [];
  let made = 0;
  for (const addressee of addressees) {
    const before = results.get(addressee.targetId);
    made += await makeRequests(deps, { record, reading, addressee });
    if (!before && reading.failure) told.push(failed(deps, reading, addressee));
    results.set(addressee.targetId, resultOf(before, reading, addressee));
  }
  const end = {
    state: stateAfter(reading, addressees),
    results: [...results.values()],
    sender: reading.sender,
    subject: reading.subject,
    ...(reading.failure && { failure: reading.failure }),
  };
  return { end, told, requests: made };
}

function readingOf({ reader }: ProcessDeps, { record, begun }: ClaimedMail, raw: Buffer): Promise<Reading> {
  if (record.truncated) return Promise.resolve(givenUp(raw, failure('too_large', 'The mail is too large.')));
  if (begun >= MOST_BEGUN) return Promise.resolve(unreadable(raw));
  return reader.read(raw);
}

/** The reading of a mail that ends whatever reads it. */
export const unreadable = (raw: Buffer): Reading =>
  givenUp(raw, failure('unsupported_format', 'Reading the mail takes too much time or memory.'));

const givenUp = (raw: Buffer, why: ParsingFailure): Reading => ({ ...readHeadOnly(raw), failure: why });

interface ForOne {
  record: MailRecord;
  reading: Reading;
  addressee: Addressee;
}

async function makeRequests(deps: ProcessDeps, { record, reading, addressee }: ForOne): Promise<number> {
  let made = 0;
  for (const inquiry of reading.inquiries) {
    const { accountId } = addressee;
    const propertyId = await deps.directory.property(accountId, inquiry.externalIds);
    const now = deps.clock();
    const request = requestOf(inquiry, { id: deps.newId(), mailId: record.id, addressee, propertyId, now });
    const event = message(RequestCreated, toRequest(request), { id: deps.newId(), accountId, at: now });
    if (await deps.requests.add(request, event)) made += 1;
  }
  return made;
}

function failed(
  deps: ProcessDeps,
  reading: Reading,
  { targetId, accountId, address }: Addressee,
): OutgoingMessage {
  const at = deps.clock();
  const { sender, subject, body } = reading;
  const why = reading.failure ?? failure('no_xml_attachment', 'The mail carries no request.');
  return message(
    RequestParsingFailed,
    { targetId, createdAt: at.toISOString(), ...why, sender, recipient: address, subject, body },
    { id: deps.newId(), accountId, at },
  );
}

/** What was made by an earlier reading counts on. */
const resultOf = (
  before: MailResult | undefined,
  reading: Reading,
  { targetId, accountId }: Addressee,
): MailResult => ({
  targetId,
  accountId,
  requestCount: Math.max(before?.requestCount ?? 0, reading.inquiries.length),
});
