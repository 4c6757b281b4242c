import { guardedAgent } from '@estate/egress';
import { AttemptCounter } from '@estate/persistence';
import type { Service } from '@estate/runtime';
import { webhookChannel } from '../channels/webhook-channel.ts';
import { holdMs, leaseMs } from '../config.ts';
import type { NotifierConfig } from '../config.ts';
import { notifierEvents } from '../telemetry.ts';
import type { Stores } from '../stores/open-stores.ts';
import { Dispatcher } from './dispatcher.ts';
import type { DispatcherDeps } from './dispatcher.ts';
import { Endpoints } from './endpoints.ts';
import { OutcomeWriter } from './outcome-writer.ts';
import { resendWorker } from './resend-worker.ts';
import { upkeep } from './upkeep.ts';

const CHECK_TIMEOUT_MS = 10_000;

type Parts = Pick<DispatcherDeps, 'clock' | 'newId' | 'vault' | 'step'> & { stores: Stores };

/** Everything that works by itself, and what it sends through. */
export async function createWorkers(
  config: NotifierConfig,
  service: Service,
  { clock, newId, stores, vault, step }: Parts,
) {
  const { log, metrics } = service;
  const policy = { allowHttp: config.EGRESS_ALLOW_HTTP, allowedNetworks: config.EGRESS_ALLOWED_NETWORKS };
  const agent = await service.use(guardedAgent(policy, { connections: config.WEBHOOK_CONCURRENCY }));
  const timeoutMs = config.WEBHOOK_TIMEOUT_MS;
  const channel = webhookChannel({ agent, clock, timeoutMs });
  const checkChannel = webhookChannel({ agent, clock, timeoutMs: Math.min(timeoutMs, CHECK_TIMEOUT_MS) });
  const notes = notifierEvents({ log, metrics, clock });
  const endpoints = new Endpoints(
    {
      total: config.WEBHOOK_CONCURRENCY,
      windowMax: config.WEBHOOK_CONCURRENCY_PER_WEBHOOK,
      holdMs: holdMs(config),
    },
    () => performance.now(),
  );
  const counter = new AttemptCounter(stores.attemptDays);
  const writer = new OutcomeWriter({ store: stores.outcomes, counter, clock });
  const schedule = { baseMs: config.WEBHOOK_REPEAT_BASE_MS, random: Math.random };
  const deps = { ...stores, clock, newId, log, vault, channel, schedule, notes, endpoints, writer, step };
  const times = { leaseMs: leaseMs(config), sweepEveryMs: config.WEBHOOK_SWEEP_MS };
  const dispatcher = new Dispatcher(deps, times);
  const resender = resendWorker({ ...deps, dispatcher });
  return {
    policy,
    checkChannel,
    schedule,
    dispatcher,
    resender,
    keeper: upkeep(deps),
  };
}
