import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { loadConfig } from '@estate/config';
import {
  PublicationFailed, PublicationSucceeded, createWebhook, deleteWebhook, getDelivery, getWebhook, listDeliveries,
  listEvents, listWebhooks, updateWebhook,
} from '@estate/contracts'; // oxfmt-ignore
import type { WebhookWithKey, WebhookInput } from '@estate/contracts';
import { message } from '@estate/messaging';
import { connectTransport } from '@estate/messaging/testing';
import type { Transport } from '@estate/messaging/testing';
import { createLogger, createMetrics } from '@estate/observability';
import { newId } from '@estate/persistence';
import { startService } from '@estate/runtime';
import type { RunningService } from '@estate/runtime';
import { eventually, freshDatabase, hasNatsServer, startGuardedBroker, startMongo } from '@estate/testing';
import type { GuardedBroker, MongoServer } from '@estate/testing';
import { signWebhook } from '@estate/vault';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotifierConfig } from '../src/config.ts';
import { notifier } from '../src/service.ts';
import { startReceiver } from './receiver.fixture.ts';
import type { Receiver } from './receiver.fixture.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const database = freshDatabase();
const vaultKeys = `test:${randomBytes(32).toString('base64')}`;
const logged: string[] = [];

const closers: (() => Promise<unknown>)[] = [];
let nats: GuardedBroker;
let mongo: MongoServer;
let bus: Transport;
let receiver: Receiver;
let service: RunningService;

const start = (environment: Record<string, string> = {}) => {
  const config = loadConfig(NotifierConfig, {
    INTERNAL_PORT: '0',
    NATS_URL: nats.urlOf('notifier'),
    MONGODB_URI: mongo.uri,
    MONGODB_DATABASE: database,
    VAULT_KEYS: vaultKeys,
    EGRESS_ALLOW_HTTP: 'true',
    EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_REPEAT_BASE_MS: '20',
    WEBHOOK_SWEEP_MS: '20',
    ...environment,
  });
  return startService('notifier', { ...config, log: recordingLog() }, notifier(config));
};

function recordingLog() {
  const destination = new Writable({
    write(line, _encoding, done) {
      logged.push(String(line));
      done();
    },
  });
  return createLogger({ service: 'notifier', level: 'trace', destination });
}

beforeAll(async () => {
  nats = await startGuardedBroker();
  closers.push(() => nats.stop());
  mongo = await startMongo();
  closers.push(() => mongo.stop());
  receiver = await startReceiver();
  closers.push(() => receiver.close());
  bus = await connectTransport({
    url: nats.observerUrl,
    service: 'test',
    log,
    metrics: createMetrics('test'),
  });
  closers.push(() => bus.close());
  service = await start();
  closers.push(() => service.stop());
});

afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

const customer = () => ({ accountId: newId(), requestId: 'req-12345678' });

const create = (
  caller: ReturnType<typeof customer>,
  path: string,
  events: WebhookInput['events'] = ['publication.succeeded'],
) => bus.ask(createWebhook, { url: receiver.url(path), events }, caller);

const succeeded = (accountId: string) =>
  message(PublicationSucceeded, PublicationSucceeded.example, { id: newId(), accountId, at: new Date() });

const deliveriesOf = async ({ id }: WebhookWithKey, caller: ReturnType<typeof customer>) =>
  (await bus.ask(listDeliveries, { id }, caller)).data;

const settled = async (webhook: WebhookWithKey, caller: ReturnType<typeof customer>, count = 1) => {
  await eventually(async () => {
    const deliveries = await deliveriesOf(webhook, caller);
    return deliveries.length === count && deliveries.every(({ status }) => status !== 'pending');
  });
  return deliveriesOf(webhook, caller);
};

describe.skipIf(!hasNatsServer())('the notifier', () => {
  it('an event that was published three times is delivered once to each webhook that subscribes to it', async () => {
    const caller = customer();
    const first = await create(caller, '/first');
    const second = await create(caller, '/second', ['publication.failed', 'publication.succeeded']);
    await create(caller, '/other', ['publication.failed']);
    const event = succeeded(caller.accountId);
    for (let times = 0; times < 3; times += 1) await bus.publish(event);
    const [delivery] = await settled(first, caller);
    await settled(second, caller);
    expect(delivery).toMatchObject({
      eventId: event.id,
      eventName: 'publication.succeeded',
      status: 'succeeded',
    });
    expect(delivery).toMatchObject({ sequence: 1, attemptCount: 1 });
    expect(delivery?.attempts).toMatchObject([
      {
        statusCode: 200,
        body: 'status 200',
        address: '127.0.0.1',
        durationMs: expect.any(Number) as number,
        phases: { firstByteMs: expect.any(Number) as number },
      },
    ]);
    expect(['/first', '/second', '/other'].map((path) => receiver.at(path).length)).toEqual([1, 1, 0]);
    const single = await bus.ask(getDelivery, { id: first.id, deliveryId: delivery!.id }, caller);
    expect(single).toEqual(delivery);
  });

  it('a delivery is signed and has the headers that describe it', async () => {
    const caller = customer();
    const webhook = await create(caller, '/signed');
    const event = succeeded(caller.accountId);
    await bus.publish(event);
    await settled(webhook, caller);
    const [{ headers, rawBody }] = receiver.at('/signed') as [Receiver['received'][number]];
    const header = String(headers['service-signature']);
    const sentAt = Number(headers['webhook-timestamp']);
    expect(header).toBe(signWebhook(rawBody, [webhook.signingKey], sentAt));
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-attempt': '1',
      'webhook-sequence': '1',
      'service-request-id': event.requestId,
      'user-agent': expect.stringMatching(/./) as string,
    });
    expect(JSON.parse(rawBody)).toEqual({
      eventId: event.id,
      eventName: 'publication.succeeded',
      eventPayload: PublicationSucceeded.example,
      eventTime: event.at.toISOString(),
    });
    const { data } = await bus.ask(listEvents, { eventName: 'publication.succeeded' }, caller);
    expect(data).toEqual([JSON.parse(rawBody)]);
    expect(logged.join('')).toContain(webhook.id);
    expect(logged.join('')).not.toContain(webhook.signingKey.slice('whsec_'.length));
  });

  it('a delivery is retried with the same event id until the receiver accepts it, and follows no redirect', async () => {
    const caller = customer();
    const webhook = await create(caller, '/failing');
    receiver.respond = ({ path, headers }) => {
      if (path !== '/failing' || headers['webhook-attempt'] === '3') return { status: 204 };
      return headers['webhook-attempt'] === '1'
        ? { status: 302, headers: { location: receiver.url('/redirected') } }
        : { status: 500 };
    };
    const event = succeeded(caller.accountId);
    await bus.publish(event);
    const [delivery] = await settled(webhook, caller);
    expect(delivery?.status).toBe('succeeded');
    expect(delivery?.attempts.map(({ statusCode }) => statusCode)).toEqual([302, 500, 204]);
    expect(receiver.at('/failing').map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(3).fill(event.id),
    );
    expect(new Set(receiver.at('/failing').map(({ rawBody }) => rawBody)).size).toBe(1);
    expect(receiver.at('/redirected')).toEqual([]);
  });

  it('a webhook whose receiver is gone is disabled until it is replaced', async () => {
    const caller = customer();
    const webhook = await create(caller, '/gone');
    receiver.respond = ({ path }) => ({ status: path === '/gone' ? 410 : 200 });
    await bus.publish(succeeded(caller.accountId));
    expect(await settled(webhook, caller)).toMatchObject([
      { status: 'failed', attempts: [{ statusCode: 410 }] },
    ]);
    const { id } = webhook;
    expect(await bus.ask(getWebhook, { id }, caller)).toMatchObject({ status: 'disabled' });
    const input = { id, url: receiver.url('/back'), events: ['publication.failed' as const] };
    const replaced = await bus.ask(updateWebhook, input, caller);
    expect(replaced).toMatchObject({ ...input, status: 'active', signingKey: webhook.signingKey });
    await bus.publish(
      message(PublicationFailed, PublicationFailed.example, {
        id: newId(),
        accountId: caller.accountId,
        at: new Date(),
      }),
    );
    await eventually(() => receiver.at('/back').length === 1);
  });

  it('a deleted webhook gets no more deliveries and is not found', async () => {
    const caller = customer();
    const webhook = await create(caller, '/deleted');
    const { id } = webhook;
    receiver.respond = () => ({ status: 500, headers: { 'retry-after': '3600' } });
    await bus.publish(succeeded(caller.accountId));
    await eventually(() => receiver.at('/deleted').length > 0);
    expect(await bus.ask(deleteWebhook, { id }, caller)).toMatchObject({
      ...webhook,
      updatedAt: expect.any(String) as string,
    });
    await expect(bus.ask(getWebhook, { id }, caller)).rejects.toMatchObject({ code: 'webhook-not-found' });
    await expect(bus.ask(deleteWebhook, { id }, caller)).rejects.toMatchObject({ code: 'webhook-not-found' });
    await expect(bus.ask(listDeliveries, { id }, caller)).rejects.toMatchObject({
      code: 'webhook-not-found',
    });
    expect(await bus.ask(listWebhooks, {}, caller)).toEqual({ hasMore: false, data: [] });
    receiver.respond = () => ({ status: 200 });
  });

  it('a webhook is not found by another account', async () => {
    const { id } = await create(customer(), '/mine');
    await expect(bus.ask(getWebhook, { id }, customer())).rejects.toMatchObject({
      code: 'webhook-not-found',
    });
    await expect(bus.ask(deleteWebhook, { id }, customer())).rejects.toMatchObject({
      code: 'webhook-not-found',
    });
  });

  it('a webhook with a forbidden address is refused', async () => {
    const ask = (url: string) => bus.ask(createWebhook, { url, events: ['publication.failed'] }, customer());
    for (const url of [
      'http://10.0.0.1/hook',
      'http://169.254.169.254/latest',
      'http://user:pass@127.0.0.1/',
    ]) {
      await expect(ask(url)).rejects.toMatchObject({
        code: 'webhook-url-refused',
        problems: [{ path: 'url', message: expect.stringContaining('url') as string }],
      });
    }
  });

  it('the address of a webhook is checked again when it is called, and pending deliveries continue after a restart', async () => {
    const caller = customer();
    const webhook = await create(caller, '/restart');
    await service.stop();
    service = await start({ EGRESS_ALLOWED_NETWORKS: '10.9.8.0/24', WEBHOOK_REPEAT_BASE_MS: '400' });
    await bus.publish(succeeded(caller.accountId));
    await eventually(async () => {
      const [delivery] = await deliveriesOf(webhook, caller);
      return delivery?.attempts[0]?.errorCode !== undefined;
    });
    expect((await deliveriesOf(webhook, caller))[0]?.attempts[0]?.errorCode).toBe('address_forbidden');
    await service.stop();
    service = await start();
    expect(await settled(webhook, caller)).toMatchObject([{ status: 'succeeded' }]);
    expect(receiver.at('/restart')).toHaveLength(1);
  });

  it('metrics of the notifier show the outcomes of attempts', async () => {
    const text = await (await fetch(`http://127.0.0.1:${service.internalPort}/metrics`)).text();
    expect(text).toMatch(/webhook_attempts_total\{[^}]*outcome="succeeded",code_class="2xx"[^}]*\} \d/);
    expect(text).toContain('webhook_delivery_latency_seconds');
    expect(text).toContain('webhook_oldest_due_seconds');
  });
});
