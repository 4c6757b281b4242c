import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PropertySnapshot } from '@estate/contracts';
import { CONTACT, FIELDS } from '../openimmo-ftp/test-support/fixtures.ts';
import { KNOWN_CODES } from './failures.ts';
import { openHarness, setPublication, snapshot } from './test-support/harness.fixture.ts';
import type { Harness } from './test-support/harness.fixture.ts';
import { startMarket } from './test-support/market-process.ts';
import type { MarketProcess } from './test-support/market-process.ts';

let market: MarketProcess;
let harness: Harness;
let number = 0;

beforeAll(async () => {
  market = await startMarket();
});
afterAll(() => market.stop());
beforeEach(async () => {
  number += 1;
  harness = await openHarness(market);
});
afterEach(async () => {
  await market.clearFaults();
  await harness.close();
});

const publication = (changes: Partial<PropertySnapshot> = {}) =>
  setPublication({ snapshot: snapshot({ externalId: `F-${number}`, ...changes }) });
const create = { method: 'POST', path: '/user/me/realestate?' };
const failing = async (...faults: Record<string, unknown>[]) => {
  await market.fault(...faults);
  const outcome = await harness.set(publication());
  if (outcome.ok) throw new Error('it did not fail');
  return outcome.failure;
};
const callsOf = async (work: () => Promise<unknown>) => {
  const before = (await market.calls()).length;
  await work();
  return (await market.calls()).slice(before);
};

const final = { repeat: false, scope: 'listing' };
const transient = { code: 'platform_unavailable', repeat: true, scope: 'listing' };
const away = { ...transient, scope: 'target' };
const rejected = { ...final, code: 'validation_rejected' };
const ourMistake = { ...final, code: 'internal' };

const TABLE: readonly (readonly [number, string, Record<string, unknown>])[] = [
  [
    401,
    'ERROR_COMMON_AUTHENTICATION_REQUIRED',
    { code: 'authorization_revoked', repeat: false, scope: 'target' },
  ],
  [401, 'ERROR_COMMON_AUTHENTICATION_OAUTH_NONCE_EXPIRED', transient],
  [403, 'ERROR_COMMON_ACCESS_DENIED', { code: 'permission_denied', repeat: false, scope: 'target' }],
  [404, 'ERROR_RESOURCE_NOT_FOUND', transient],
  [404, 'ERROR_COMMON_RESOURCE_NOT_FOUND', transient],
  [409, 'ERROR_COMMON_REQUEST_CONFLICT', transient],
  [412, 'ERROR_RESOURCE_VALIDATION', rejected],
  [412, 'ERROR_COMMON_SCHEMA_VALIDATION_FAILED', ourMistake],
  [415, 'ERROR_COMMON_MEDIA_TYPE_UNSUPPORTED', ourMistake],
  [405, 'ERROR_COMMON_METHOD_NOT_ALLOWED', ourMistake],
  [500, 'ERROR_COMMON_INTERNAL_SERVER_ERROR', transient],
  [500, 'ERROR_COMMON_INTERNAL_SERVER_ERROR_WITH_DETAILS', transient],
  [503, 'ERROR_COMMON_SERVICE_UNAVAILABLE', away],
  [503, 'ERROR_DB_NOT_AVAILABLE', away],
  [400, 'ERROR_COMMON_BAD_REQUEST', rejected],
  [422, 'ERROR_COMMON_UNPROCESSABLE_ENTITY', rejected],
  [422, 'ERROR_RESOURCE_NOT_UNIQUE', rejected],
  [422, 'ERROR_CONTACT_DETAILS_MISSING', { ...final, code: 'contact_required' }],
  [422, 'ERROR_COMMISSION_SPLIT_VALIDATION_FAILED', rejected],
  [422, 'ERROR_INVALID_COORDINATES', rejected],
  [422, 'ERROR_GEOCODING_FAILED', rejected],
];

describe('every code of the marketplace', () => {
  it('every code of the marketplace stands in the table of this test', () => {
    expect(TABLE.map(([, code]) => code).toSorted()).toEqual([...KNOWN_CODES].toSorted());
  });

  it.each(TABLE)('%i %s', async (status, code, expected) => {
    const failure = await failing({ ...create, status, code, message: 'No luck' });
    expect(failure).toMatchObject(expected);
    expect(failure.message).toMatch(/marketplace|mistake/i);
    expect(failure.message).toMatch(/\(reference [0-9a-f]{8}\)/);
    const isAlarming = expected['code'] === 'internal';
    expect(harness.alarms).toHaveLength(isAlarming ? 1 : 0);
  });

  it.each([
    [401, { code: 'platform_unavailable', repeat: true, scope: 'target' }],
    [302, { code: 'platform_unavailable', repeat: true, scope: 'target' }],
    [408, { code: 'platform_unavailable', repeat: true }],
    [403, { code: 'permission_denied' }],
    [412, { code: 'validation_rejected' }],
    [418, { code: 'validation_rejected' }],
    [500, { code: 'platform_unavailable', repeat: true }],
    [502, { code: 'platform_unavailable', repeat: true, scope: 'target' }],
  ])('a bare status %i has a meaning without a code', async (status, expected) => {
    expect(await failing({ ...create, status, code: '' })).toMatchObject(expected);
  });
});

describe('a broken rule of the marketplace', () => {
  it.each([
    ["[MESSAGE: field 'address' is required]", 'fields.address: is required'],
    ['[MESSAGE: address.postcode : 1 : POSTCODE_INVALID]', 'fields.address.postalCode: POSTCODE_INVALID (given: 1)'],
    ['[MESSAGE: livingSpace : -1.0 : NUMBER_IS_OUT_OF_RANGE]', 'fields.livingArea: the number is outside the range'],
    ['[MESSAGE: realestates.apartmentBuy.courtage.courtage :  : X]', 'fields.commission: X'],
    ['[MESSAGE: numberOfBedRooms : 100 : Y]', 'fields.numberOfBedrooms: Y'],
    ['[MESSAGE: energyEfficiencyClass : A : EV_EFFICIENCY_CLASS_NOT_VALID_FOR_THIS_CERTIFICATE]', 'fields.residentialEnergyCertificate.energyClass: an energy class requires'],
    ['[MESSAGE: somethingNew : 1 : Z]', 'fields: Z (given: 1)'],
    ['Something went wrong', 'fields: Something went wrong'],
  ])('%s', async (message, words) => {
    const failure = await failing({ ...create, status: 412, code: 'ERROR_RESOURCE_VALIDATION', message });
    expect(failure.message).toContain(words);
  }); // oxfmt-ignore

  it('also of a contact', async () => {
    const message = '[MESSAGE: phoneNumber : +49 : PHONE_NUMBER_INVALID]';
    const fault = {
      method: 'POST',
      path: '/contact',
      status: 412,
      code: 'ERROR_RESOURCE_VALIDATION',
      message,
    };
    await market.fault(fault);
    const outcome = await harness.set(publication({ contact: { ...CONTACT, id: 'd1a2b3c4e5f6g7h8i9jf' } }));
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'validation_rejected' } });
    expect(JSON.stringify(outcome)).toContain('contact.phone: PHONE_NUMBER_INVALID');
  });

  it('and what is known beforehand needs no call', async () => {
    const fields = { ...FIELDS, address: { ...FIELDS.address, postalCode: '1' } };
    const calls = await callsOf(async () => {
      const outcome = await harness.set(publication({ fields }));
      expect(outcome).toMatchObject({ ok: false, failure: { code: 'validation_rejected' } });
    });
    expect(calls).toEqual([]);
  });
});

describe('an authorization that was withdrawn', () => {
  it('a withdrawn authorization is stored at the first call, and no further call is made', async () => {
    await harness.set(publication());
    await market.revoke();
    const calls = await callsOf(async () => {
      const outcome = await harness.set(publication());
      expect(outcome).toMatchObject({ ok: false, failure: { code: 'authorization_revoked', repeat: false } });
    });
    expect(calls).toHaveLength(1);
    expect(harness.revoked).toEqual([harness.account.grant?.id]);
  });

  it('a revoked authorization is reported without a call once it is known, or when the consumer credentials were replaced', async () => {
    const { grant, ...account } = harness.account;
    const calls = await callsOf(async () => {
      const revoked = await harness.platform.open({ ...account, status: 'revoked' }, harness.never);
      expect(revoked).toMatchObject({
        ok: false,
        failure: { code: 'authorization_revoked', scope: 'target' },
      });
      const other = { ...account, grant: { ...grant!, consumerKey: 'another' } };
      expect(await harness.platform.open(other, harness.never)).toMatchObject({ ok: false });
    });
    expect(calls).toEqual([]);
    expect(harness.revoked).toEqual([grant?.id]);
  });

  it('a withdrawn authorization shows in a check of the target', async () => {
    expect(await harness.platform.check(harness.account, harness.never)).toMatchObject({ ok: true });
    await market.revoke();
    expect(await harness.platform.check(harness.account, harness.never)).toMatchObject({
      ok: false,
      steps: [
        { name: 'connect', ok: true },
        { name: 'login', ok: false },
      ],
    });
    expect(harness.revoked).toHaveLength(1);
  });

  it('a check that gets no answer in time does not count as a withdrawn authorization', async () => {
    const timeIsUp = AbortSignal.abort(new DOMException('The time is up.', 'TimeoutError'));
    expect(await harness.platform.check(harness.account, timeIsUp)).toMatchObject({
      ok: false,
      steps: [{ name: 'connect', ok: false, message: expect.stringContaining('did not respond') }],
    });
    expect(harness.revoked).toEqual([]);
  });

  it('an authorization is not withdrawn for a stale nonce: the call is signed again and retried once', async () => {
    await market.fault({
      ...create,
      status: 401,
      code: 'ERROR_COMMON_AUTHENTICATION_OAUTH_NONCE_EXPIRED',
      times: 1,
    });
    expect(await harness.set(publication())).toMatchObject({ ok: true });
    expect(harness.revoked).toEqual([]);
  });
});

describe('the limit of calls', () => {
  it('the rate limit of a marketplace stops the lane for as long as the marketplace asks, without calling again before', async () => {
    expect(await failing({ status: 429, retryAfter: 42, times: 1 })).toMatchObject({
      code: 'rate_limited',
      repeat: true,
      scope: 'target',
      retryAfterMs: 42_000,
    });
    const calls = await callsOf(() => harness.set(publication()));
    expect(calls).toEqual([]);
  });

  it('the rate limit of a marketplace is respected as soon as no call is left', async () => {
    const calls = await callsOf(async () => {
      expect(await failing({ remaining: 0, times: 1 })).toMatchObject({ code: 'rate_limited' });
    });
    expect(calls).toHaveLength(1);
  });
});

describe('a marketplace that is not there', () => {
  const lost = { code: 'connection_lost', repeat: true, scope: 'target' };

  it('because it cuts the connection is tried again later', async () => {
    expect(await failing({ cut: 'before' })).toMatchObject(lost);
  });

  it('because it never answers is tried again later', async () => {
    const impatient = await openHarness(market, { timeoutMs: 300 });
    await market.fault({ hang: true });
    expect(await impatient.set(publication())).toMatchObject({ ok: false, failure: lost });
    await impatient.close();
  });

  it('because nothing listens is tried again later', async () => {
    const { apiUrl } = harness.profile;
    harness.profile.apiUrl = 'http://127.0.0.1:1025/restapi';
    const outcome = await harness.set(publication());
    harness.profile.apiUrl = apiUrl;
    expect(outcome).toMatchObject({
      ok: false,
      failure: { code: 'host_unreachable', repeat: true, scope: 'target' },
    });
  });
});

describe('the flow with the marketplace', () => {
  const consumer = { key: 'demo-key', secret: 'demo-secret' };

  it('the authorization flow is refused with a wrong key or secret', async () => {
    for (const wrong of [
      { ...consumer, secret: 'x' },
      { ...consumer, key: 'x' },
    ]) {
      const answer = await harness.flow.requestToken(wrong, 'https://a.example/', harness.never);
      expect(answer).toMatchObject({ ok: false, reason: 'refused' });
    }
  });

  it('the marketplace is unavailable when it answers with an error of its own', async () => {
    await market.fault({ path: 'request_token', status: 503 });
    const answer = await harness.flow.requestToken(consumer, 'https://a.example/', harness.never);
    expect(answer).toMatchObject({ ok: false, reason: 'unavailable' });
  });

  it('the authorization flow signs a request again and retries it once after a stale nonce', async () => {
    const code = 'ERROR_COMMON_AUTHENTICATION_OAUTH_NONCE_EXPIRED';
    await market.fault({ path: 'request_token', status: 401, code, times: 1 });
    expect(await harness.flow.requestToken(consumer, 'https://a.example/', harness.never)).toMatchObject({
      ok: true,
    });
    await market.fault({ path: 'request_token', status: 401, code, times: 2 });
    expect(await harness.flow.requestToken(consumer, 'https://a.example/', harness.never)).toMatchObject({
      ok: false,
      reason: 'refused',
    });
  });

  it('the authorization flow gives an access token once, for the right verifier only', async () => {
    const request = await harness.flow.requestToken(consumer, 'https://a.example/cb?x=1', harness.never);
    if (!request.ok) throw new Error(request.message);
    const callback = new URL(await market.decide(harness.flow.confirmUrl(request.token), 'accept'));
    expect(callback.searchParams.get('x')).toBe('1');
    const verifier = callback.searchParams.get('oauth_verifier') ?? '';
    const ask = (with_: string) => {
      const { token, secret } = request;
      return harness.flow.accessToken(consumer, { token, secret, verifier: with_ }, harness.never);
    };
    expect(await ask('forged')).toMatchObject({ ok: false, reason: 'refused' });
    expect(await ask(verifier)).toMatchObject({ ok: true });
    expect(await ask(verifier)).toMatchObject({ ok: false, reason: 'refused' });
  });

  it('the authorization flow comes back without a verifier when the end user refuses', async () => {
    const request = await harness.flow.requestToken(consumer, 'https://a.example/cb', harness.never);
    if (!request.ok) throw new Error(request.message);
    const callback = new URL(await market.decide(harness.flow.confirmUrl(request.token), 'refuse'));
    expect([...callback.searchParams.keys()]).toEqual(['oauth_token']);
  });
});
