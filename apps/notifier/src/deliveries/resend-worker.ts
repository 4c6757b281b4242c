import type { Logger } from '@estate/observability';
import { Worker, isAbandoned } from '@estate/persistence';
import { abandoned } from '../domain/resend.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { ClaimedResend } from '../stores/resend-store.ts';
import type { NotifierEvents } from '../telemetry.ts';
import type { Dispatcher } from './dispatcher.ts';

const PAGE = 200;
const LEASE_MS = 30_000;
const SWEEP_MS = 5000;

export interface ResenderDeps extends Pick<Stores, 'resends' | 'webhooks'> {
  clock: () => Date;
  newId: () => string;
  log: Logger;
  dispatcher: Pick<Dispatcher, 'wake'>;
  notes: Pick<NotifierEvents, 'resendAbandoned'>;
}

/** Works on one resend at a time, page by page; another process continues the resend of a process that crashed. */
export function resendWorker(deps: ResenderDeps): Worker {
  const { resends, clock, newId, notes } = deps;
  const leaseEnd = () => new Date(clock().getTime() + LEASE_MS);
  const run = async (signal: AbortSignal): Promise<boolean> => {
    const claimed = await resends.claim({ owner: newId(), leaseMs: LEASE_MS, now: clock() });
    if (!claimed) return false;
    if (isAbandoned(claimed)) {
      if (await resends.advance(claimed, abandoned(claimed, clock()), leaseEnd())) {
        notes.resendAbandoned(claimed);
      }
      return true;
    }
    try {
      await work(claimed, deps, signal);
    } catch (error) {
      // Another resend can be claimed until then.
      await resends.release(claimed, leaseEnd());
      throw error;
    }
    if (signal.aborted) await resends.release(claimed, clock());
    return true;
  };
  return new Worker({ name: 'resends', run, sweepEveryMs: SWEEP_MS, log: deps.log });
}

async function work(claimed: ClaimedResend, deps: ResenderDeps, signal: AbortSignal): Promise<void> {
  const { resends, webhooks, clock, dispatcher } = deps;
  for (let state = claimed; !signal.aborted;) {
    const ids = await resends.nextPage(state, PAGE);
    const webhook = (await webhooks.find(state.webhookId)) ?? {};
    const now = clock();
    const queued = ids.length === 0 ? 0 : await resends.requeue(state, ids, { now, webhook });
    const done = ids.length < PAGE;
    const progress = {
      cursor: ids.at(-1) ?? state.cursor,
      examined: state.examined + ids.length,
      queued: state.queued + queued,
      ...(done && { status: 'finished' as const, finishedAt: now }),
    };
    const still = await resends.advance(state, progress, new Date(now.getTime() + LEASE_MS));
    dispatcher.wake(state.webhookId);
    if (done || !still) return;
    state = { ...state, ...progress };
  }
}
