import type { ErasedMailStore } from '../stores/erased-mail-store.ts';
import type { ErasedRequestStore } from '../stores/erased-request-store.ts';
import type { RetentionStore } from '../stores/retention-store.ts';
import type { EraseEvents } from './erase-events.ts';

const DAY_MS = 86_400_000;
const AT_ONCE = 100;

export interface RetentionDeps {
  clock: () => Date;
  erasedRequests: Pick<ErasedRequestStore, 'nextAccount' | 'madeBefore' | 'take'>;
  erasedMails: Pick<ErasedMailStore, 'receivedBefore' | 'erase'>;
  retentions: Pick<RetentionStore, 'find' | 'nextBelow'>;
  eraseEvents: EraseEvents;
  /** Wakes the worker that erases what was taken. */
  wake: () => void;
  defaultDays: number;
  mailDays: number;
}

/** Erases what accounts have kept for longer than they want to. */
export async function sweepRetention(deps: RetentionDeps, signal: AbortSignal): Promise<void> {
  for (let after = ''; !signal.aborted;) {
    const accountId = await deps.erasedRequests.nextAccount(after);
    if (accountId === undefined) break;
    await takeOldRequests(deps, accountId, signal);
    after = accountId;
  }
  for (let after = ''; !signal.aborted;) {
    const account = await nextWithShortMails(deps, after);
    if (account === undefined) return;
    await eraseOldMails(deps, account, signal);
    after = account.accountId;
  }
}

async function takeOldRequests(deps: RetentionDeps, accountId: string, signal: AbortSignal): Promise<void> {
  const days = (await deps.retentions.find(accountId)) ?? deps.defaultDays;
  const time = daysAgo(deps, days);
  while (!signal.aborted) {
    const ids = await deps.erasedRequests.madeBefore(accountId, time, AT_ONCE);
    if (ids.length === 0) return;
    await deps.erasedRequests.take(ids, { accountId, dueAt: deps.clock() });
    deps.wake();
  }
}

/** Emails are kept for a time of their own, unless requests are kept for a shorter one. */
async function nextWithShortMails({ retentions, mailDays }: RetentionDeps, after: string) {
  return retentions.nextBelow(mailDays, after);
}

async function eraseOldMails(
  deps: RetentionDeps,
  { accountId, requestsDays }: { accountId: string; requestsDays: number },
  signal: AbortSignal,
): Promise<void> {
  const time = daysAgo(deps, requestsDays);
  while (!signal.aborted) {
    const mailIds = await deps.erasedMails.receivedBefore(accountId, time, AT_ONCE);
    if (mailIds.length === 0) return;
    await deps.eraseEvents(accountId, { mailIds });
    for (const id of mailIds) await deps.erasedMails.erase(accountId, id);
  }
}

const daysAgo = ({ clock }: RetentionDeps, days: number): Date => new Date(clock().getTime() - days * DAY_MS);
