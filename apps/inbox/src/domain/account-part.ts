import type {
  ReceivedMail,
  ReceivedMailQuery,
  ReceivedMailState,
  ReceivedMailSummary,
} from '@estate/contracts';
import type { MailContent } from './mail-content.ts';
import type { Done, MailRecord, MailResult } from './mail.ts';
import { shownLine } from './shown-text.ts';

const LONGEST_SUBJECT = 1000;
const LONGEST_SENDER = 320;

type Judged = Pick<MailRecord, 'state' | 'failure' | 'results'>;

/** The results of an email for one account: all that the account may know of its recipients. */
const resultsOf = ({ results }: Pick<MailRecord, 'results'>, accountId: string): MailResult[] =>
  results.filter((result) => result.accountId === accountId);

const requestCountOf = (results: readonly MailResult[]): number =>
  results.reduce((sum, { requestCount }) => sum + requestCount, 0);

/** The mark of the account; a target that received the email after it makes it open again. */
function doneOf(results: readonly MailResult[]): Done | undefined {
  return results.every(({ done }) => done !== undefined) ? results.at(-1)?.done : undefined;
}

/** The mark of the account on an email. */
export const doneFor = (record: Pick<MailRecord, 'results'>, accountId: string): Done | undefined =>
  doneOf(resultsOf(record, accountId));

function stateFor(record: Judged, own: readonly MailResult[]): ReceivedMailState {
  if (record.state === 'pending') return 'pending';
  if (doneOf(own)) return 'done';
  if (!record.failure) return 'parsed';
  return requestCountOf(own) > 0 ? 'partial' : 'failed';
}

/** The lists that an email is in, as `listFor` names them: one for each way to filter them. */
export function listsOf(record: Judged): string[] {
  const accountIds = new Set(record.results.map(({ accountId }) => accountId));
  return [...accountIds].flatMap((accountId) => {
    const own = resultsOf(record, accountId);
    const state = stateFor(record, own);
    const targetIds = [undefined, ...new Set(own.map(({ targetId }) => targetId))];
    return targetIds.flatMap((targetId) => [
      listFor(accountId, { targetId }),
      listFor(accountId, { targetId, state }),
    ]);
  });
}

/** The name of a list: the account, then the target and the state it is narrowed to. */
export const listFor = (
  accountId: string,
  { targetId, state }: Pick<ReceivedMailQuery, 'targetId' | 'state'>,
): string => [accountId, targetId ?? '', state ?? ''].join(' ');

/** The email in a list of the account. */
export function toSummary(record: MailRecord, accountId: string): ReceivedMailSummary {
  const own = resultsOf(record, accountId);
  const done = doneOf(own);
  const reportIds = own.flatMap(({ reportId }) => reportId ?? []);
  return {
    id: record.id,
    receivedAt: record.receivedAt.toISOString(),
    state: stateFor(record, own),
    ...(record.sender !== undefined && { sender: shownLine(record.sender, LONGEST_SENDER) }),
    ...(record.subject !== undefined && { subject: shownLine(record.subject, LONGEST_SUBJECT) }),
    recipients: [...new Set(own.flatMap(({ address }) => address ?? []))],
    targetIds: own.map(({ targetId }) => targetId),
    requestCount: requestCountOf(own),
    ...(reportIds.length > 0 && { reportIds }),
    ...record.failure,
    ...(done && { doneAt: done.at.toISOString(), ...(done.by && { doneBy: done.by }) }),
  };
}

/** An email of an account, with what was kept of its content. */
export interface AccountMail {
  record: MailRecord;
  content: MailContent | undefined;
}

/** The email as the account sees it. */
export const toReceivedMail = (
  { record, content }: AccountMail,
  accountId: string,
  requestIds: string[],
): ReceivedMail => ({
  ...toSummary(record, accountId),
  sizeBytes: record.sizeBytes,
  expiresAt: record.expiresAt.toISOString(),
  ...(content && { text: content.text }),
  attachments: content?.attachments ?? [],
  attachmentCount: content?.attachmentCount ?? 0,
  problems: content?.problems ?? [],
  requestIds,
});

/** The targets of the account for which the email led to requests. */
export const targetsWithRequests = ({ record }: AccountMail, accountId: string): string[] =>
  resultsOf(record, accountId).flatMap(({ targetId, requestCount }) => (requestCount > 0 ? targetId : []));

/** The results with the mark of the account, or without it. */
export const markedResults = (
  { results }: Pick<MailRecord, 'results'>,
  accountId: string,
  done: Done | undefined,
): MailResult[] =>
  results.map((result) => {
    if (result.accountId !== accountId) return result;
    const { done: _done, ...rest } = result;
    return { ...rest, ...(done && { done }) };
  });
