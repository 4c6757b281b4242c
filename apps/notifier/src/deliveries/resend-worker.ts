import type { Logger } from '@estate/observability';
import { Worker } from '@estate/persistence';
import type { ClaimedResend, ResendStore } from '../stores/resend-store.ts';
import type { WebhookStore } from '../stores/webhook-store.ts';
import type { Dispatcher } from './dispatcher.ts';

const PAGE = 200;
const LEASE_MS = 30_000;
const SWEEP_MS = 5000;

export interface ResenderDeps {
  clock: () => Date;
  newId: () => string;
  log: Logger;
  resends: Pick<ResendStore, 'claim' | 'nextPage' | 'requeue' | 'advance'>;
  webhooks: Pick<WebhookStore, 'find'>;
  dispatcher: Pick<Dispatcher, 'wake'>;
}

/** Works on resends, page by page; another process goes on where one has died. */
export function resendWorker(deps: ResenderDeps): Worker {
  const run = async (signal: AbortSignal): Promise<boolean> => {
    const owner = deps.newId();
    const claimed = await deps.resends.claim({ owner, leaseMs: LEASE_MS, now: deps.clock() });
    if (!claimed) return false;
    await finish(claimed, deps, signal);
    return true;
  };
  return new Worker({ name: 'resends', run, sweepEveryMs: SWEEP_MS, log: deps.log });
}

async function finish(claimed: ClaimedResend, deps: ResenderDeps, signal: AbortSignal): Promise<void> {
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
