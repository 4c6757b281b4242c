import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createListing, createTarget, deleteListing } from '@estate/contracts';
import type { Filter } from '@estate/persistence';
import { byEngine } from '@estate/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';
import type { FeedTarget } from '../domain/target.ts';
import { CONTACT } from '../platforms/openimmo-ftp/test-support/fixtures.ts';
import type { FragmentDoc, ListingRange } from '../stores/feed-fragment.ts';
import { FeedPortions } from '../stores/feed-portions.ts';
import type { FeedStore } from '../stores/feed-store.ts';
import { FeedFiles } from './feed-files.ts';

const DOCUMENTS = ['openimmo.xml', 'properties.json'] as const;
const LISTINGS = 6;
const LISTINGS_OF_PORTION = 3;
const RUNS = Number(process.env['RANDOM_FEEDS'] ?? byEngine(25, 6));

let stage: Stage;
let directory: string;
let targetId: string;
let sequence: number;
/** How each document was read: all listings, or these. */
let reads: (readonly string[] | ListingRange | 'all')[];
let packed: FeedPortions;
eachOnStage((opened) => {
  stage = opened;
});

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'feed-documents-'));
  [sequence, reads] = [0, []];
  const { feedPortions, feedFragments } = stage.stores.docs;
  packed = new FeedPortions(feedPortions, feedFragments, LISTINGS_OF_PORTION);
  await newFeed();
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function newFeed(): Promise<void> {
  ({ id: targetId } = await stage.ask(createTarget, { type: 'feed', name: 'Website' }));
}

async function opened(name: string, { isPacked = true } = {}): Promise<FeedFiles> {
  const { feeds: store } = stage.deps;
  const feeds: Pick<FeedStore, 'contents' | 'count' | 'newOf' | 'portions'> = {
    async *portions(of, form) {
      if (isPacked) yield* packed.read(of, form);
    },
    count: (id) => store.count(id),
    newOf: (id) => store.newOf(id),
    contents: (id, form, listingIds) => {
      reads.push(listingIds ?? 'all');
      return store.contents(id, form, listingIds);
    },
  };
  const files = new FeedFiles({
    ...{ directory: join(directory, name), maxBytes: 1e8, feeds },
    software: { name: 'estate', version: '1' },
  });
  await files.prepare();
  return files;
}

const idOf = (listing: number) => `${targetId}-${String(listing)}`;
const put = (listing: number, text: string, at = (sequence += 1)) =>
  stage.deps.feeds.put(
    {
      ...{ listingId: idOf(listing), targetId, accountId: 'a', sequence: at },
      ...{ openimmo: `<immobilie>${text}</immobilie>`, jsonLd: JSON.stringify({ text }) },
    },
    stage.time.now,
  );
const remove = (listing: number) =>
  stage.deps.feeds.remove({ listingId: idOf(listing), targetId, sequence: (sequence += 1) }, stage.time.now);
const target = async () => (await stage.deps.feeds.find(targetId)) as FeedTarget;

async function contentOf(files: FeedFiles, document: (typeof DOCUMENTS)[number]) {
  const { path, count, size, fresh } = await files.get(await target(), document);
  return { text: await readFile(path, 'utf8'), count, size, fresh: fresh.map(({ listingId }) => listingId) };
}

const pack = async () => packed.pack(await target());

/** As the version of this service does that knows no portions. */
async function putByFormerVersion(listing: number, text: string): Promise<void> {
  sequence += 1;
  const content = { targetId, accountId: 'a', sequence, openimmo: `<immobilie>${text}</immobilie>`, jsonLd: JSON.stringify({ text }) }; // oxfmt-ignore
  await stage.stores.docs.feedFragments.replaceOne({ _id: idOf(listing) }, content, { upsert: true });
  await stage.stores.docs.targets.updateOne({ _id: targetId }, { $inc: { 'feed.change': 1 } });
}

/** Each document, copied from the former one or made of portions, equals the one that is made of the fragments. */
async function expectSame(files: FeedFiles): Promise<void> {
  await expectSameAsFragments(files);
  await expectSameAsFragments(await opened('first'));
}

async function expectSameAsFragments(files: FeedFiles): Promise<void> {
  const fromNothing = await opened('nothing', { isPacked: false });
  for (const document of DOCUMENTS) {
    const { fresh, ...content } = await contentOf(files, document);
    const { fresh: unfetched, ...expected } = await contentOf(fromNothing, document);
    expect(content).toEqual(expected);
    // What was noted since the document was made may still be in it.
    expect(fresh).toEqual(expect.arrayContaining(unfetched));
    if (document === 'properties.json') expect(() => void JSON.parse(content.text)).not.toThrow();
  }
}

const anyListing = fc.nat({ max: LISTINGS - 1 });
const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ put: anyListing, text: fc.string({ unit: 'grapheme' }) }) },
  { weight: 2, arbitrary: fc.record({ remove: anyListing }) },
  { weight: 1, arbitrary: fc.record({ again: anyListing, text: fc.string() }) },
  { weight: 1, arbitrary: fc.constant('noted' as const) },
  { weight: 3, arbitrary: fc.constant('fetch' as const) },
  { weight: 3, arbitrary: fc.constant('pack' as const) },
  { weight: 2, arbitrary: fc.record({ packedDuring: anyListing, text: fc.string() }) },
  { weight: 1, arbitrary: fc.record({ former: anyListing, text: fc.string() }) },
);

describe('a document of a feed', () => {
  it('a document after any sequence of changes equals the one made from nothing', async () => {
    const run = async (steps: readonly (typeof anyStep extends fc.Arbitrary<infer S> ? S : never)[]) => {
      await newFeed();
      const files = await opened('kept');
      for (const step of steps) {
        if (step === 'fetch') await expectSame(files);
        else if (step === 'noted')
          await stage.deps.feeds.noteFetched(await stage.deps.feeds.newOf(targetId), stage.time.now);
        else if (step === 'pack') await pack();
        else if ('packedDuring' in step)
          await Promise.all([pack(), pack(), put(step.packedDuring, step.text)]);
        else if ('former' in step) await putByFormerVersion(step.former, step.text);
        else if ('put' in step) await put(step.put, step.text);
        else if ('remove' in step) await remove(step.remove);
        // Late, or a retry of the last one.
        else await put(step.again, step.text, sequence);
      }
      await expectSame(files);
    };
    await fc.assert(fc.asyncProperty(fc.array(anyStep, { maxLength: 20, size: 'max' }), run), {
      numRuns: RUNS,
    });
  });

  it('a document after a change reads the changed listings only', async () => {
    for (let listing = 0; listing < LISTINGS; listing += 1) await put(listing, 'one');
    const files = await opened('kept');
    await contentOf(files, 'properties.json');
    await put(2, 'two');
    await remove(4);
    reads = [];
    expect(JSON.parse((await contentOf(files, 'properties.json')).text)).toMatchObject({ numberOfItems: 5 });
    expect(reads).toEqual([[idOf(2), idOf(4)]]);
    await expectSame(files);
  });

  it('a document after more changes than are kept is made from nothing', async () => {
    await put(0, 'one');
    const files = await opened('kept');
    await expectSame(files);
    for (let change = 0; change < 101; change += 1) await put(change % LISTINGS, String(change));
    reads = [];
    await contentOf(files, 'openimmo.xml');
    expect(reads).toEqual([{ after: '', upTo: '~' }]);
    await expectSame(files);
  });

  it('the first document of a process is made of portions, and of the listings that changed since', async () => {
    for (let listing = 0; listing < LISTINGS; listing += 1) await put(listing, 'one');
    await pack();
    await put(LISTINGS + 1, 'new');
    reads = [];
    const { count } = await contentOf(await opened('first'), 'openimmo.xml');
    expect(count).toBe(LISTINGS + 1);
    expect(reads).toEqual([{ after: idOf(LISTINGS - 1), upTo: '~' }]);
  });

  it('a change removes one portion, and packing makes that one anew', async () => {
    for (let listing = 0; listing < LISTINGS; listing += 1) await put(listing, 'one');
    await pack();
    const idsOfPortions = async () =>
      (await stage.stores.docs.feedPortions.find({ targetId }).sort({ upTo: 1 }).toArray()).map(
        ({ _id }) => _id,
      );
    const [first, second] = await idsOfPortions();
    await put(LISTINGS - 1, 'two');
    expect(await idsOfPortions()).toEqual([first]);
    await pack();
    expect(await idsOfPortions()).toEqual([first, expect.not.stringMatching(second ?? '')]);
    await expectSame(await opened('kept'));
  });

  it('a change right after its fragment was read for a portion is in the first document', async () => {
    for (let listing = 0; listing < LISTINGS; listing += 1) await put(listing, 'one');
    const { feedPortions, feedFragments } = stage.stores.docs;
    const find = (filter: Filter<FragmentDoc>) => {
      const cursor = feedFragments.find(filter);
      const toArray = cursor.toArray.bind(cursor);
      cursor.toArray = async () => {
        const found = await toArray();
        await put(1, 'two');
        return found;
      };
      return cursor;
    };
    await new FeedPortions(feedPortions, { find } as unknown as typeof feedFragments).pack(await target());
    await expectSame(await opened('kept'));
  });

  it('what an earlier version has changed is in the first document, although a portion contains the listing', async () => {
    for (let listing = 0; listing < LISTINGS; listing += 1) await put(listing, 'one');
    await pack();
    await putByFormerVersion(1, 'two');
    await expectSame(await opened('kept'));
  });

  it('a fragment that was removed by hand is in no document, although a portion contains it', async () => {
    for (let listing = 0; listing < LISTINGS; listing += 1) await put(listing, 'one');
    await pack();
    await stage.stores.docs.feedFragments.deleteOne({ _id: idOf(1) });
    await expectSame(await opened('kept'));
  });

  it('what a lane has placed in a feed is packed at the end of its run, and unpacked when it is taken down', async () => {
    const portions = async () =>
      (await stage.stores.docs.feedPortions.find({ targetId }).toArray()).map(({ listingIds }) => listingIds);
    const propertyId = stage.addProperty();
    stage.catalog.change(propertyId, { contact: CONTACT });
    const { id } = await stage.ask(createListing, { propertyId, targetId });
    await stage.work();
    expect(await portions()).toEqual([[id]]);
    await stage.ask(deleteListing, { id });
    await stage.work();
    expect(await portions()).toEqual([]);
  });
});
