import {
  LISTING_STATES,
  findListedProperties,
  createListing,
  deleteListing,
  findListings,
  getListing,
  listListings,
  listPropertyListings,
} from '@estate/contracts';
import { NotFound } from '@estate/errors';
import { newId } from '@estate/persistence';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';
import { standingOf } from '../domain/listing-standing.ts';
import { pendingListing } from '../domain/listing.ts';
import { ListedProperties } from '../stores/listings/listed-properties.ts';
import { toListingDoc } from '../stores/listings/listing-document.ts';

let stage: Stage;
eachOnStage((opened) => {
  stage = opened;
});

const PROGRESS = [
  { published: true },
  { published: false },
  { published: true, lastError: { failureCode: 'internal' as const, failureMessage: 'x', at: new Date(0) } },
];

/** A live listing of a property on a target. */
async function plant(about: { propertyId: string; targetId: string; accountId?: string }, kind: number) {
  const made = pendingListing({
    ...{ id: newId(), accountId: stage.accountId, requestId: 'r-test', at: stage.time.now },
    ...about,
  });
  const { pendingSince: _since, ...live } = made;
  const record = { ...live, ...(PROGRESS[kind] ?? { published: false }), state: 'live' as const };
  await stage.stored.insertOne({ ...toListingDoc(record), standing: standingOf(record) });
}

async function furnish() {
  const [open, paused] = [await stage.addTarget(), await stage.addTarget()];
  await stage.stores.docs.targets.updateOne({ _id: paused }, { $set: { pausedAt: stage.time.now } });
  const properties = Array.from({ length: 8 }, newId);
  for (const [index, propertyId] of properties.entries()) {
    if (index % 4 !== 3) await plant({ propertyId, targetId: open }, index % 3);
    if (index % 2) await plant({ propertyId, targetId: paused }, (index + 1) % 3);
  }
  await plant({ propertyId: properties[3] ?? '', targetId: newId(), accountId: newId() }, 0);
  return { targets: [open, paused], properties };
}

describe('looking up listings', () => {
  it('looking up listings says where those of the account are, and nothing of others', async () => {
    const { targets, properties } = await furnish();
    const all = await stage.stored.find({}).toArray();
    const ids = [...all.map(({ _id }) => _id), newId()];
    const { data } = await stage.ask(findListings, { ids });
    const own = all.filter(({ accountId }) => accountId === stage.accountId);
    expect(data).toHaveLength(own.length);
    expect(data).toEqual(
      expect.arrayContaining(own.map(({ _id: id, propertyId, targetId }) => ({ id, propertyId, targetId }))),
    );
    expect(data.every((one) => targets.includes(one.targetId) && properties.includes(one.propertyId))).toBe(
      true,
    );
  });

  it('looking up listings finds those that were deleted until their deletion was sent, so that a job of many goes on without them', async () => {
    const targetId = await stage.addTarget();
    const listing = await stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
    await stage.work();
    await stage.ask(deleteListing, { id: listing.id });
    await expect(stage.ask(getListing, { id: listing.id })).rejects.toThrow(NotFound);
    expect((await stage.ask(findListings, { ids: [listing.id] })).data).toMatchObject([
      { id: listing.id, targetId },
    ]);
  });
});

describe('finding which properties are listed', () => {
  it('finding which properties are listed agrees with the list of listings in every state, on every target and in both orders', async () => {
    const { targets, properties } = await furnish();
    const asked = fc.record(
      { state: fc.constantFrom(...LISTING_STATES), targetId: fc.constantFrom(...targets, newId()) },
      { requiredKeys: [] },
    );
    const property = fc.asyncProperty(
      asked,
      fc.integer({ min: 1, max: 8 }),
      fc.constantFrom('asc' as const, 'desc' as const),
      async (filters, compared, order) => {
        const { data } = await stage.ask(listListings, { ...filters, limit: '100' });
        const listed = new Set(data.map(({ propertyId }) => propertyId));
        const sorted = order === 'asc' ? properties : properties.toReversed();
        const inOrder = sorted.filter((id) => listed.has(id));
        const propertyIds = sorted.slice(0, compared);
        const next = inOrder.find((id) => !propertyIds.includes(id));
        expect(await stage.ask(findListedProperties, { ...filters, order, propertyIds })).toEqual({
          propertyIds: inOrder.filter((id) => propertyIds.includes(id)),
          ...(next !== undefined && { next }),
        });
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });
});

describe('many properties that are compared with those that are listed', () => {
  it('many properties that are compared with those that are listed are found part by part, each once, where the parts are small too', async () => {
    const { targets, properties } = await furnish();
    const few = new ListedProperties(stage.stored, { few: 1, read: 2 });
    for (const order of ['asc', 'desc'] as const) {
      const sorted = order === 'asc' ? properties : properties.toReversed();
      const found: string[] = [];
      for (let from: string | undefined = sorted[0]; from !== undefined;) {
        const propertyIds = sorted.slice(sorted.indexOf(from)).slice(0, 5);
        const part = await few.find(stage.accountId, { propertyIds, order, targetIds: targets });
        found.push(...part.propertyIds);
        from = part.next;
      }
      expect(found).toEqual(
        sorted.filter((id) => properties.indexOf(id) % 4 !== 3 || properties.indexOf(id) % 2),
      );
    }
  });
});

describe('where properties are listed', () => {
  it('the listings of several properties of the account come in one answer, with their states', async () => {
    const { targets, properties } = await furnish();
    const { data } = await stage.ask(listPropertyListings, { propertyIds: properties.slice(0, 4).join(',') });
    expect(data.map(({ propertyId, targetId, state }) => [propertyId, targetId, state])).toEqual([
      [properties[0], targets[0], 'published'],
      [properties[1], targets[0], 'pending'],
      [properties[1], targets[1], 'failed'],
      [properties[2], targets[0], 'failed'],
      [properties[3], targets[1], 'paused'],
    ]);
    expect(data[0]).toEqual({
      ...{ id: data[0]?.id, propertyId: properties[0], targetId: targets[0] },
      ...{ state: 'published', published: true },
    });
  });

  it('the listing of a property that is planned comes with the planned time', async () => {
    const propertyId = stage.addProperty();
    const publishFrom = new Date(stage.time.now.getTime() + 86_400_000).toISOString();
    const targetId = await stage.addTarget();
    await stage.ask(createListing, { propertyId, targetId, publishFrom });
    const { data } = await stage.ask(listPropertyListings, { propertyIds: propertyId });
    expect(data).toMatchObject([{ propertyId, targetId, state: 'pending', scheduledFor: publishFrom }]);
  });

  it('where properties are listed cannot be asked for more of them than a page has', () => {
    const accepts = (count: number) =>
      listPropertyListings.input.safeParse({ propertyIds: Array.from({ length: count }, newId).join(',') })
        .success;
    expect([0, 1, 100, 101].map(accepts)).toEqual([false, true, true, false]);
  });
});
