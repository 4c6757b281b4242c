// One engine: ../src/deliveries/crash.int.test.ts, ./notifier.e2e.test.ts: how a process dies differs, and not what the next one asks.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PublicationSucceeded, createWebhook, listDeliveries } from '@estate/contracts';
import type { Delivery, WebhookWithKey } from '@estate/contracts';
import { message } from '@estate/messaging';
import { connectTransport } from '@estate/messaging/testing';
import type { Transport } from '@estate/messaging/testing';
import { createLogger, createMetrics } from '@estate/observability';
import { newId } from '@estate/persistence';
import {
  bundledProgram,
  eventually,
  freshDatabase,
  hasNatsServer,
  startGuardedBroker,
  startMongo,
} from '@estate/testing';
import { signWebhook } from '@estate/vault';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STEPS } from '../src/deliveries/crash-points.ts';
import type { Step } from '../src/deliveries/crash-points.ts';
import { startReceiver } from './receiver.fixture.ts';
import type { Receiver } from './receiver.fixture.ts';

/** Real processes take seconds to start: one death at each step here, more where more time is given. */
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 1);
const PATIENCE_MS = 120_000;

const closers: (() => Promise<unknown>)[] = [];
let environment: Record<string, string>;
let bus: Transport;
let receiver: Receiver;

beforeAll(async () => {
  program = await bundledProgram(fileURLToPath(new URL('mortal-notifier.fixture.ts', import.meta.url)));
  const nats = await startGuardedBroker();
  closers.push(() => nats.stop());
  const mongo = await startMongo();
  closers.push(() => mongo.stop());
  receiver = await startReceiver();
  closers.push(() => receiver.close());
  const log = createLogger({ service: 'test', level: 'silent' });
  bus = await connectTransport({
    url: nats.observerUrl,
    service: 'test',
    log,
    metrics: createMetrics('test'),
  });
  closers.push(() => bus.close());
  environment = {
    INTERNAL_PORT: '0',
    LOG_LEVEL: 'silent',
    NATS_URL: nats.urlOf('notifier'),
    MONGODB_URI: mongo.uri,
    MONGODB_DATABASE: freshDatabase(),
    VAULT_KEYS: `test:${randomBytes(32).toString('base64')}`,
    EGRESS_ALLOW_HTTP: 'true',
    EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_REPEAT_BASE_MS: '20',
    WEBHOOK_TIMEOUT_MS: '1000',
    WEBHOOK_SWEEP_MS: '50',
  };
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

let program: string;

/** A notifier that kills itself at a step; without one it runs until it is stopped. */
async function launch(fatal: Step | ''): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, fatal], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  return child;
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

describe.skipIf(!hasNatsServer())('two notifiers that are killed at every step', () => {
  it(
    `notifiers that are killed lose nothing and log correct attempts, ${ROUNDS} times`,
    { timeout: ROUNDS * PATIENCE_MS },
    async () => {
      const caller = { accountId: newId(), requestId: 'req-12345678' };
      const survivor = await launch('');
      closers.push(() => stopped(survivor));
      const input = { url: receiver.url('/hook'), events: ['publication.succeeded' as const] };
      const webhook = await bus.ask(createWebhook, input, caller, { timeoutMs: 30_000 });
      // Some are refused first, so that there is something to claim again.
      receiver.respond = ({ headers }) => ({
        status:
          headers['webhook-attempt'] === '1' && Number(headers['webhook-sequence']) % 3 === 0 ? 500 : 200,
      });
      const published: string[] = [];
      const publish = async () => {
        const about = { id: newId(), accountId: caller.accountId, at: new Date() };
        const event = message(PublicationSucceeded, PublicationSucceeded.example, about);
        // A broker that is busy may say that it is unavailable; under the same id it keeps the event once.
        await eventually(() => bus.publish(event));
        published.push(about.id);
      };
      await stopped(survivor);
      const queue = Array.from({ length: ROUNDS }, () => STEPS).flat();
      const signals = await Promise.all(
        [0, 1].map(async () => {
          const seen: (string | null)[] = [];
          for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
            const child = await launch(step);
            while (!hasEnded(child)) {
              await publish();
              await pause(30);
            }
            seen.push(child.signalCode);
          }
          return seen;
        }),
      );
      expect(signals.flat()).toEqual(Array.from({ length: ROUNDS * STEPS.length }, () => 'SIGKILL'));
      const last = await launch('');
      closers.push(() => stopped(last));
      const deliveries = await eventually(async () => {
        const all = await everyDelivery(webhook, caller);
        return all.length === published.length && all.every(({ status }) => status === 'succeeded') && all;
      }, PATIENCE_MS);
      expect(deliveries.map(({ eventId }) => eventId).toSorted()).toEqual(published.toSorted());
      const numbers = deliveries.map(({ sequence = 0 }) => sequence).toSorted((a, b) => a - b);
      expect(numbers).toEqual(published.map((_, n) => n + 1));
      for (const delivery of deliveries) expectTrue(delivery, webhook);
    },
  );

  async function everyDelivery({ id }: WebhookWithKey, caller: { accountId: string; requestId: string }) {
    const all: Delivery[] = [];
    for (;;) {
      const startAfter = all.at(-1)?.id;
      const { data, hasMore } = await bus.ask(listDeliveries, { id, limit: 100, startAfter }, caller);
      all.push(...data);
      if (!hasMore) return all;
      await pause(5);
    }
  }

  function expectTrue(
    { eventId, attempts, attemptCount, sequence }: Delivery,
    { signingKey }: WebhookWithKey,
  ) {
    const got = receiver.received.filter(({ headers }) => headers['webhook-id'] === eventId);
    expect(got.length).toBeGreaterThan(0);
    expect(new Set(got.map(({ rawBody }) => rawBody)).size).toBe(1);
    const made = got.map(({ headers }) => Number(headers['webhook-attempt']));
    expect(new Set(made).size).toBe(got.length);
    expect(attempts).toHaveLength(attemptCount!);
    for (const { headers, rawBody } of got) {
      expect(headers['webhook-sequence']).toBe(String(sequence));
      const sentAt = Number(headers['webhook-timestamp']);
      expect(headers['service-signature']).toBe(signWebhook(rawBody, [signingKey], sentAt));
      expect(attempts[Number(headers['webhook-attempt']) - 1]).toBeDefined();
    }
    for (const [index, { statusCode }] of attempts.entries()) {
      if (statusCode !== undefined) expect(made).toContain(index + 1);
    }
  }
});

async function stopped(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
