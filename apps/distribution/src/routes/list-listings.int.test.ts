import {
  LISTING_STATES,
  PLATFORM_STATES,
  createListing,
  deleteListing,
  listListings,
  retryListing,
} from '@estate/contracts';
import type { Listing, PlatformMessage } from '@estate/contracts';
import { EXAMPLE_FIELDS } from '@estate/contracts/examples';
import { newId } from '@estate/persistence';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';
import { standingOf } from '../domain/listing-standing.ts';
import { pendingListing } from '../domain/listing.ts';
import { summarized, toListingDoc } from '../stores/listings/listing-document.ts';

let stage: Stage;
eachOnStage((opened) => {
  stage = opened;
});

const pause = (targetId: string) =>
  stage.stores.docs.targets.updateOne({ _id: targetId }, { $set: { pausedAt: stage.time.now } });

const idsOf = async (query: object) =>
  (await stage.ask(listListings, { limit: '100', ...query })).data.map(({ id }) => id);

/** The states in which lists show a listing. */
async function statesOf(id: string): Promise<string[]> {
  const found = [];
  for (const state of LISTING_STATES) if ((await idsOf({ state })).includes(id)) found.push(state);
  return found;
}

const BROKEN = {
  code: 'connection_lost' as const,
  message: 'The connection broke.',
  repeat: true,
  scope: 'listing' as const,
};
const TITLES = ['Helle Wohnung am Park', 'Haus am See', 'Große Dachgeschosswohnung'];
const lastError = { failureCode: 'internal' as const, failureMessage: 'x', at: new Date(0) };

const progress = fc.record(
  {
    published: fc.boolean(),
    preventPublication: fc.boolean(),
    lastPublishedAt: fc.constant(new Date(0)),
    lastError: fc.constant(lastError),
    dueAt: fc.constant(new Date(0)),
    platformAnswer: fc.record({
      state: fc.constantFrom(...PLATFORM_STATES),
      sequence: fc.constant(1),
      at: fc.constant(new Date(0)),
      source: fc.constant('email' as const),
      messages: fc.constant<PlatformMessage[]>([]),
    }),
  },
  { requiredKeys: ['published'] },
);
const planted = fc.record({
  ...{ progress, target: fc.nat(2), property: fc.nat(2), isOurs: fc.boolean() },
  /** When its publication is planned, in milliseconds from now. */
  begins: fc.constantFrom(undefined, -1, 0, 1),
});

type Planted = typeof planted extends fc.Arbitrary<infer T> ? T : never;

interface World {
  targets: readonly string[];
  properties: readonly string[];
}

/** A live listing that has come as far as a case wants it. */
async function plant(each: Planted, world: World) {
  const title = TITLES[each.property] ?? '';
  const made = pendingListing({
    id: newId(),
    accountId: each.isOurs ? stage.accountId : newId(),
    propertyId: world.properties[each.property] ?? '',
    targetId: world.targets[each.target] ?? '',
    requestId: 'r-test',
    at: stage.time.now,
  });
  const { pendingSince: _since, counts: _counts, ...live } = made;
  const summary = {
    externalId: `E-${String(each.property)}`,
    title,
    city: 'Köln',
    type: 'houseBuy' as const,
  };
  const record = { ...live, ...each.progress, ...plannedFor(each), state: 'live' as const };
  const listed = { standing: standingOf(record), ...summarized(summary) };
  await stage.stored.insertOne({ ...toListingDoc(record), ...listed });
}

/** A planned time that is ahead makes the listing due. */
function plannedFor({ begins }: Planted) {
  if (begins === undefined) return {};
  const publishFrom = new Date(stage.time.now.getTime() + begins);
  return { publishFrom, ...(begins > 0 && { plannedAt: publishFrom }) };
}

const asked = fc.record(
  {
    state: fc.constantFrom(...LISTING_STATES),
    published: fc.constantFrom('true', 'false'),
    scheduled: fc.constantFrom('true', 'false'),
    platformState: fc.constantFrom(...PLATFORM_STATES),
    target: fc.nat(3),
    property: fc.nat(3),
    q: fc.constantFrom('haus', 'wohn', 'koeln', 'haus wohnung', 'e-1', 'dachgeschossw'),
    order: fc.constantFrom('asc', 'desc'),
  },
  { requiredKeys: [] },
);
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;

const WORDS: Record<string, readonly number[]> = {
  haus: [1],
  wohn: [0],
  koeln: [0, 1, 2],
  'haus wohnung': [],
  'e-1': [1],
  dachgeschossw: [2],
};

const fits = (
  listing: Listing,
  { state, published, scheduled, platformState, target, property, q }: Asked,
  world: World,
) =>
  (platformState === undefined || listing.platformState?.state === platformState) &&
  (state === undefined || listing.state === state) &&
  (published === undefined || String(listing.published) === published) &&
  (scheduled === undefined || String(listing.scheduledFor !== undefined) === scheduled) &&
  (target === undefined || listing.targetId === world.targets[target]) &&
  (property === undefined || listing.propertyId === world.properties[property]) &&
  (q === undefined || (WORDS[q] ?? []).some((at) => world.properties[at] === listing.propertyId));

describe('a list of listings', () => {
  it('a list of listings shows and counts exactly what a look at every listing selects, whatever is asked', async () => {
    const property = fc.asyncProperty(
      fc.array(planted, { minLength: 1, maxLength: 12 }),
      fc.array(asked, { minLength: 6, maxLength: 14 }),
      fc.subarray([0, 1, 2]),
      async (listings, queries, paused) => {
        await stage.stored.deleteMany({});
        await stage.stores.docs.targets.deleteMany({});
        const targets = [await stage.addTarget(), await stage.addTarget(), await stage.addTarget()];
        const world = { targets: [...targets, newId()], properties: [newId(), newId(), newId(), newId()] };
        for (const at of paused) await pause(targets[at] ?? '');
        for (const each of listings) await plant(each, world);
        const { data: all } = await stage.ask(listListings, { limit: '100' });
        expect(all).toHaveLength(listings.filter(({ isOurs }) => isOurs).length);
        for (const each of queries) {
          const { target, property: of, order = 'asc', ...query } = each;
          const ids = {
            ...(target !== undefined && { targetId: world.targets[target] }),
            ...(of !== undefined && { propertyId: world.properties[of] }),
          };
          const wanted = all.filter((listing) => fits(listing, each, world)).map(({ id }) => id);
          const seen: string[] = [];
          for (let more = true; more;) {
            const startAfter = seen.at(-1);
            const page = {
              limit: '3',
              order,
              count: 'true',
              ...(startAfter !== undefined && { startAfter }),
            };
            const answer = await stage.ask(listListings, { ...query, ...ids, ...page });
            seen.push(...answer.data.map(({ id }) => id));
            more = answer.hasMore;
            expect(answer.count, JSON.stringify(each)).toBe(wanted.length);
          }
          expect(seen, JSON.stringify(each)).toEqual(order === 'asc' ? wanted : wanted.toReversed());
        }
      },
    );
    await fc.assert(property, { numRuns: 25 });
  });

  it('a list of listings follows a listing from its creation through failures to the platform and off it', async () => {
    const targetId = await stage.addTarget();
    const propertyId = stage.addProperty();
    const { id, property } = await stage.ask(createListing, { propertyId, targetId });
    expect(property).toEqual({ externalId: `P-${propertyId.slice(-5)}`, title: EXAMPLE_FIELDS.title });
    expect(await statesOf(id)).toEqual(['pending']);
    stage.portal.during = () => Promise.resolve({ ok: false, failure: BROKEN });
    await stage.work();
    expect(await statesOf(id)).toEqual(['failed']);
    const [failed] = (await stage.ask(listListings, { state: 'failed' })).data;
    expect(failed).toMatchObject({ attemptCount: 1, nextAttemptAt: expect.any(String) });
    stage.pass(3_600_000);
    stage.portal.during = () => Promise.resolve({ ok: false, failure: { ...BROKEN, repeat: false } });
    await stage.work();
    const [defeated] = (await stage.ask(listListings, { state: 'failed' })).data;
    expect(defeated).toMatchObject({ attemptCount: 2 });
    expect(defeated).not.toHaveProperty('nextAttemptAt');
    stage.portal.during = () => Promise.resolve({ ok: true });
    await stage.ask(retryListing, { id });
    await stage.work();
    expect(await statesOf(id)).toEqual(['published']);
    expect((await stage.ask(listListings, { q: 'p-' })).data[0]).toMatchObject({ attemptCount: 0 });
    await stage.ask(deleteListing, { id });
    expect(await statesOf(id)).toEqual([]);
    await stage.work();
    expect(await stage.stored.countDocuments({ standing: { $exists: true } })).toBe(0);
  });

  it('a list of listings follows a target that refuses the login, for what is published there and for what is not', async () => {
    const targetId = await stage.addTarget();
    const shown = await stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
    await stage.work();
    const fresh = await stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
    const gone = await stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
    await stage.ask(retryListing, { id: shown.id });
    await stage.stored.updateOne({ _id: gone.id }, { $set: { everUploaded: true } });
    await stage.ask(deleteListing, { id: gone.id });
    stage.portal.refuseLogin = { ...BROKEN, scope: 'target' };
    await stage.work();
    expect(await idsOf({ state: 'failed' })).toEqual([shown.id, fresh.id]);
    expect(await idsOf({ state: 'failed', published: 'true' })).toEqual([shown.id]);
    expect(await stage.ask(listListings, { count: 'true' })).toMatchObject({ count: 2 });
    expect(await stage.ask(listListings, { count: 'true', targetId })).toMatchObject({ count: 2 });
  });

  it('a list of listings follows the title of a property, by its fact and by what was published', async () => {
    const targetId = await stage.addTarget();
    const propertyId = stage.addProperty();
    const { id } = await stage.ask(createListing, { propertyId, targetId });
    const summary = { externalId: 'X-1', title: 'Leuchtturm', city: 'Büsum', type: 'houseBuy' as const };
    const reason = { at: stage.time.now, requestId: 'r-test' };
    await stage.listings.makeDueOfRevision({ propertyId, revision: 2, summary }, reason);
    expect(await idsOf({ q: 'leucht' })).toEqual([id]);
    expect(await idsOf({ q: 'buesum' })).toEqual([id]);
    const title = 'Windmühle';
    stage.catalog.change(propertyId, { revision: 3, fields: { ...EXAMPLE_FIELDS, title } });
    await stage.work();
    expect(await idsOf({ q: 'leucht' })).toEqual([]);
    expect(await idsOf({ q: 'windmuehle' })).toEqual([id]);
    expect((await stage.ask(listListings, {})).data[0]?.property?.title).toBe(title);
  });
});

describe('a paused target', () => {
  it('a paused target makes what was never published there paused, and its end makes it pending again', async () => {
    const [targetId, other] = [await stage.addTarget(), await stage.addTarget()];
    const { id } = await stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
    const rest = await stage.ask(createListing, { propertyId: stage.addProperty(), targetId: other });
    expect(await idsOf({ state: 'paused' })).toEqual([]);
    await pause(targetId);
    expect(await idsOf({ state: 'paused' })).toEqual([id]);
    expect(await idsOf({ state: 'pending' })).toEqual([rest.id]);
    expect(await idsOf({ state: 'pending', targetId })).toEqual([]);
    await stage.stores.docs.targets.updateOne({ _id: targetId }, { $unset: { pausedAt: '' } });
    expect(await idsOf({ state: 'pending', targetId })).toEqual([id]);
  });
});

describe('a listing that is kept unpublished', () => {
  it('a listing that is kept unpublished is pending again as soon as the platform is wanted to show it', async () => {
    const targetId = await stage.addTarget();
    const listing = await stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
    const { id } = listing;
    const prevent = (preventPublication: boolean) =>
      stage.listings.replace(
        { ...listing, accountId: stage.accountId },
        {
          at: stage.time.now,
          requestId: 'r-test',
          preventPublication,
        },
      );
    stage.portal.during = () => Promise.resolve({ ok: true, published: false });
    await prevent(true);
    expect(await statesOf(id)).toEqual(['pending']);
    await stage.work();
    expect(await statesOf(id)).toEqual(['unpublished']);
    await prevent(false);
    expect(await statesOf(id)).toEqual(['pending']);
    await prevent(true);
    expect(await statesOf(id)).toEqual(['unpublished']);
  });

  it('a listing that is kept unpublished stands as it is wanted by then when that changes while it is sent', async () => {
    const targetId = await stage.addTarget();
    const listing = await stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
    const { id } = listing;
    const wants = { at: stage.time.now, requestId: 'r-test', preventPublication: true };
    for (const preventPublication of [true, false]) {
      stage.portal.during = async () => {
        await stage.listings.replace(
          { ...listing, accountId: stage.accountId },
          { ...wants, preventPublication },
        );
        stage.portal.during = () => new Promise(() => undefined);
        return { ok: true, published: false };
      };
      const lanes = stage.lanes();
      await lanes.runNext(AbortSignal.timeout(5000));
      expect(await statesOf(id)).toEqual([preventPublication ? 'unpublished' : 'pending']);
    }
  });
});
