import { PROPERTY_TYPE_NAMES } from '@estate/contracts';
import type { PropertySnapshot, PropertyType } from '@estate/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleOf } from './test-support/examples.ts';
import { deletePublication, openHarness, setPublication } from './test-support/harness.fixture.ts';
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

const property = (type: PropertyType, externalId: string, changes: object = {}): PropertySnapshot => ({
  ...exampleOf(type, 'full', { ...changes }),
  externalId,
});
const set = (snapshot: PropertySnapshot) => harness.set(setPublication({ snapshot }));
const remove = ({ externalId, type, fields, updatedAt }: PropertySnapshot) =>
  harness.delete(deletePublication({ property: { externalId, type, fields, updatedAt } }));

describe.each(PROPERTY_TYPE_NAMES)('a property of the type %s', (type) => {
  it(`${type}: it is published, changed, found again by its number, and taken down`, async () => {
    const externalId = `of ${type}`;
    const first = property(type, externalId);
    expect(await set(first)).toMatchObject({ ok: true, publicUrl: expect.stringContaining('/expose/') });
    expect(await set(property(type, externalId, { title: 'Changed' }))).toMatchObject({ ok: true });
    harness.remembered.delete(externalId);
    expect(await set(property(type, externalId, { title: 'Found again' }))).toMatchObject({ ok: true });
    expect(await harness.object(externalId)).toMatchObject({
      revision: 3,
      fields: { title: 'Found again' },
      publishedAt: expect.any(String),
    });
    harness.remembered.delete(externalId);
    expect(await remove(first)).toEqual({ ok: true });
    expect(await harness.object(externalId)).toBeUndefined();
    expect(harness.alarms).toEqual([]);
  });
});

describe('a number that an object of another type holds', () => {
  it('a change of type is refused before it is sent', async () => {
    await set(property('houseBuy', 'TAKEN-1'));
    harness.remembered.delete('TAKEN-1');
    const changes = async () => (await market.calls()).filter(({ method }) => method === 'PUT').length;
    const before = await changes();
    expect(await set(property('houseRent', 'TAKEN-1'))).toMatchObject({
      ok: false,
      failure: {
        code: 'validation_rejected',
        repeat: false,
        message: expect.stringMatching(/^externalId: .*houseBuy.*TAKEN-1/),
      },
    });
    expect(await changes()).toBe(before);
    expect(await remove(property('houseRent', 'TAKEN-1'))).toEqual({ ok: true });
    expect(await harness.object('TAKEN-1')).toMatchObject({ type: 'houseBuy' });
  });
});

describe('a refusal of the marketplace', () => {
  it('a region that the marketplace does not know is reported with the field of the API', async () => {
    const { address } = exampleOf('officeRent', 'full').fields;
    const abroad = { address: { ...address, country: 'AUT', region: 'Zürich', postalCode: '6020' } };
    expect(await set(property('officeRent', 'ABROAD-1', abroad))).toMatchObject({
      ok: false,
      failure: {
        code: 'validation_rejected',
        repeat: false,
        message: expect.stringContaining('fields.address.region: '),
      },
    });
  });
});
