import { withoutWords } from '@estate/persistence';
import type { ErasureTally } from '@estate/persistence';
import { mailIdOf } from '../domain/mail.ts';
import { wordsOf } from './person.ts';
import type { ErasedMailStore } from '../stores/erased-mail-store.ts';
import type { ErasedRequest, ErasedRequestStore } from '../stores/erased-request-store.ts';
import type { RequestDoc } from '../stores/request-document.ts';
import type { TextStore } from '../stores/text-store.ts';
import type { EraseEvents } from './erase-events.ts';
import type { Published } from './erase-published.ts';

export interface EraseDeps {
  clock: () => Date;
  erasedRequests: ErasedRequestStore;
  erasedMails: Pick<ErasedMailStore, 'erase' | 'left'>;
  texts: Pick<TextStore, 'read' | 'find' | 'remove'>;
  tally: ErasureTally;
  publishedMessages: Published;
  eraseEvents: EraseEvents;
  /** By then, all messages that were in transit when the content was erased have arrived. */
  settleMs: number;
  /** Until when the requests of accounts wait whose erasure has failed, so that those of others are erased meanwhile. */
  postponed: Map<string, Date>;
}

/** As many as one ask may name. */
const AT_ONCE = 100;
const SHARING_AT_ONCE = 100;
/** Far below what the broker transports. */
const ASKED_BYTES = 256_000;
const POSTPONED_MS = 60_000;

/**
 * Erases the requests that have been due the longest, those of other accounts also if some fail: first their events, their emails and their content, and after a while what was on its way
 * meanwhile, together with the rest. Each step can be taken again. True when there may be more.
 */
export async function eraseRequests(deps: EraseDeps): Promise<boolean> {
  const due = await deps.erasedRequests.due(deps.clock(), AT_ONCE, waitingAccounts(deps));
  const failures: unknown[] = [];
  for (const together of groupsOf(due)) {
    await eraseGroup(deps, together).catch((error: unknown) => {
      postpone(deps, ofErasure(together).accountId);
      failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
  return due.length === AT_ONCE;
}

async function eraseGroup(deps: EraseDeps, together: readonly ErasedRequest[]): Promise<void> {
  const blank = together.filter(({ erasing }) => erasing.isBlank);
  const whole = together.filter(({ erasing }) => !erasing.isBlank);
  if (whole.length > 0) await blankOut(deps, whole);
  if (blank.length > 0) await removeRest(deps, blank);
}

/** Their requests stay due, so that the audit notices an erasure that fails for long. */
function postpone({ postponed, clock }: EraseDeps, accountId: string): void {
  postponed.set(accountId, new Date(clock().getTime() + POSTPONED_MS));
}

function waitingAccounts({ postponed, clock }: EraseDeps): string[] {
  const now = clock();
  for (const [accountId, until] of postponed) if (until <= now) postponed.delete(accountId);
  return [...postponed.keys()];
}

/** The requests of one account and one erasure. */
function groupsOf(due: readonly ErasedRequest[]): ErasedRequest[][] {
  const keyOf = ({ erasing }: ErasedRequest) => `${erasing.accountId} ${erasing.erasureId ?? ''}`;
  return [...Map.groupBy(due, keyOf).values()];
}

const ofErasure = ([first]: readonly ErasedRequest[]) => ({
  accountId: first?.erasing.accountId ?? '',
  erasureId: first?.erasing.erasureId,
});

async function blankOut(deps: EraseDeps, requests: readonly ErasedRequest[]): Promise<void> {
  const { accountId, erasureId } = ofErasure(requests);
  const requestIds = requests.map(({ _id }) => _id);
  const named = [...new Set(requests.map(mailIdOf))];
  const mailIds = await deps.erasedMails.left(accountId, named);
  const about = { ...(erasureId !== undefined && { erasureId }), requestIds, mailIds };
  await deps.eraseEvents(accountId, about);
  for (const request of requests) await leaveText(deps, request);
  if (erasureId !== undefined) {
    await deps.tally.note(erasureId, 'mail', mailIds);
    await deps.tally.note(erasureId, 'request', requestIds);
  }
  for (const id of mailIds) await deps.erasedMails.erase(accountId, id);
  await deps.erasedRequests.blank(requestIds, new Date(deps.clock().getTime() + deps.settleMs));
  // Only now does nothing refer to the texts any more.
  for (const textId of new Set(requests.flatMap(({ textId }) => textId ?? [])))
    await removeText(deps, textId);
}

async function removeRest(deps: EraseDeps, requests: readonly ErasedRequest[]): Promise<void> {
  const { accountId, erasureId } = ofErasure(requests);
  const requestIds = requests.map(({ _id }) => _id);
  await deps.eraseEvents(accountId, { ...(erasureId !== undefined && { erasureId }), requestIds });
  await deps.erasedRequests.remove(requestIds);
}

/**
 * Requests of other people that share the text of this one get one of their own, in which nothing names this person.
 */
async function leaveText(deps: EraseDeps, { textId, prospect, erasing }: ErasedRequest): Promise<void> {
  if (textId === undefined) return;
  const text = (await deps.texts.read([textId])).get(textId);
  const words = wordsOf(prospect);
  if (text === undefined || withoutWords(text, words) === text) return;
  for (;;) {
    const others = await deps.erasedRequests.sharing(erasing.accountId, textId, SHARING_AT_ONCE);
    if (others.length === 0) return;
    await redactEvents(deps, erasing.accountId, { requests: others, words });
    await eraseMailsOf(deps, { accountId: erasing.accountId, erasureId: erasing.erasureId }, others);
    for (const other of others) await deps.erasedRequests.redact(other, text, words);
  }
}

interface Redacting {
  requests: readonly Pick<RequestDoc, '_id'>[];
  words: readonly string[];
}

/** Has words taken out of the events of requests, of as many at once as fit through the broker. */
export async function redactEvents(
  { eraseEvents }: Pick<EraseDeps, 'eraseEvents'>,
  accountId: string,
  { requests, words }: Redacting,
): Promise<void> {
  const redacted = requests.map(({ _id: requestId }) => ({ requestId, words: [...words] }));
  const atOnce = Math.max(1, Math.floor(ASKED_BYTES / Buffer.byteLength(JSON.stringify(redacted[0] ?? ''))));
  for (let at = 0; at < redacted.length; at += atOnce)
    await eraseEvents(accountId, { redacted: redacted.slice(at, at + atOnce) });
}

interface Of {
  accountId: string;
  erasureId: string | undefined;
}

/** Erases the emails that led to requests of others; those requests stay. */
export async function eraseMailsOf(
  deps: EraseDeps,
  of: Of,
  requests: readonly Pick<RequestDoc, 'origin'>[],
): Promise<void> {
  const named = [...new Set(requests.map(mailIdOf))];
  const mailIds = await deps.erasedMails.left(of.accountId, named);
  if (mailIds.length > 0) await eraseWholeMails(deps, of, mailIds);
}

/** Erases emails with the events about them. */
export async function eraseWholeMails(
  { eraseEvents, tally, erasedMails }: EraseDeps,
  { accountId, erasureId }: Of,
  mailIds: readonly string[],
): Promise<void> {
  await eraseEvents(accountId, { ...(erasureId !== undefined && { erasureId }), mailIds: [...mailIds] });
  if (erasureId !== undefined) await tally.note(erasureId, 'mail', mailIds);
  for (const id of mailIds) await erasedMails.erase(accountId, id);
}

/** A text that was put again since it was looked at stays: a request is about to refer to it. */
export async function removeText(
  { texts, erasedRequests }: Pick<EraseDeps, 'texts' | 'erasedRequests'>,
  textId: string,
): Promise<void> {
  const text = await texts.find(textId);
  if (text && !(await erasedRequests.isInUse(textId))) await texts.remove(text);
}
