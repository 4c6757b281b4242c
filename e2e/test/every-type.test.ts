import { FIELDS_OF, PROPERTY_TYPE_NAMES, PROPERTY_TYPES } from '@estate/contracts';
import type { DryRun, Listing, Property, PropertyType, Target } from '@estate/contracts';
import { acceptAsEndUser } from '@estate/stack';
import type { ApiClient } from '@estate/stack';
import { arbitraryOf } from '@estate/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { targetInput } from './support/data.ts';
import { marketOf } from './support/market.ts';
import { sandboxOf } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { World } from './support/world.ts';

/** Set it to 500 for a long look. */
const RANDOM = Number(process.env['RANDOM_PROPERTIES'] ?? 3);

/** Portals that differ in the formats, links and contacts of their documents; each has an account of its own. */
const PORTALS = ['immowelt', 'immonet', 'komsis', 'kleinanzeigen'] as const;

let world: World;
let api: ApiClient;
let targets: readonly Target[];

beforeAll(async () => {
  world = await sharedWorld();
  api = (await world.account('Every type')).api;
  const market = marketOf(world.stack);
  const portals = PORTALS.map((type, index) =>
    api.post<Target>('/targets', { ...targetInput(world.stack, index), type }),
  );
  await api.put('/account', market.consumer);
  const marketplace = await api.post<Target>('/targets', {
    type: 'marketplace-24',
    redirectUrl: `${world.stack.receiverUrl}/`,
  });
  await acceptAsEndUser(marketplace.authorizationUrl ?? '');
  targets = [...(await Promise.all(portals)), marketplace];
}, START_TIMEOUT_MS);
afterAll(() => world.close());

const PIECES = [
  '<b>',
  ']]>',
  '&amp;',
  '\u0001',
  'ß',
  '😀',
  'שלום',
  '\u202E',
  '\r\n',
  ' ',
  '$where',
  "'",
] as const;
const LONGEST_PIECE = 6;

/** Texts with markup, control characters, emoji and right-to-left words. */
const text = ({ minLength, maxLength }: { minLength: number; maxLength: number }) =>
  fc
    .array(fc.constantFrom(...PIECES), { maxLength: Math.floor(maxLength / LONGEST_PIECE) })
    .map((pieces) => pieces.join('') || 'A'.repeat(minLength));

const externalIdOf = (type: PropertyType) => `every-${type}`;

/** Creates the full example of a type, and a listing on each target that says nothing against it. */
async function publish(type: PropertyType): Promise<string[]> {
  const { id: propertyId } = await api.post<Property>('/properties', {
    type,
    externalId: externalIdOf(type),
    fields: PROPERTY_TYPES[type].examples.full,
  });
  const listings = targets.map(async ({ id: targetId }) => {
    const { problems } = await api.post<DryRun>('/listings/validate', { propertyId, targetId });
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    return (await api.post<Listing>('/listings', { propertyId, targetId })).id;
  });
  return Promise.all(listings);
}

const onPortals = async (type: PropertyType) => {
  const objects = await sandboxOf(world.stack).objects();
  return objects.filter(({ number }) => number === externalIdOf(type));
};
const onMarket = async (type: PropertyType) =>
  (await marketOf(world.stack).objects()).filter(({ externalId }) => externalId === externalIdOf(type));

describe('every property type', () => {
  it.each(PROPERTY_TYPE_NAMES)(
    '%s: random properties are accepted and answered as they were sent',
    async (type) => {
      const texts = { country: fc.constantFrom('DEU', 'AUT', 'CHE') };
      for (const fields of fc.sample(arbitraryOf(FIELDS_OF[type], { texts, text }), RANDOM)) {
        const { id } = await api.post<Property>('/properties', { type, fields });
        expect(await api.get<Property>(`/properties/${id}`)).toMatchObject({ type, fields });
      }
    },
  );

  it.each(PROPERTY_TYPE_NAMES)(
    '%s: the example is on a portal of each kind and on the marketplace',
    async (type) => {
      const ids = await publish(type);
      const look = () => Promise.all(ids.map((id) => api.get<Listing>(`/listings/${id}`)));
      const isDone = (listings: readonly Listing[]) =>
        listings.every(({ lastError, published }) => published || lastError !== undefined);
      const listings = await until({ what: 'the publications', look, good: isDone });
      expect(listings.map(({ lastError }) => lastError)).toEqual(ids.map(() => undefined));
      const { title } = PROPERTY_TYPES[type].examples.full;
      const users = world.stack.ftpUsers.slice(0, PORTALS.length).map(({ username }) => username);
      const shown = await onPortals(type);
      expect(shown.map(({ user }) => user).sort()).toEqual([...users].sort());
      expect(shown.map((object) => object.title)).toEqual(users.map(() => title));
      expect(await onMarket(type)).toMatchObject([
        { fields: { title }, publishedAt: expect.any(String) as string },
      ]);
      await Promise.all(ids.map((id) => api.delete(`/listings/${id}`)));
      const left = async () => [...(await onPortals(type)), ...(await onMarket(type))];
      await until({ what: 'the deletions', look: left, good: (objects) => objects.length === 0 });
    },
  );
});
