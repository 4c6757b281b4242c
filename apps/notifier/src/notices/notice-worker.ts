import type { Logger } from '@estate/observability';
import { Worker } from '@estate/persistence';
import type { MailChannel } from '../channels/mail-channel.ts';
import { NOTICE_ATTEMPTS_MAX, noticeOutcome } from '../domain/notice.ts';
import type { NoticeOutcome } from '../domain/notice.ts';
import type { ClaimedNotice } from '../stores/notice-store.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { NoticeNotes } from './notice-telemetry.ts';

/** Longer than the longest attempt. */
const LEASE_MS = 120_000;
const SWEEP_MS = 5000;

export interface NoticeWorkerDeps extends Pick<Stores, 'accountEmails' | 'notices'> {
  clock: () => Date;
  newId: () => string;
  log: Logger;
  mail: Pick<MailChannel, 'send'>;
  notes: NoticeNotes;
}

/** Sends one email at a time. An attempt of a process that crashed counts, and another process makes the next one. */
export function noticeWorker(deps: NoticeWorkerDeps): Worker {
  const { notices, clock, newId, notes } = deps;
  const run = async (): Promise<boolean> => {
    const claimed = await notices.claim({ owner: newId(), leaseMs: LEASE_MS, now: clock() });
    if (!claimed) return false;
    const outcome = await attempt(claimed, deps);
    await notices.settle(claimed, outcome);
    notes.attempted(claimed, outcome);
    return true;
  };
  return new Worker({ name: 'notices', run, sweepEveryMs: SWEEP_MS, log: deps.log });
}

async function attempt(notice: ClaimedNotice, deps: NoticeWorkerDeps): Promise<NoticeOutcome> {
  const { accountEmails, mail, clock } = deps;
  const { id, accountId, attemptCount, subject, text } = notice;
  // Claimed again after the last attempt, whose process crashed.
  if (attemptCount > NOTICE_ATTEMPTS_MAX) {
    return { status: 'failed', failure: 'The outcome of the last attempt is unknown.', endedAt: clock() };
  }
  const to = notice.to ?? (await accountEmails.find(accountId));
  if (to === undefined) return { status: 'discarded', endedAt: clock() };
  const result = await mail.send({ id, to, subject, text });
  return noticeOutcome(result, { attemptCount, now: clock(), random: Math.random });
}
