import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openHarness, setPublication, snapshot } from './test-support/harness.fixture.ts';
import type { Harness } from './test-support/harness.fixture.ts';
import { startMarket } from './test-support/market-process.ts';
import type { MarketProcess } from './test-support/market-process.ts';

let market: MarketProcess;
let harness: Harness;
let objectId: string;

beforeAll(async () => {
  market = await startMarket();
  harness = await openHarness(market);
});
afterAll(async () => {
  await harness.close();
  await market.stop();
});
beforeEach(async () => {
  await market.clearFaults();
  const publication = setPublication();
  await harness.set(publication);
  objectId = harness.remembered.get(publication.snapshot.externalId)?.objectId ?? '';
});

async function look() {
  const opening = await harness.platform.openLookUp?.(harness.account);
  if (!opening?.ok) throw new Error('The marketplace cannot be asked.');
  return opening.lookUp({ objectId, type: 'apartmentBuy' }, harness.never);
}

describe('a look at an object', () => {
  it('an object that is shown costs one call', async () => {
    const before = (await market.calls()).length;
    expect(await look()).toEqual({ ok: true, seen: 'shown' });
    expect((await market.calls()).slice(before)).toMatchObject([{ method: 'GET', status: 200 }]);
  });

  it.each([
    ['a proxy does not find it', { status: 404, proxy: true, body: 'not found' }, 'target'],
    ['the marketplace fails', { status: 500 }, 'listing'],
    ['the marketplace is unavailable', { status: 503, code: 'ERROR_COMMON_SERVICE_UNAVAILABLE' }, 'target'],
    ['the connection is cut', { cut: 'before' }, 'target'],
    ['the answer is no JSON', { status: 200, body: '<html>', contentType: 'text/html' }, 'listing'],
  ])('an object is neither missing nor hidden when %s', async (_name, fault, scope) => {
    await market.fault(fault);
    expect(await look()).toMatchObject({ ok: false, failure: { scope } });
  });

  it('an object that vanished has one successor with its external id, however often it is published again', async () => {
    await market.byHand(objectId, 'delete');
    expect(await look()).toEqual({ ok: true, seen: 'missing' });
    await market.fault({ method: 'POST', path: '/user/me/realestate', cut: 'after', times: 1 });
    expect(await harness.set(setPublication())).toMatchObject({ ok: false });
    expect(await harness.set(setPublication())).toMatchObject({ ok: true });
    expect(await market.objects(snapshot().externalId)).toHaveLength(1);
  });
});

// Last: the marketplace takes no further call.
it('a look that is limited in its rate says how long to wait, and one with a revoked grant is kept', async () => {
  await market.revoke();
  expect(await look()).toMatchObject({ ok: false, failure: { code: 'authorization_revoked' } });
  expect(harness.revoked).toEqual([harness.account.grant?.id]);
  await market.fault({ status: 429, retryAfter: 120, times: 1 });
  expect(await look()).toMatchObject({ ok: false, failure: { retryAfterMs: 120_000 } });
});
