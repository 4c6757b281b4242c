import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROPERTY_TYPE_NAMES } from '@estate/contracts';
import { objectBody } from './object/body.ts';
import { anyPropertyOf, wildText } from './test-support/any-property.ts';
import { openHarness, setPublication } from './test-support/harness.fixture.ts';
import type { Harness } from './test-support/harness.fixture.ts';
import { startMarket } from './test-support/market-process.ts';
import type { MarketProcess } from './test-support/market-process.ts';

let market: MarketProcess;
let harness: Harness;

beforeAll(async () => {
  market = await startMarket({ callsAMinute: 1_000_000 });
  harness = await openHarness(market);
});
afterAll(async () => {
  await harness.close();
  await market.stop();
});

const RUNS = 25;
/** Properties of all types. */
let [tried, taken] = [0, 0];
const isError = ({ severity }: { severity: string }): boolean => severity === 'error';

describe.each(PROPERTY_TYPE_NAMES)('any property of the type %s', (type) => {
  it(`${type}: a property with any texts has a body that cannot be refused for its form`, async () => {
    await fc.assert(
      fc.asyncProperty(anyPropertyOf(type, wildText), async (snapshot) => {
        tried += 1;
        const problems = harness.platform.problems(harness.account, snapshot);
        const outcome = await harness.set(setPublication({ snapshot }));
        expect(outcome.ok).toBe(!problems.some(isError));
        if (outcome.ok) taken += 1;
        else expect(outcome.failure).toMatchObject({ code: 'validation_rejected', repeat: false });
      }),
      { numRuns: RUNS },
    );
    expect(harness.alarms).toEqual([]);
  });
});

it('most random properties have no errors', () => {
  expect(taken).toBeGreaterThan(tried / 3);
});

describe('a marketplace that refuses a wrong order', () => {
  it('a wrong order is reported as an internal error, without a second attempt', async () => {
    const { 'realestates.apartmentBuy': body } = objectBody(setPublication().snapshot);
    const reversed = Object.fromEntries(Object.entries(body as object).reverse());
    const client = harness.client();
    const subject = { what: 'the property', field: 'fields', fieldOf: () => undefined };
    const call = {
      method: 'POST' as const,
      path: '/user/me/realestate',
      json: { 'realestates.apartmentBuy': reversed },
      subject,
      signal: harness.never,
    };
    await expect(client.call(call)).rejects.toMatchObject({
      kind: 'bug',
      failure: { code: 'internal', repeat: false },
    });
  });
});
