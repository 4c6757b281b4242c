import { EventEnvelope, WebhookDisabled, WebhookFailing } from '@estate/contracts';
import { newId } from '@estate/persistence';
import type { OutboxMessage } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WebhookCall } from '../channels/webhook-channel.ts';
import { newEvent } from '../domain/event.ts';
import { FAILING_MS_MAX } from '../domain/webhook.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import { deliveryOf, eventOf, log, openTestStores, webhookOf } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { WebhookStore } from '../stores/webhook-store.ts';
import type { WebhookDoc } from '../stores/webhook-store.ts';
import { answered, startReplica } from './replica.fixture.ts';
import type { Replica } from './replica.fixture.ts';
import { upkeep } from './upkeep.ts';

const DAY_MS = 24 * 3_600_000;

const replicas: Replica[] = [];
let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(async () => {
  await stores.close();
});
afterEach(async () => {
  for (const each of replicas.splice(0)) await each.dispatcher.close();
});

/** Rounds of the upkeep in two processes at once. */
async function keepUp(now = new Date()): Promise<void> {
  let rounds = 0;
  const notes = {
    exhausted: () => undefined,
    webhookDisabled: () => undefined,
    held: () => void (rounds += 1),
  };
  const endpoints = { held: 0, known: 0 };
  const workers = [1, 2].map(() => upkeep({ ...stores, clock: () => now, log, notes, endpoints }));
  for (const worker of workers) worker.start();
  await eventually(() => rounds >= 2);
  for (const worker of workers) await worker.close();
}

const sentAbout = ({ accountId }: StoredWebhook) =>
  stores.published.filter((message) => message.accountId === accountId);
const documentOf = async ({ id }: StoredWebhook) => {
  const docs = stores.database.db.collection<WebhookDoc>('webhooks');
  return (await docs.findOne({ _id: id }))!;
};
/** All that was announced has left the document. */
const isSent = async (webhook: StoredWebhook) => !(await documentOf(webhook)).outbox?.length;

async function failingFor(ms: number, fields: Partial<StoredWebhook> = {}): Promise<StoredWebhook> {
  const failingSince = new Date(Date.now() - ms);
  const webhook = webhookOf({ url: 'https://app.example.org/hooks?token=s3cret', failingSince, ...fields });
  await stores.webhooks.insert({ lastFailureAt: new Date(), ...webhook });
  return webhook;
}

describe('the event webhook.failing', () => {
  it('the event webhook.failing is published once when the warning begins, and not before', async () => {
    const early = await failingFor(2 * DAY_MS);
    const webhook = await failingFor(FAILING_MS_MAX / 2, { name: 'CRM' });
    for (let round = 0; round < 2; round += 1) await keepUp();
    await eventually(() => isSent(webhook));
    expect(sentAbout(early)).toEqual([]);
    const [sent, ...more] = sentAbout(webhook) as [OutboxMessage];
    expect(more).toEqual([]);
    const since = webhook.failingSince!.getTime();
    expect(sent.subject).toBe('event.webhook.failing');
    const { disablesAt, ...told } = WebhookFailing.data.parse(sent.data);
    expect(told).toEqual({
      webhookId: webhook.id,
      name: 'CRM',
      host: 'app.example.org',
      failingSince: new Date(since).toISOString(),
    });
    expect(Date.parse(disablesAt)).toBeGreaterThanOrEqual(since + FAILING_MS_MAX);
    expect(Date.parse(disablesAt)).toBeLessThan(since + FAILING_MS_MAX + DAY_MS);
  });

  it('the event webhook.failing is not published when the webhook recovers, and again when it fails anew', async () => {
    const webhook = await failingFor(3 * DAY_MS);
    await keepUp();
    await stores.webhooks.noteHealth(webhook.id, 'recovered', new Date());
    await keepUp();
    await eventually(() => isSent(webhook));
    expect(sentAbout(webhook)).toHaveLength(1);
    await stores.webhooks.noteHealth(webhook.id, 'failing', new Date());
    await stores.webhooks.noteHealth(webhook.id, 'still-failing', new Date(Date.now() + DAY_MS));
    await keepUp(new Date(Date.now() + 3 * DAY_MS));
    await eventually(() => isSent(webhook));
    expect(sentAbout(webhook).map(({ subject }) => subject)).toEqual([
      'event.webhook.failing',
      'event.webhook.failing',
    ]);
  });
});

describe('a webhook with one short outage', () => {
  it('a webhook with one short outage is not warned of, and hides no other one, however many there are', async () => {
    const once = { lastFailureAt: new Date(Date.now() - 6 * DAY_MS + 3_600_000) };
    const short = await failingFor(6 * DAY_MS, once);
    for (let more = 0; more < 100; more += 1) await failingFor(6 * DAY_MS, once);
    const long = await failingFor(6 * DAY_MS, { warnedAt: new Date(Date.now() - 3 * DAY_MS) });
    await keepUp();
    await eventually(() => isSent(long));
    expect([sentAbout(short), (await documentOf(short)).status]).toEqual([[], 'active']);
    expect(sentAbout(long).map(({ subject }) => subject)).toContain('event.webhook.disabled');
  });
});

describe('a webhook that fails again after days without a delivery', () => {
  it('a webhook that fails again after days without a delivery is warned of, and disabled only after the time of a warning', async () => {
    const webhook = await failingFor(6 * DAY_MS);
    await keepUp();
    await eventually(() => isSent(webhook));
    const [warned] = sentAbout(webhook) as [OutboxMessage];
    const { disablesAt } = WebhookFailing.data.parse(warned.data);
    expect(Date.parse(disablesAt)).toBeGreaterThan(Date.now() + 2 * DAY_MS);
    expect((await documentOf(webhook)).status).toBe('active');
    await keepUp(new Date(disablesAt));
    expect((await documentOf(webhook)).status).toBe('disabled');
  });
});

describe('the event webhook.disabled', () => {
  it('the event webhook.disabled is published once when a webhook is disabled because it fails', async () => {
    const webhook = await failingFor(6 * DAY_MS, { warnedAt: new Date(Date.now() - 3 * DAY_MS) });
    for (let round = 0; round < 2; round += 1) await keepUp();
    await eventually(() => isSent(webhook));
    const [sent, ...more] = sentAbout(webhook) as [OutboxMessage];
    expect(more).toEqual([]);
    expect(sent.subject).toBe('event.webhook.disabled');
    expect(WebhookDisabled.data.parse(sent.data)).toMatchObject({
      webhookId: webhook.id,
      disabledReason: 'failing',
      failingSince: webhook.failingSince!.toISOString(),
    });
    expect(JSON.stringify(sent)).not.toContain('s3cret');
  });

  it('the event webhook.disabled is published once when the receiver answers several deliveries with 410', async () => {
    const webhook = webhookOf();
    const events = [1, 2, 3].map(() => eventOf(webhook.accountId));
    await stores.webhooks.insert(webhook);
    await stores.events.insertOnce(events);
    await stores.insertDeliveries(events.map((event) => deliveryOf(webhook, event)));
    const made = startReplica({ stores, post: async () => answered(410) });
    replicas.push(made);
    made.dispatcher.start();
    await eventually(async () => (await stores.webhooks.find(webhook.id))?.status === 'disabled');
    await eventually(() => isSent(webhook));
    expect(sentAbout(webhook).map(({ data }) => data)).toMatchObject([{ disabledReason: 'receiver_gone' }]);
  });

  it('the event webhook.disabled is in the same write as the state, so that a crash after it loses nothing', async () => {
    const webhook = await failingFor(6 * DAY_MS);
    const crashed = new WebhookStore(stores.database.db.collection('webhooks'), { sent: () => undefined });
    expect(await crashed.disable(webhook, 'failing', new Date())).toMatchObject({ status: 'disabled' });
    expect(await crashed.disable(webhook, 'failing', new Date())).toBeNull();
    const { outbox } = await documentOf(webhook);
    expect(outbox?.map(({ subject }) => subject)).toEqual(['event.webhook.disabled']);
  });
});

describe('an event about a webhook', () => {
  it('an event about a webhook is sent to the other webhooks of the account that name it, once', async () => {
    const names = ['webhook.failing' as const];
    const failing = webhookOf({ events: names });
    const { accountId } = failing;
    const [other, unnamed] = [
      webhookOf({ accountId, events: names, url: 'https://b.example.org/' }),
      webhookOf({ accountId }),
    ];
    for (const webhook of [failing, other, unnamed]) await stores.webhooks.insert(webhook);
    const calls: WebhookCall[] = [];
    const made = startReplica({ stores, post: async (call) => (calls.push(call), answered(200)) });
    replicas.push(made);
    const eventPayload = { ...WebhookFailing.example, webhookId: failing.id };
    const event = newEvent(
      { id: newId(), accountId, eventName: 'webhook.failing', eventTime: new Date(), eventPayload },
      new Date(),
    );
    for (let received = 0; received < 2; received += 1) await made.fanOut.add(event);
    await eventually(() => calls.length > 0);
    expect(calls.map(({ url }) => url)).toEqual([other.url]);
    expect(EventEnvelope.parse(JSON.parse(calls[0]!.rawBody))).toMatchObject({
      eventName: 'webhook.failing',
    });
  });
});
