import { describe, expect, it } from 'vitest';
import { timelineCollection } from '../collections/library-collections.ts';
import { openCollections } from '../collections/open-collections.ts';
import { TimelineStore, newestOf } from './timeline-store.ts';
import type { KeptEntry } from './timeline-store.ts';
import { useDatabase } from '../use-database.fixture.ts';

const database = useDatabase();
const at = new Date('2026-11-01T08:30:00.000Z');
const idOf = (n: number) => String(n).padStart(20, '0');
const entry = (n: number, more: Partial<KeptEntry> = {}): KeptEntry => ({
  id: idOf(n),
  at,
  propertyId: 'p',
  ...more,
});

async function emptyStore() {
  const { docs } = await openCollections(database().db, { timeline: timelineCollection() });
  await docs.timeline.deleteMany({});
  return { docs: docs.timeline, store: new TimelineStore(docs.timeline, 400) };
}

describe('the timeline store', () => {
  it('an entry of a timeline that is saved again, alone or among new ones, is saved once', async () => {
    const { docs, store } = await emptyStore();
    await store.add('mine', [entry(1), entry(2)]);
    await store.add('mine', [entry(2), entry(3), entry(1)]);
    expect(await docs.countDocuments()).toBe(3);
    expect(await docs.findOne({ _id: idOf(1) })).toMatchObject({
      expiresAt: new Date('2027-12-06T08:30:00.000Z'),
    });
  });

  it('a timeline has the entries of its account and its property or listing only', async () => {
    const { store } = await emptyStore();
    await store.add('mine', [entry(1), entry(2, { listingId: 'l' }), entry(3, { propertyId: 'other' })]);
    await store.add('yours', [entry(4), entry(5, { listingId: 'l' })]);
    const ids = async (accountId: string, of: Parameters<typeof store.page>[1]) =>
      (await store.page(accountId, of, { limit: 9 })).docs.map(({ _id }) => _id);
    expect(await ids('mine', { propertyId: 'p' })).toEqual([idOf(2), idOf(1)]);
    expect(await ids('mine', { listingId: 'l' })).toEqual([idOf(2)]);
    expect(await store.any('mine', { listingId: 'unknown' })).toBeNull();
  });
});

it('entries of several places are merged newest first, each once', () => {
  const merged = newestOf([entry(1), entry(3), entry(3), entry(2), entry(5)], {
    limit: 2,
    startAfter: idOf(5),
  });
  expect(merged).toEqual({ hasMore: true, data: [entry(3), entry(2)] });
});
