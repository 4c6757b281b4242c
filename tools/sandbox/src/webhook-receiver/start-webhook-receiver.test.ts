import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSigningKey, signWebhook } from '@estate/vault';
import { afterEach, describe, expect, it } from 'vitest';
import { startWebhookReceiver } from './start-webhook-receiver.ts';
import type { WebhookReceiverOptions } from './start-webhook-receiver.ts';
import type { WebServer } from '../web-server.ts';
import type { Delivery } from './delivery-log.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function receiver(options: Partial<WebhookReceiverOptions> = {}): Promise<WebServer> {
  const started = await startWebhookReceiver({ port: 0, ...options });
  cleanups.push(() => started.close());
  return started;
}

const deliveries = async ({ url }: WebServer) =>
  (await (await fetch(`${url}api/deliveries`)).json()) as Delivery[];
const send = ({ url }: WebServer, path: string, [method, body]: [string, object]) =>
  fetch(`${url}api/hooks/${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
const behave = (hooks: WebServer, behaviour: object) => send(hooks, 'shop/behaviour', ['POST', behaviour]);

const EVENT = '{"eventId":"e1","eventName":"property.created","data":{"title":"<b>Ü</b>"}}';

const post = (to: WebServer, headers: Record<string, string> = {}, body = EVENT): Promise<Response> =>
  fetch(`${to.url}hooks/shop`, { method: 'POST', body, headers });

describe('the webhook receiver', () => {
  it('valid, invalid and unverifiable signatures are distinguished', async () => {
    const hooks = await receiver();
    await post(hooks);
    const signingKey = newSigningKey();
    await send(hooks, 'shop', ['PUT', { signingKey }]);
    const now = Math.floor(Date.now() / 1000);
    const good = signWebhook(EVENT, [signingKey], now);
    expect((await post(hooks, { 'service-signature': good })).status).toBe(200);
    await post(hooks, { 'service-signature': signWebhook(EVENT, [newSigningKey()], now) });
    await post(hooks);
    const all = await deliveries(hooks);
    expect(all.map(({ signature }) => signature)).toEqual(['no key', 'valid', 'invalid', 'invalid']);
    expect(all.map(({ duplicate }) => duplicate)).toEqual([false, true, true, true]);
    expect(all[1]).toMatchObject({
      eventId: 'e1',
      eventName: 'property.created',
      body: EVENT,
    });
  });

  it('a hook answers as ordered, as often as ordered, and then 200 again', async () => {
    const hooks = await receiver();
    await behave(hooks, { status: 503, retryAfter: 7, times: 1 });
    const refused = await post(hooks);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '7']);
    await behave(hooks, { closeSocket: true, times: 1 });
    await expect(post(hooks)).rejects.toThrow();
    await behave(hooks, { dripMs: 1, body: '{"a":1}', times: 1 });
    expect(await (await post(hooks)).text()).toBe('{"a":1}');
    expect((await post(hooks)).status).toBe(200);
    expect(await deliveries(hooks)).toHaveLength(4);
  });

  it('deliveries survive a restart, even when the last line of the file was truncated', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'hooks-'));
    cleanups.push(() => rm(directory, { recursive: true }));
    const file = join(directory, 'deliveries.ndjson');
    const first = await startWebhookReceiver({ port: 0, file });
    await post(first);
    await first.close();
    await appendFile(file, '{"number":2,"na');
    const second = await receiver({ file });
    await post(second);
    expect((await deliveries(second)).map(({ number, duplicate }) => [number, duplicate])).toEqual([
      [1, false],
      [2, true],
    ]);
    const third = await receiver({ file });
    expect(await deliveries(third)).toHaveLength(2);
  });

  it('the signing keys of hooks survive a restart', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'hooks-'));
    cleanups.push(() => rm(directory, { recursive: true }));
    const file = join(directory, 'deliveries.ndjson');
    const signingKey = newSigningKey();
    const first = await startWebhookReceiver({ port: 0, file });
    const named = ['shop', 'other', 'third'].map((name) => send(first, name, ['PUT', { signingKey }]));
    expect((await Promise.all(named)).map(({ status }) => status)).toEqual([204, 204, 204]);
    await first.close();
    const second = await receiver({ file });
    const now = Math.floor(Date.now() / 1000);
    await post(second, { 'service-signature': signWebhook(EVENT, [signingKey], now) });
    expect((await deliveries(second)).map(({ signature }) => signature)).toEqual(['valid']);
  });

  it('the body of a delivery is escaped on the page', async () => {
    const hooks = await receiver();
    await post(hooks);
    const text = await (await fetch(hooks.url)).text();
    expect(text).toContain('&lt;b&gt;Ü&lt;/b&gt;');
    expect(text).not.toContain('<b>Ü');
  });

  it('the page shows the numbers of deliveries, which are tests, and which numbers are missing', async () => {
    const hooks = await receiver();
    for (const sequence of ['3', '7', '4'])
      await post(hooks, { 'webhook-sequence': sequence }, `{"eventId":"e${sequence}"}`);
    await post(hooks, { 'webhook-test': 'true' });
    expect((await deliveries(hooks)).map(({ sequence, test }) => [sequence, test])).toEqual([
      [3, undefined],
      [7, undefined],
      [4, undefined],
      [undefined, true],
    ]);
    const text = await (await fetch(hooks.url)).text();
    expect(text).toContain('missing: 5, 6');
    expect(text).toContain('<span class="badge">test</span>');
  });

  it('an unknown behaviour is refused', async () => {
    const hooks = await receiver();
    expect((await behave(hooks, { explode: true })).status).toBe(400);
  });
});
