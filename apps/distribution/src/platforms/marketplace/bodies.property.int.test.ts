import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PropertySnapshot } from '@estate/contracts';
import { anySnapshot } from '../openimmo-ftp/test-support/property-arbitrary.ts';
import { objectBody } from './object/body.ts';
import { openHarness, setPublication } from './test-support/harness.fixture.ts';
import type { Harness } from './test-support/harness.fixture.ts';
import { startMarket } from './test-support/market-process.ts';
import type { MarketProcess } from './test-support/market-process.ts';

let market: MarketProcess;
let harness: Harness;

beforeAll(async () => {
  market = await startMarket();
  harness = await openHarness(market);
});
afterAll(async () => {
  await harness.close();
  await market.stop();
});

/** Most random properties break a rule that is found beforehand; these keep the simple ones, so that the others count. */
const within = (snapshot: PropertySnapshot): PropertySnapshot => {
  const { fields } = snapshot;
  const { numberOfBathrooms: baths, numberOfBedrooms: beds, numberOfFloors: floors } = fields;
  return {
    ...snapshot,
    attachments: [],
    fields: {
      ...fields,
      title: `T ${fields.title}`.slice(0, 100),
      livingArea: fields.livingArea + 1,
      ...(fields.usableArea !== undefined && { usableArea: fields.usableArea + 1 }),
      ...(baths !== undefined && { numberOfBathrooms: baths % 100 }),
      ...(beds !== undefined && { numberOfBedrooms: beds % 100 }),
      ...(floors !== undefined && { numberOfFloors: floors % 1000 }),
      address: {
        ...fields.address,
        street: `S ${fields.address.street}`.slice(0, 100),
        streetNumber: '12a',
        city: `C ${fields.address.city}`.slice(0, 50),
        postalCode: '80331',
      },
    },
  };
};

/** As it comes back: without what was never a value. */
const kept = (snapshot: PropertySnapshot) => {
  const body = objectBody(snapshot)['realestates.apartmentBuy'];
  return JSON.parse(JSON.stringify(body)) as Record<string, unknown>;
};

describe('any property', () => {
  it('without a problem is taken in the order of the schema and kept with the values that were sent', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(anySnapshot.map(within), async (snapshot) => {
        const problems = harness.platform.problems(harness.account, snapshot);
        const outcome = await harness.set(setPublication({ snapshot, preventPublication: true }));
        if (problems.some(({ severity }) => severity === 'error')) {
          expect(outcome).toMatchObject({
            ok: false,
            failure: { code: 'validation_rejected', repeat: false },
          });
          return;
        }
        expect(outcome).toEqual({ ok: true, published: false });
        const { contact: _contact, ...fields } = (await harness.object(snapshot.externalId))?.fields ?? {};
        expect(fields).toEqual(kept(snapshot));
        taken += 1;
      }),
      { numRuns: 80 },
    );
    expect(taken).toBeGreaterThan(20);
    expect(harness.alarms).toEqual([]);
  });

  it('has a body that the marketplace could not refuse for its form, whatever its values', async () => {
    await fc.assert(
      fc.asyncProperty(anySnapshot, async (snapshot) => {
        const { attachments: _bytes, ...given } = snapshot;
        const outcome = await harness.set(setPublication({ snapshot: { ...given, attachments: [] } }));
        if (!outcome.ok) expect(outcome.failure.code).toBe('validation_rejected');
      }),
      { numRuns: 40 },
    );
    expect(harness.alarms).toEqual([]);
  });
});

describe('a marketplace that refuses a wrong order', () => {
  it('tells it as a mistake of the service, without a second attempt', async () => {
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
