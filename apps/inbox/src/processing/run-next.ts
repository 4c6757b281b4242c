import { buffer } from 'node:stream/consumers';
import { withTrace } from '@estate/observability';
import { isSuspect } from '@estate/persistence';
import type { Bytes, WorkEnd, WorkReport, WorkRunner } from '@estate/persistence';
import { keptBytes } from '../domain/mail.ts';
import type { Events } from '../telemetry.ts';
import { ReaderDied } from '../reading/mail-reader.ts';
import type { ClaimedMail, MailEnd, MailQueue } from '../stores/mail-queue.ts';
import type { Budget } from '../budget.ts';
import { processMail, unreadable } from './process-mail.ts';
import type { ProcessDeps, Processed } from './process-mail.ts';
import type { WaitingMails } from './waiting-mails.ts';

export interface RunDeps extends ProcessDeps {
  queue: Pick<MailQueue, 'claim'>;
  runner: Pick<WorkRunner<MailEnd>, 'next' | 'run'>;
  raws: Pick<Bytes, 'read'>;
  waiting: Pick<WaitingMails, 'take'>;
  /** For the raw bytes of all emails that are worked on. */
  budget: Pick<Budget, 'take'>;
  events: Pick<Events, 'mailRead'>;
}

/** An email that has ended so many threads counts as unreadable. */
const READINGS_MAX = 2;

/** Reads one email: one that just arrived, or else the one that has been due longest; false when there is none. */
export async function runNext(deps: RunDeps, signal: AbortSignal): Promise<boolean> {
  const handed = deps.waiting.take();
  if (!handed) {
    return deps.runner.next(
      (by) => deps.queue.claim(by),
      (claimed) => run(deps, claimed, { signal }),
    );
  }
  await run(deps, handed.claimed, { handed, signal });
  return true;
}

/** A suspect gets all of the memory, so that no other email is read beside it. */
async function run(
  deps: RunDeps,
  claimed: ClaimedMail,
  { handed, signal }: { handed?: ReturnType<WaitingMails['take']>; signal: AbortSignal },
): Promise<void> {
  const span = { name: 'process mail', attributes: { 'estate.mail.id': claimed.record.id } };
  const attempt = {
    signal,
    work: () => work(deps, claimed, handed?.raw),
    report: (how: WorkReport<MailRead>) => report(deps, claimed, how),
  };
  await withTrace({ span }, async () => {
    const bytes = isSuspect(claimed) ? Number.MAX_VALUE : keptBytes(claimed.record);
    const giveBack = await deps.budget.take(bytes);
    handed?.leave();
    try {
      await deps.runner.run(claimed, attempt);
    } finally {
      giveBack();
    }
  });
}

type MailRead = Processed | Extract<WorkEnd<MailEnd>, { retryInMs: number }>;

async function work(deps: RunDeps, claimed: ClaimedMail, handed: Buffer | undefined): Promise<MailRead> {
  const raw = handed ?? (await rawOf(deps, claimed));
  try {
    return await processMail(deps, claimed, raw);
  } catch (error) {
    if (!(error instanceof ReaderDied)) throw error;
    if (claimed.attempt + 1 < READINGS_MAX) return { retryInMs: 0 };
    const reader = { read: (bytes: Uint8Array) => Promise.resolve(unreadable(Buffer.from(bytes))) };
    return processMail({ ...deps, reader }, claimed, raw);
  }
}

function report({ events }: RunDeps, { record }: ClaimedMail, how: WorkReport<MailRead>): void {
  const about = { mailId: record.id, durationMs: how.durationMs };
  if (how.outcome !== 'saved')
    events.mailRead({ ...about, outcome: how.outcome, reason: 'error' in how ? how.error : undefined });
  else if ('retryInMs' in how.end)
    events.mailRead({ ...about, outcome: 'repeat', reason: 'reading ended its thread' });
  else {
    const { result, requests } = how.end;
    const failureCode = result.failure?.failureCode;
    events.mailRead({ ...about, outcome: result.state, requests, failureCode });
  }
}

async function rawOf({ raws }: RunDeps, { record }: ClaimedMail): Promise<Buffer> {
  const raw = await raws.read(record.rawSha256);
  if (raw === null) throw new Error(`the raw bytes of email ${record.id} are missing`);
  return buffer(raw.stream);
}
