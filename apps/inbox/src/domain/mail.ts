import type { Actor, ContactRequest, Handling, Mail, MailState } from '@estate/contracts';
import type { ParsingFailure } from './failure.ts';
import type { Inquiry } from './inquiry.ts';
import type { Reading } from './reading.ts';

/** The result of an email for one target; a failure is published once. */
export interface MailResult {
  targetId: string;
  accountId: string;
  requestCount: number;
  /** True if a failure was published, beside requests or instead of them. */
  failureTold?: boolean;
  /** The request address that received it. */
  address?: string;
  /** The report that was made of it, also of one that is unclear. */
  reportId?: string;
  /** Set once the account has marked the email as done. */
  done?: Done;
}

/** When an account marked an email as done, and who did it. */
export interface Done {
  at: Date;
  by?: Actor;
}

/** A received email, with all its copies. */
export interface MailRecord {
  id: string;
  /** The same for every copy of the email. */
  key: string;
  /** Empty for an email that was erased. */
  rawSha256: string;
  sizeBytes: number;
  /** Only the beginning was kept. */
  truncated: boolean;
  source: string;
  /** Addresses it was delivered to, of all copies. */
  recipients: string[];
  state: MailState;
  receivedAt: Date;
  expiresAt: Date;
  sender?: string;
  subject?: string;
  failure?: ParsingFailure;
  /** It ended every thread that read it. */
  unreadable?: true;
  /** The accounts for which it was erased: it leads to nothing for them, however often a copy arrives. */
  erasedFor?: string[];
  results: MailResult[];
}

/** Most addresses that one email with all its copies may have been delivered to. */
export const MOST_RECIPIENTS = 1000;

/** The source of emails that are made of the files of report folders. */
export const REPORT_FOLDER = 'report-folder';

/** How much is stored of an email that is too large. */
export const HEAD_BYTES = 256 * 1024;

/** How large its raw bytes are. */
export const keptBytes = ({ truncated, sizeBytes }: MailRecord): number =>
  truncated ? HEAD_BYTES : sizeBytes;

/** The state of an email that was read. */
export type ReadState = Exclude<MailState, 'pending'>;

/** The email as the operator sees it. */
export const toMail = (record: MailRecord): Mail => ({
  id: record.id,
  receivedAt: record.receivedAt.toISOString(),
  source: record.source,
  state: record.state,
  sizeBytes: record.sizeBytes,
  ...(record.sender !== undefined && { sender: record.sender }),
  recipients: record.recipients,
  ...(record.subject !== undefined && { subject: record.subject }),
  targetIds: record.results.map(({ targetId }) => targetId),
  requestCount: record.results.reduce((sum, { requestCount }) => sum + requestCount, 0),
  ...record.failure,
});

/** A target that an email was sent to, and the address that names it. */
export interface Addressee {
  targetId: string;
  accountId: string;
  address: string;
  /** The address is the one for reports. */
  isForReports?: boolean | undefined;
  /** The email came to the address for requests, too. */
  isForRequests?: boolean | undefined;
  /** Its account is being closed: nothing is made of the email, unless the closing is cancelled and the email is read again. */
  isClosing?: boolean | undefined;
}

/** The message of a request; with an id, the text is stored once for all requests that share it. */
export interface RequestText {
  message: string;
  textId?: string;
}

/** The handling that the people of the account set, and its time. */
export interface StoredHandling extends Omit<Handling, 'changedAt' | 'answeredAt'> {
  changedAt: Date;
  answeredAt?: Date;
}

/** A contact request as it is stored. */
export interface RequestRecord extends Omit<ContactRequest, 'createdAt' | 'handling'>, RequestText {
  accountId: string;
  /** Absent until somebody sets it: the request is new. */
  handling?: StoredHandling;
  /** The person, the email and the target that it was made for. */
  origin: string;
  createdAt: Date;
}

interface Making {
  id: string;
  mailId: string;
  addressee: Addressee;
  propertyId: string | undefined;
  text: RequestText;
  now: Date;
}

/** The request that is made of an inquiry for one target. */
export const requestOf = (
  inquiry: Inquiry,
  { id, mailId, addressee, propertyId, text, now }: Making,
): RequestRecord => ({
  id,
  accountId: addressee.accountId,
  origin: `${addressee.targetId}:${mailId}:${inquiry.origin}`,
  createdAt: now,
  ...text,
  targetId: addressee.targetId,
  ...(propertyId !== undefined && { propertyId }),
  prospect: inquiry.prospect,
  propertyProvidedByPlatform: inquiry.property,
});

/** The email that a request was made of. */
export const mailIdOf = ({ origin }: Pick<RequestRecord, 'origin'>): string => origin.split(':')[1] ?? '';

/** The request as its event tells it: nobody has handled it yet. */
export const toNewRequest = (record: RequestRecord): ContactRequest => ({
  id: record.id,
  createdAt: record.createdAt.toISOString(),
  message: record.message,
  targetId: record.targetId,
  ...(record.propertyId !== undefined && { propertyId: record.propertyId }),
  prospect: record.prospect,
  propertyProvidedByPlatform: record.propertyProvidedByPlatform,
  handling: { state: 'new' },
});

/** The request as the customer sees it. */
export const toRequest = (record: RequestRecord): ContactRequest => ({
  ...toNewRequest(record),
  ...(record.handling && { handling: toHandling(record.handling) }),
});

/** The handling of a request, as the customer sees it. */
export const toHandling = ({ changedAt, answeredAt, ...handling }: StoredHandling): Handling => ({
  ...handling,
  changedAt: changedAt.toISOString(),
  ...(answeredAt && { answeredAt: answeredAt.toISOString() }),
});

type Answer = Pick<StoredHandling, 'answeredAt' | 'answeredBy'>;

/** The answer to a request: the first one who sets another state than `new`, and the time. */
export function answerOf(
  before: StoredHandling | undefined,
  { state, changedAt, changedBy }: StoredHandling,
): Answer {
  const isKnown = before !== undefined && (before.answeredAt !== undefined || before.state !== 'new');
  if (isKnown) {
    const { answeredAt, answeredBy } = before;
    return { ...(answeredAt && { answeredAt }), ...(answeredBy && { answeredBy }) };
  }
  return state === 'new' ? {} : { answeredAt: changedAt, ...(changedBy && { answeredBy: changedBy }) };
}

/** The state of an email after it was read for these targets. */
export function stateAfter(reading: Reading, addressees: readonly Addressee[]): ReadState {
  if (addressees.length === 0) return 'quarantined';
  return reading.inquiries.length > 0 || !reading.failure ? 'parsed' : 'failed';
}
