import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CALL_NAMES, everyCall, json, page, withCode } from './test-support/every-call.fixture.ts';
import type { Fault } from './test-support/every-call.fixture.ts';
import { openHarness } from './test-support/harness.fixture.ts';
import type { Harness } from './test-support/harness.fixture.ts';
import { startMarket } from './test-support/market-process.ts';
import type { MarketProcess } from './test-support/market-process.ts';

let market: MarketProcess;
let harness: Harness;
let every: Awaited<ReturnType<typeof everyCall>>;
let elsewhere: Server;
/** Requests that followed a redirect. */
const followed: string[] = [];

beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    followed.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.end('{}');
  });
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  market = await startMarket({ callsAMinute: 1_000_000 });
  harness = await openHarness(market);
  every = await everyCall(harness);
});
afterAll(async () => {
  await harness.close();
  await market.stop();
  elsewhere.close();
});
afterEach(async () => {
  await market.clearFaults();
  harness.revoked.length = 0;
  followed.length = 0;
});

const transient = { code: 'platform_unavailable', repeat: true };
const rejected = { code: 'validation_rejected', repeat: false, scope: 'listing' };
const moved = () => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/login`;

/** An answer, the failure that it means for every call, and the text that its message must keep. */
const ANSWERS: readonly (readonly [name: string, fault: () => Fault, failure: object, words: string])[] = [
  ['200 with a page', () => ({ status: 200, body: page('Log in'), proxy: true }), transient, 'Proxy Log in & more'],
  ['200 with half an answer', () => ({ status: 200, body: '{"common.messages":[{"mess', contentType: 'application/json' }), transient, '200'],
  ['200 with an endless answer', () => ({ status: 200, body: '{"a":1}     ', bodyBytes: 2_100_000 }), transient, '200'],
  ['200 with an error', () => ({ status: 200, ...withCode('ERROR_DB_NOT_AVAILABLE', 'later') }), transient, 'later'],
  ['302 to elsewhere', () => ({ status: 302, location: moved(), body: page('Moved'), proxy: true }), transient, 'redirect'],
  ['307 to elsewhere', () => ({ status: 307, location: moved(), body: '', proxy: true }), transient, 'redirect'],
  ['400 as text', () => ({ status: 400, body: 'Not like this.', contentType: 'text/plain' }), rejected, 'Not like this.'],
  ['401 with a page', () => ({ status: 401, body: page('Who are you?'), proxy: true }), transient, 'Who are you?'],
  ['401 with an unknown code', () => ({ status: 401, ...withCode('ERROR_BAD_MOON', 'Try at night.') }), transient, 'Try at night.'],
  ['401 without anything', () => ({ status: 401, body: '' }), transient, '401'],
  ['403 with a page', () => ({ status: 403, body: page('Not from here'), proxy: true }), { code: 'permission_denied', repeat: false, scope: 'target' }, 'Not from here'],
  ['404 of a proxy', () => ({ status: 404, body: page('No such route'), proxy: true }), transient, 'No such route'],
  ['408 with a page', () => ({ status: 408, body: page('Too slow'), proxy: true }), transient, 'Too slow'],
  ['413 as text', () => ({ status: 413, body: 'Too much.', contentType: 'text/plain' }), rejected, 'Too much.'],
  ['418 in another form', () => ({ status: 418, ...json({ error: 'teapot', error_description: 'short and stout' }) }), rejected, 'short and stout'],
  ['425 without anything', () => ({ status: 425, body: '' }), transient, '425'],
  ['500 in another form', () => ({ status: 500, ...json({ fault: { faultstring: 'It broke.' } }) }), transient, 'It broke.'],
  ['502 with a page', () => ({ status: 502, body: page('Bad gateway'), proxy: true }), transient, 'Bad gateway'],
  ['503 with an endless page', () => ({ status: 503, body: page('Closed'), bodyBytes: 3_000_000, proxy: true }), transient, 'Closed'],
  // Last, because the call itself succeeds.
  ['an answer that is cut off', () => ({ cut: 'within' }), { code: 'connection_lost', repeat: true }, 'before the response was complete'],
]; // oxfmt-ignore

describe('unusual answers', () => {
  it.each(CALL_NAMES)(
    'to %s fail the publication in the right way, and the next attempt succeeds',
    async (name) => {
      every.property.next();
      const { fault, before, run } = every.calls[name];
      await before?.();
      for (const [answer, order, failure, words] of ANSWERS) {
        await market.fault({ ...fault, ...order() });
        const outcome = await run();
        expect(outcome, answer).toMatchObject({ ok: false, failure });
        const message = outcome.ok ? '' : outcome.failure.message;
        expect(message, answer).toContain(words);
        expect(message, answer).not.toMatch(/[<>]|\s\s/);
        expect(message.length, answer).toBeLessThan(1000);
        expect([harness.revoked, followed], answer).toEqual([[], []]);
        await market.clearFaults();
      }
      expect(await run()).toMatchObject({ ok: true });
      expect(await market.collisions()).toEqual([]);
    },
  );
});

describe('a check of the target', () => {
  it.each(ANSWERS)(
    'a check of a target answered with %s fails and does not revoke the target',
    async (_answer, answer) => {
      await market.fault({ path: '/publishchannel', ...answer() });
      expect(await harness.platform.check(harness.account, harness.never)).toMatchObject({ ok: false });
      expect(harness.revoked).toEqual([]);
      expect(followed).toEqual([]);
    },
  );
});

describe('the flow with the marketplace', () => {
  const consumer = { key: 'demo-key', secret: 'demo-secret' };
  it.each([302, 307, 404, 408, 425, 429, 500, 503])(
    'a token request that a proxy answers with %i may be retried',
    async (status) => {
      await market.fault({
        path: 'request_token',
        status,
        body: page('Busy'),
        location: moved(),
        proxy: true,
      });
      const answer = await harness.flow.requestToken(consumer, 'https://a.example/', harness.never);
      expect(answer).toMatchObject({ ok: false, reason: 'unavailable' });
      expect(followed).toEqual([]);
    },
  );

  it('the message of a refused token request contains no secrets', async () => {
    const body = `bad oauth_signature="abc%2Bdef" for ${consumer.secret}`;
    await market.fault({ path: 'request_token', status: 401, body, contentType: 'text/plain' });
    const answer = await harness.flow.requestToken(consumer, 'https://a.example/', harness.never);
    expect(JSON.stringify(answer)).not.toMatch(/demo-secret|abc%2Bdef/);
    expect(answer).toMatchObject({ ok: false, message: expect.stringContaining('bad oauth_signature') });
  });
});
