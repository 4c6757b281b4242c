import type {
  Delivery,
  EventEnvelope,
  Page,
  ReceiverReport,
  Resend,
  WebhookWithKey,
} from '@estate/contracts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { runEstate } from '@estate/cli';
import { readWebhook } from '@estate/client';
import { ApiRefusal } from '@estate/stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactInput, propertyInput } from './support/data.ts';
import { sandboxOf } from './support/sandbox.ts';
import type { Sandbox } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const EVENT = 'property.processing_succeeded';

let world: World;
let sandbox: Sandbox;
let customer: CustomerAccount;
beforeAll(async () => {
  world = await sharedWorld();
  sandbox = sandboxOf(world.stack);
  customer = await world.account('Webhooks');
  await customer.api.post('/contacts', contactInput);
}, START_TIMEOUT_MS);
afterAll(() => world.close());

const happen = () => customer.api.post('/properties', propertyInput());
const behave = (name: string, behaviour: Record<string, unknown>) =>
  fetch(`${world.stack.receiverUrl}/api/hooks/${name}/behaviour`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(behaviour),
  });
const arrived = (name: string, count: number) =>
  until({
    what: `${String(count)} deliveries at ${name}`,
    look: () => sandbox.deliveries(name),
    good: (all) => all.length >= count,
  });
const logOf = async ({ id }: WebhookWithKey, query = '') =>
  (await customer.api.get<Page<Delivery>>(`/webhooks/${id}/deliveries?limit=100${query}`)).data;
const settled = (webhook: WebhookWithKey, count: number) =>
  until({
    what: 'everything to be settled',
    look: () => logOf(webhook),
    good: (all) => all.length === count && all.every(({ status }) => status !== 'pending'),
  });
const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) =>
      error instanceof ApiRefusal ? (error.body as { code?: string }).code : String(error),
  );

describe('the tools around a webhook', () => {
  it('a test event is an example of an event, marked as a test', async () => {
    const webhook = await sandbox.hook(customer.api, 'test', [EVENT]);
    const delivery = await customer.api.post<Delivery>(`/webhooks/${webhook.id}/test`, {
      event: 'publication.failed',
    });
    expect(delivery).toMatchObject({ eventName: 'publication.failed', test: true });
    expect(await arrived('test', 1)).toMatchObject([
      { eventId: delivery.eventId, signature: 'valid', test: true },
    ]);
    const events = await customer.api.get<Page<EventEnvelope>>('/events?eventName=publication.failed');
    expect(events.data).toEqual([]);
  });

  it('deliveries of a paused webhook are numbered, wait, and are sent after the pause', async () => {
    const webhook = await sandbox.hook(customer.api, 'pause', [EVENT]);
    await happen();
    await arrived('pause', 1);
    expect(await customer.api.post(`/webhooks/${webhook.id}/pause`, {})).toMatchObject({ status: 'paused' });
    await happen();
    await happen();
    await until({
      what: 'two deliveries to be held',
      look: () => logOf(webhook, '&status=held'),
      good: (held) => held.length === 2,
    });
    expect(await sandbox.deliveries('pause')).toHaveLength(1);
    await customer.api.post(`/webhooks/${webhook.id}/resume`, {});
    const all = await arrived('pause', 3);
    expect(all.map(({ sequence }) => sequence).sort()).toEqual([1, 2, 3]);
    await customer.api.delete(`/webhooks/${webhook.id}`);
  });

  it('a resend sends one delivery or all failed and discarded ones, byte for byte', async () => {
    const webhook = await sandbox.hook(customer.api, 'again', [EVENT]);
    await behave('again', { status: 410 });
    const since = new Date(Date.now() - 60_000).toISOString();
    await happen();
    await until({
      what: 'the webhook to be disabled',
      look: () => customer.api.get<WebhookWithKey>(`/webhooks/${webhook.id}`),
      good: ({ status, disabledReason }) => status === 'disabled' && disabledReason === 'receiver_gone',
    });
    await happen();
    const missed = await settled(webhook, 2);
    expect(missed.map(({ status }) => status)).toEqual(['failed', 'discarded']);
    const order = { since, status: ['failed', 'discarded'] };
    expect(await refusalOf(customer.api.post(`/webhooks/${webhook.id}/resend`, order))).toBe(
      'webhook-disabled',
    );
    await behave('again', {});
    await customer.api.post(`/webhooks/${webhook.id}/resume`, {});
    const resend = await customer.api.post<Resend>(`/webhooks/${webhook.id}/resend`, order);
    await until({
      what: 'the resend to finish',
      look: () => customer.api.get<Resend>(`/webhooks/${webhook.id}/resends/${resend.id}`),
      good: ({ status, queued }) => status === 'finished' && queued === 2,
    });
    const delivered = await until({
      what: 'both to arrive',
      look: () => logOf(webhook, '&status=succeeded'),
      good: (all) => all.length === 2,
    });
    const [first] = delivered;
    await customer.api.post(`/webhooks/${webhook.id}/deliveries/${first?.id ?? ''}/resend`, {});
    const got = (await arrived('again', 4)).filter(({ eventId }) => eventId === first?.eventId);
    expect(got.length).toBeGreaterThanOrEqual(3);
    expect(new Set(got.map(({ body }) => body)).size).toBe(1);
    expect(got.every(({ signature }) => signature === 'valid')).toBe(true);
    await customer.api.delete(`/webhooks/${webhook.id}`);
  });

  it('a signing key is rotated without a rejected delivery', async () => {
    const webhook = await sandbox.hook(customer.api, 'rotation', [EVENT]);
    const rotated = await customer.api.post<WebhookWithKey>(`/webhooks/${webhook.id}/rotate-key`, {});
    expect(rotated.signingKey).not.toBe(webhook.signingKey);
    await happen();
    // The receiver still checks with the former key.
    expect(await arrived('rotation', 1)).toMatchObject([{ signature: 'valid' }]);
    await customer.api.delete(`/webhooks/${webhook.id}`);
  });

  it('the check of a receiver reports that it accepts forged deliveries', async () => {
    const webhook = await sandbox.hook(customer.api, 'careless', [EVENT]);
    const report = await customer.api.post<ReceiverReport>(`/webhooks/${webhook.id}/verify`, {});
    expect(report.ok).toBe(false);
    expect(report.checks.map(({ name, ok }) => [name, ok])).toEqual([
      ['accepts-good', true],
      ['refuses-wrong-signature', false],
      ['refuses-stale', false],
      ['accepts-duplicate', true],
    ]);
    const received = await sandbox.deliveries('careless');
    expect(received.map(({ signature }) => signature)).toEqual(['valid', 'valid', 'invalid', 'invalid']);
    await customer.api.delete(`/webhooks/${webhook.id}`);
  });

  it('events are listed by time', async () => {
    const before = new Date().toISOString();
    await happen();
    const found = await until({
      what: 'the event to be listed',
      look: () => customer.api.get<Page<EventEnvelope>>(`/events?eventName=${EVENT}&since=${before}`),
      good: ({ data }) => data.length === 1,
    });
    expect(found.data[0]?.eventTime.localeCompare(before)).toBeGreaterThanOrEqual(0);
    const earlier = await customer.api.get<Page<EventEnvelope>>(`/events?until=${before}&limit=100`);
    expect(earlier.data.every(({ eventTime }) => eventTime < before)).toBe(true);
  });
});

/** What arrived at a receiver on this machine, by path. */
async function startReceiver() {
  const received: { path: string; headers: Record<string, unknown>; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(204).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    at: (path: string) => received.filter((one) => one.path === path),
    close: () => server.close(),
  };
}

describe('estate listen', () => {
  it('estate listen forwards the bytes that a webhook receives, signed with the key that it prints', async () => {
    const receiver = await startReceiver();
    const webhook = await customer.api.post<WebhookWithKey>('/webhooks', {
      url: `${receiver.url}/webhook`,
      events: [EVENT],
    });
    const controller = new AbortController();
    let said = '';
    const listening = runEstate(['listen', '--forward-to', `${receiver.url}/forwarded`, '--events', EVENT], {
      environment: {
        ESTATE_URL: world.stack.apiUrl,
        ESTATE_API_KEY: customer.key,
        XDG_CONFIG_HOME: '/nowhere',
      },
      input: Readable.from([]),
      out: () => undefined,
      err: (text) => {
        said += text;
      },
      signal: controller.signal,
    });
    const count = 3;
    const forwarded = await until({
      what: 'every event to be forwarded',
      look: async () => {
        // What happened before the command had begun is not forwarded.
        await happen();
        return receiver.at('/forwarded');
      },
      good: (all) => all.length >= count,
    });
    controller.abort();
    expect(await listening).toBe(0);
    const key = /whsec_\S+/.exec(said)?.[0] ?? '';
    const delivered = await until({
      what: 'the webhook to have received the same',
      look: () => Promise.resolve(receiver.at('/webhook')),
      good: (all) => forwarded.every(({ body }) => all.some((one) => one.body === body)),
    });
    expect(new Set(forwarded.map(({ body }) => body)).size).toBe(forwarded.length);
    for (const { headers, body } of forwarded) {
      const header = String(headers['service-signature']);
      expect((await readWebhook(body, header, key)).eventId).toBe(headers['webhook-id']);
      const sent = delivered.find((one) => one.body === body)?.headers ?? {};
      expect(Object.keys(headers).sort()).toEqual(
        Object.keys(sent)
          .filter((name) => name !== 'service-request-id')
          .concat(['accept', 'accept-encoding', 'accept-language', 'sec-fetch-mode'])
          .filter((name, at, all) => all.indexOf(name) === at)
          .sort(),
      );
    }
    await customer.api.delete(`/webhooks/${webhook.id}`);
    receiver.close();
  });
});
