import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTarget } from '@estate/contracts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';
import type { FeedTarget } from '../domain/target.ts';
import type { FeedStore } from '../stores/feed-store.ts';
import { FeedFiles } from './feed-files.ts';

const DOCUMENTS = ['openimmo.xml', 'properties.json'] as const;
const LISTINGS = 6;
const RUNS = Number(process.env['RANDOM_FEEDS'] ?? 25);

let stage: Stage;
let directory: string;
let targetId: string;
let sequence: number;
/** How each document was read: all listings, or these. */
let reads: (readonly string[] | 'all')[];
eachOnStage((opened) => {
  stage = opened;
});

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'feed-documents-'));
  [sequence, reads] = [0, []];
  await newFeed();
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function newFeed(): Promise<void> {
  ({ id: targetId } = await stage.ask(createTarget, { type: 'feed', name: 'Website' }));
}

async function opened(name: string): Promise<FeedFiles> {
  const { feeds: store } = stage.deps;
  const feeds: Pick<FeedStore, 'contents' | 'count' | 'newOf'> = {
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

/** Each document equals the one that is made from nothing. */
async function expectSame(files: FeedFiles): Promise<void> {
  const fromNothing = await opened('nothing');
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
        else if ('put' in step) await put(step.put, step.text);
        else if ('remove' in step) await remove(step.remove);
        // Late, or a retry of the last one.
        else await put(step.again, step.text, sequence);
      }
      await expectSame(files);
    };
    await fc.assert(fc.asyncProperty(fc.array(anyStep, { maxLength: 20 }), run), { numRuns: RUNS });
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
    expect(reads).toEqual(['all']);
    await expectSame(files);
  });
});
