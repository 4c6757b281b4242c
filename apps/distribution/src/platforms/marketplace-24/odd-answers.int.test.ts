import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Unavailable } from '@estate/errors';
import { AttachmentLost } from '../../attachments/attachment-bytes.ts';
import type { AttachmentBytes } from '../../attachments/attachment-bytes.ts';
import { FileBroken, multipart } from '../rest/multipart.ts';
import { everyCall, json, withCode } from './test-support/every-call.fixture.ts';
import type { CallName } from './test-support/every-call.fixture.ts';
import { openHarness } from './test-support/harness.fixture.ts';
import type { Harness } from './test-support/harness.fixture.ts';
import { startMarket } from './test-support/market-process.ts';
import type { MarketProcess } from './test-support/market-process.ts';

let market: MarketProcess;
let harness: Harness;
let every: Awaited<ReturnType<typeof everyCall>>;

beforeAll(async () => {
  market = await startMarket();
  harness = await openHarness(market);
  every = await everyCall(harness);
});
afterAll(async () => {
  await harness.close();
  await market.stop();
});
afterEach(() => market.clearFaults());

const transient = { code: 'platform_unavailable', repeat: true };

describe('an answer that repeats secrets', () => {
  it.each([
    ['as text', (text: string) => ({ body: text, contentType: 'text/plain' })],
    ['in a message', (text: string) => withCode('ERROR_SOMETHING', text)],
    ['as a code', (text: string) => withCode(text, 'x')],
    ['in another form', (text: string) => json({ detail: text })],
    ['in a rule that was broken', (text: string) => withCode('ERROR_RESOURCE_VALIDATION', `[MESSAGE: title : ${text} : X]`)],
  ])('secrets that an error repeats %s are redacted', async (_how, form) => {
    every.property.next();
    const { token = '', secret = '' } = harness.account.grant ?? {};
    const text = `see ${token} ${secret} demo-secret ${encodeURIComponent('demo-secret')} oauth_signature="q%2Fq%3D" oauth_nonce=77aa end`;
    await market.fault({ method: 'POST', path: '/user/me/realestate?', status: 400, ...form(text) });
    const outcome = await every.property.set();
    const message = outcome.ok ? '' : outcome.failure.message;
    expect(message).toContain('see');
    for (const each of [token, secret, 'demo-secret', 'q%2Fq%3D', '77aa']) expect(message).not.toContain(each);
  }); // oxfmt-ignore
});

describe('an id of odd shape', () => {
  it.each(['../../admin', '..', '', ' ', 'a/b', '?x=1', '7'.repeat(200), {}, true])(
    'an id of odd shape for a new object is not used: %j',
    async (id) => {
      every.property.next();
      await market.fault({
        method: 'POST',
        path: '/user/me/realestate?',
        status: 201,
        times: 1,
        ...json({ 'common.messages': [{ message: { messageCode: 'MESSAGE_RESOURCE_CREATED', id } }] }),
      });
      const before = (await market.calls()).length;
      expect(await every.property.set()).toMatchObject({ ok: false, failure: transient });
      const paths = (await market.calls()).slice(before).map(({ path }) => path);
      expect(paths.at(-1)).toMatch(/^\/user\/me\/realestate\/ext-A-\d+\?/);
      expect(await every.property.set()).toMatchObject({ ok: true });
    },
  );

  it('an existing attachment with an id of odd shape is not uploaded a second time', async () => {
    const externalId = every.property.next();
    await every.property.set({ attachments: every.photos });
    const there = { '@id': '../1', '@xsi.type': 'common:Picture' };
    await market.fault({ method: 'GET', path: '/attachment', times: 1, status: 200, ...json({ 'common.attachments': [{ attachment: there }] }) }); // oxfmt-ignore
    expect(await every.property.update({ attachments: every.photos })).toMatchObject({
      ok: false,
      failure: transient,
    });
    expect((await harness.object(externalId))?.attachments).toHaveLength(2);
  });
});

describe('a look-up that answers without what was looked up', () => {
  it.each([
    ['the look-up of the contact', {}],
    ['the look-up of the object', {}],
    ['the look-up of the object', { 'realestates.apartmentBuy': {} }],
    ['the list of the attachments', {}],
    ['the list of the attachments', { 'common.attachments': 'x' }],
    ['the list of the attachments', { 'common.attachments': [{ attachment: {} }] }],
    ['the look-up of the publication', {}],
    ['the look-up of an object to remove', {}],
  ])('%s answered with %j fails and is retried', async (name, body) => {
    every.property.next();
    const { fault, before, run } = every.calls[name as CallName];
    await before?.();
    await market.fault({ ...fault, status: 200, ...json(body) });
    expect(await run()).toMatchObject({ ok: false, failure: transient });
    await market.clearFaults();
    expect(await run()).toMatchObject({ ok: true });
  });
});

describe('an external id that an object of another type holds', () => {
  it('an external id held by an object of another type fails the listing without retries', async () => {
    const externalId = every.property.next();
    await market.createByHand('houseBuy', externalId);
    expect(await every.property.set()).toMatchObject({
      ok: false,
      failure: {
        code: 'validation_rejected',
        repeat: false,
        scope: 'listing',
        message: expect.stringMatching(/^externalId: .*houseBuy.*A-\d+/),
      },
    });
    expect(harness.alarms).toEqual([]);
    expect(await harness.object(externalId)).toMatchObject({
      revision: 1,
      fields: { title: 'Made by hand' },
    });
  });

  it('an object of another type under the external id stays when the listing is deleted', async () => {
    const externalId = every.property.next();
    await market.createByHand('houseBuy', externalId);
    expect(await every.property.remove()).toEqual({ ok: true });
    expect(await harness.object(externalId)).toBeDefined();
  });
});

describe('an attachment that cannot be read to its end while it is sent', () => {
  const size = 300_000;
  const pieces = (count: number) => Readable.from(Array.from({ length: count }, () => Buffer.alloc(100_000)));
  const error = async (open: () => Promise<AttachmentBytes>) => {
    const upload = multipart({
      metadata: '{}',
      content: { size, open },
      fileName: 'a.jpg',
      mediaType: 'image/jpeg',
    });
    const subject = { what: 'the attachment', field: 'attachments', fieldOf: () => undefined };
    const call = { method: 'POST' as const, path: '/user/me/realestate/1/attachment', upload, subject };
    const sent = harness.client().call({ ...call, signal: harness.never });
    return sent.catch((thrown: unknown) => thrown);
  };

  it.each([
    ['it is shorter than announced', () => Promise.resolve({ size, source: { stream: pieces(2) } })],
    ['it is longer than announced', () => Promise.resolve({ size, source: { stream: pieces(4) } })],
    ['its store is unavailable', () => Promise.reject(new Unavailable('The catalog does not answer.'))],
  ])(
    'an attachment that cannot be sent whole is not reported as a failure of the marketplace: %s',
    async (_why, open) => {
      const thrown = await error(open);
      expect(thrown).toBeInstanceOf(FileBroken);
      expect(thrown).toBeInstanceOf(Unavailable);
    },
  );

  it('an attachment that is lost is not reported as a failure of the marketplace', async () => {
    const lost = new AttachmentLost('The catalog has no attachment.');
    expect(await error(() => Promise.reject(lost))).toBe(lost);
  });
});
