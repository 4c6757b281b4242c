import { isAbort } from '@estate/errors';
import { withTrace } from '@estate/observability';
import type { Events, MailRead } from '../events.ts';
import { ReaderDied } from '../reading/mail-reader.ts';
import type { ClaimBy, ClaimedMail, MailQueue } from '../stores/mail-queue.ts';
import type { RawStore } from '../stores/raw-store.ts';
import { processMail, unreadable } from './process-mail.ts';
import type { ProcessDeps, Processed } from './process-mail.ts';
import type { Handed } from './waiting-room.ts';

export interface RunDeps extends ProcessDeps {
  queue: Pick<MailQueue, 'claimDue' | 'end' | 'repeat' | 'release'>;
  raws: Pick<RawStore, 'read'>;
  room: { take(): Handed | undefined };
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
  await withTrace({ span }, () => run(deps, claimed, { raw: handed?.raw, signal }));
  return true;
}

interface Run {
  raw: Buffer | undefined;
  signal: AbortSignal;
}

async function run(deps: RunDeps, claimed: ClaimedMail, { raw, signal }: Run): Promise<void> {
  const startedMs = performance.now();
  const tell = (read: Omit<MailRead, 'mailId' | 'durationMs'>) => {
    const durationMs = Math.round(performance.now() - startedMs);
    deps.events.mailRead({ mailId: claimed.record.id, durationMs, ...read });
  };
  try {
    const processed = await processedUnlessDied(deps, claimed, raw ?? (await rawOf(deps, claimed)));
    if (processed === 'died') {
      tell({ outcome: 'repeat', reason: 'reading ended its thread' });
      return;
    }
    const { end, told, requests } = processed;
    const isSaved = await deps.queue.end(claimed, end, told);
    if (!isSaved) await deps.queue.release(claimed);
    const outcome = end.state === 'pending' || !isSaved ? 'outdated' : end.state;
    tell({ outcome, requests, failureCode: end.failure?.failureCode });
  } catch (error) {
    if (isAbort(error) || signal.aborted) {
      await deps.queue.release(claimed);
      return;
    }
    tell({ outcome: 'trouble', reason: error });
    await waitAfterTrouble(deps, claimed);
  }
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
      { ...deps, reader: { read: (bytes) => Promise.resolve(unreadable(Buffer.from(bytes))) } },
      claimed,
      raw,
    );
  }
}

async function rawOf({ raws }: RunDeps, { record }: ClaimedMail): Promise<Buffer> {
  const raw = await raws.read(record.rawSha256);
  if (raw === null) throw new Error(`the raw bytes of mail ${record.id} are gone`);
  return raw;
}

async function waitAfterTrouble(deps: RunDeps, claimed: ClaimedMail): Promise<void> {
  const { troubles, deaths } = claimed;
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** Math.min(troubles, 10), LONGEST_DELAY_MS);
  const dueAt = new Date(deps.clock().getTime() + delayMs);
  await deps.queue.repeat(claimed, { dueAt, deaths, troubles: troubles + 1 });
}
