import type { Logger } from '@estate/observability';
import { Worker } from '@estate/persistence';
import { FAILING_MS_MAX, WARNED_AFTER_MS, disabledFrom, isDeliverable, isOver } from '../domain/webhook.ts';
import type { NotifierEvents } from '../telemetry.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { Endpoints } from './endpoints.ts';

const EVERY_MS = 5000;
const SEQUENCES_EVERY_MS = 3_600_000;
const WEBHOOKS_AT_ONCE = 100;

export interface UpkeepDeps extends Pick<Stores, 'webhooks' | 'deliveries' | 'intake'> {
  clock: () => Date;
  log: Logger;
  endpoints: Pick<Endpoints, 'held' | 'known'>;
  notes: Pick<NotifierEvents, 'exhausted' | 'held' | 'webhookDisabled'>;
}

/** Ends exhausted deliveries, warns of webhooks that fail and disables those that fail for days, and saves their newest numbers. */
export function upkeep(deps: UpkeepDeps): Worker {
  let sequencesAt = 0;
  const run = async (signal: AbortSignal): Promise<boolean> => {
    const { clock, notes } = deps;
    const now = clock();
    const count = await deps.deliveries.failExhausted(now);
    if (count > 0) notes.exhausted(count);
    await warnFailing(deps, now);
    await disableFailing(deps, now);
    await settleForgotten(deps);
    await deps.webhooks.rememberSequences(deps.intake.takeUnsaved());
    if (now.getTime() - sequencesAt >= SEQUENCES_EVERY_MS) {
      await rememberAllSequences(deps, signal);
      sequencesAt = now.getTime();
    }
    notes.held(deps.endpoints.held, deps.endpoints.known);
    return false;
  };
  return new Worker({ name: 'upkeep', run, sweepEveryMs: EVERY_MS, log: deps.log });
}

async function warnFailing({ webhooks }: UpkeepDeps, now: Date): Promise<void> {
  const failing = await webhooks.unwarned(new Date(now.getTime() - WARNED_AFTER_MS));
  for (const webhook of failing) await webhooks.warn(webhook, now);
}

async function disableFailing({ webhooks, deliveries, notes }: UpkeepDeps, now: Date): Promise<void> {
  const failing = await webhooks.failingSince(new Date(now.getTime() - FAILING_MS_MAX));
  for (const webhook of failing.filter((one) => one.warnedAt && disabledFrom(one) <= now)) {
    const disabled = await webhooks.disable(webhook, 'failing', now);
    if (!disabled) continue;
    notes.webhookDisabled(webhook.id, 'failing', await deliveries.discardPending(webhook.id, disabled));
  }
}

/** Settles deliveries that were stored as held while their webhook was resumed, disabled or deleted. */
async function settleForgotten({ webhooks, deliveries, clock }: UpkeepDeps): Promise<void> {
  let webhookId = await deliveries.nextHeldWebhook('');
  while (webhookId !== undefined) {
    const webhook = await webhooks.find(webhookId);
    if (!webhook || isOver(webhook)) await deliveries.discardPending(webhookId, webhook);
    else if (isDeliverable(webhook)) await deliveries.release(webhook, clock());
    webhookId = await deliveries.nextHeldWebhook(webhookId);
  }
}

/** Saves what a process that crashed did not, long before the deliveries that show it expire. */
async function rememberAllSequences({ webhooks, intake }: UpkeepDeps, signal: AbortSignal): Promise<void> {
  let after = '';
  for (;;) {
    const ids = await webhooks.idsAfter(after, WEBHOOKS_AT_ONCE);
    const newest = new Map<string, number>();
    for (const id of ids) newest.set(id, await intake.newestStored(id));
    await webhooks.rememberSequences(new Map([...newest].filter(([, sequence]) => sequence > 0)));
    const last = ids.at(-1);
    if (last === undefined || signal.aborted) return;
    after = last;
  }
}
