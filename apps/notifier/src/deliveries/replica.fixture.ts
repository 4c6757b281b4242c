import { memoryBus } from '@estate/messaging';
import { AttemptCounter, newId } from '@estate/persistence';
import { manifest } from '../manifest.ts';
import type { WebhookCall, WebhookResult } from '../channels/webhook-channel.ts';
import { log } from '../stores/stores.fixture.ts';
import type { Stores } from '../stores/open-stores.ts';
import { Dispatcher } from './dispatcher.ts';
import { Endpoints } from './endpoints.ts';
import type { EndpointsLimits } from './endpoints.ts';
import { FanOut } from './fan-out.ts';
import { OutcomeWriter } from './outcome-writer.ts';
import { goOn } from './crash-points.ts';
import type { OnStep } from './crash-points.ts';

export const ok: WebhookResult = { statusCode: 200, body: 'ok', bodyTruncated: false, durationMs: 1 };
export const answered = (statusCode: number): WebhookResult => ({ ...ok, statusCode, body: 'no' });

export interface ReplicaOptions {
  stores: Stores;
  post: (call: WebhookCall) => Promise<WebhookResult>;
  step?: OnStep;
  leaseMs?: number;
  baseMs?: number;
  sweepEveryMs?: number;
  limits?: Partial<EndpointsLimits>;
  clock?: () => Date;
  /** By which receivers that seem dead are left alone. */
  nowMs?: () => number;
  /** Stands for the death of the process: what it wraps no longer answers after it. */
  mortal?: <T extends object>(part: T) => T;
}

/** Everything of one notifier process that delivers, without a broker and with made-up receivers. */
export function startReplica(options: ReplicaOptions) {
  const { stores, post, leaseMs = 30_000, baseMs = 1, mortal = (part) => part } = options;
  const { clock = () => new Date(), nowMs = () => performance.now() } = options;
  const limits = { total: 8, windowMax: 4, holdMs: 3 * baseMs, ...options.limits };
  const endpoints = new Endpoints(limits, nowMs);
  const own = Object.fromEntries(
    Object.entries(stores).map(([name, part]) => [name, mortal(part as object)]),
  ) as unknown as Stores;
  const disabled: string[] = [];
  const notes = {
    attempted: () => undefined,
    oldestDue: () => undefined,
    webhookDisabled: (webhookId: string) => void disabled.push(webhookId),
  };
  const deps = {
    ...own,
    clock,
    newId,
    log,
    notes,
    endpoints,
    step: options.step ?? goOn,
    vault: { open: (sealed: string) => sealed },
    channel: mortal({ post }),
    schedule: { baseMs, random: () => 0.5 },
    writer: new OutcomeWriter({
      store: own.outcomes,
      counter: new AttemptCounter(own.attemptDays),
      clock,
    }),
    bus: memoryBus(manifest),
  };
  const dispatcher = new Dispatcher(deps, { leaseMs, sweepEveryMs: options.sweepEveryMs ?? 20 });
  const fanOut = new FanOut({ ...deps, dispatcher });
  return { dispatcher, fanOut, endpoints, disabled };
}

export type Replica = ReturnType<typeof startReplica>;
