import { isAbort } from '@estate/errors';
import { withTrace } from '@estate/observability';
import { keptBytes } from '../domain/mail.ts';
import type { Events, MailRead } from '../events.ts';
import { ReaderDied } from '../reading/mail-reader.ts';
import type { ClaimBy, ClaimedMail, MailQueue } from '../stores/mail-queue.ts';
import type { RawStore } from '../stores/raw-store.ts';
import type { ByteBudget } from './byte-budget.ts';
import { processMail, unreadable } from './process-mail.ts';
import type { ProcessDeps, Processed } from './process-mail.ts';
import type { Handed } from './waiting-room.ts';

export interface RunDeps extends ProcessDeps {
  queue: Pick<MailQueue, 'claimDue' | 'begin' | 'end' | 'repeat' | 'release'>;
  raws: Pick<RawStore, 'read'>;
  room: { take(): Handed | undefined };
  /** For the raw bytes of all mails that are worked on. */
  budget: Pick<ByteBudget, 'take'>;
  events: Pick<Events, 'mailRead'>;
  claimBy: () => ClaimBy;
}

/** A mail may end so many threads before it is given up. */
const MOST_DEATHS = 2;
const FIRST_DELAY_MS = 2000;
const LONGEST_DELAY_MS = 60_000;

/** Reads one mail: one that just came in, else the one that is due for the longest time; false when there is none. */
export async function runNext(deps: RunDeps, signal: AbortSignal): Promise<boolean> {
  const handed = deps.room.take();
  const claimed = handed?.claimed ?? (await deps.queue.claimDue(deps.claimBy()));
  if (!claimed) return false;
  const span = { name: 'process mail', attributes: { 'estate.mail.id': claimed.record.id } };
  await withTrace({ span }, () => runInMemory(deps, claimed, { handed, signal }));
  return true;
}

interface Run {
  handed: Handed | undefined;
  signal: AbortSignal;
}

/** A mail that may have ended a process has all the memory until its end, so that no other one is beside it. */
async function runInMemory(deps: RunDeps, claimed: ClaimedMail, how: Run): Promise<void> {
  const giveBack = await deps.budget.take(isSuspect(claimed) ? Number.MAX_VALUE : keptBytes(claimed.record));
  how.handed?.leave();
  try {
    await run(deps, claimed, how);
  } finally {
    giveBack();
  }
}

/** No end followed an earlier claim. */
const isSuspect = ({ claims }: ClaimedMail): boolean => claims > 1;

async function run(deps: RunDeps, claimed: ClaimedMail, how: Run): Promise<void> {
  const startedMs = performance.now();
  const tell = (read: Omit<MailRead, 'mailId' | 'durationMs'>) => {
    const durationMs = Math.round(performance.now() - startedMs);
    deps.events.mailRead({ mailId: claimed.record.id, durationMs, ...read });
  };
  try {
    const processed = await processedUnlessLost(deps, claimed, how);
    if (typeof processed === 'string') {
      tell(UNPROCESSED[processed]);
      return;
    }
    const { end, told, requests } = processed;
    const isSaved = await deps.queue.end(claimed, end, told);
    if (!isSaved) await deps.queue.release(claimed);
    const outcome = end.state === 'pending' || !isSaved ? 'outdated' : end.state;
    tell({ outcome, requests, failureCode: end.failure?.failureCode });
  } catch (error) {
    if (isAbort(error) || how.signal.aborted) {
      await deps.queue.release(claimed);
      return;
    }
    tell({ outcome: 'trouble', reason: error });
    await waitAfterTrouble(deps, claimed);
  }
}

const UNPROCESSED = {
  died: { outcome: 'repeat', reason: 'reading ended its thread' },
  lost: { outcome: 'outdated' },
} as const;

async function processedUnlessLost(
  deps: RunDeps,
  claimed: ClaimedMail,
  { handed, signal }: Run,
): Promise<Processed | keyof typeof UNPROCESSED> {
  signal.throwIfAborted();
  if (isSuspect(claimed) && !(await deps.queue.begin(claimed, deps.claimBy()))) return 'lost';
  return processedUnlessDied(deps, claimed, handed?.raw ?? (await rawOf(deps, claimed)));
}

async function processedUnlessDied(
  deps: RunDeps,
  claimed: ClaimedMail,
  raw: Buffer,
): Promise<Processed | 'died'> {
  try {
    return await processMail(deps, claimed, raw);
  } catch (error) {
    if (!(error instanceof ReaderDied)) throw error;
    const deaths = claimed.deaths + 1;
    if (deaths < MOST_DEATHS) {
      await deps.queue.repeat(claimed, { dueAt: deps.clock(), deaths, troubles: claimed.troubles });
      return 'died';
    }
    return processMail(
      { ...deps, reader: { read: (bytes) => unreadable(Buffer.from(bytes)) } },
      claimed,
      raw,
    );
  }
}

async function rawOf({ raws }: RunDeps, { record }: ClaimedMail): Promise<Buffer> {
  const raw = await raws.read(record.rawSha256);
  if (raw === null) throw new Error(`the raw bytes of email ${record.id} are missing`);
  return raw;
}

async function waitAfterTrouble(deps: RunDeps, claimed: ClaimedMail): Promise<void> {
  const { troubles, deaths } = claimed;
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** Math.min(troubles, 10), LONGEST_DELAY_MS);
  const dueAt = new Date(deps.clock().getTime() + delayMs);
  await deps.queue.repeat(claimed, { dueAt, deaths, troubles: troubles + 1 });
}
