import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Contact, Listing, Property, Target } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { DEMO_CONTACT } from '@estate/stack';
import { MongoClient } from 'mongodb';
import type { Db } from 'mongodb';
import { forkScript } from './plain/forked-script.ts';
import { untilQuiet } from './processes.ts';
import { markdownTable, median, say } from './report.ts';
import { sampleProperty } from './sample-property.ts';
import { until } from './until.ts';
import { processesOf, withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

const BATCH = 1000;
const ROUNDS = 5;
/** Each has one first fetch. */
const FEEDS = 5;
/** Of the description; the copies have them in other orders. */
const WORDS =
  'Im unteren Stockwerk liegen zwei ruhige Zimmer und ein Bad, im oberen Küche, Wohnraum und das zweite Bad.';
const PATIENCE_MS = 60_000;
const DOCUMENTS = { 'openimmo.xml': 'openimmoXmlUrl', 'properties.json': 'propertiesJsonUrl' } as const;
const HEAD = ['document', 'MB', 'plain file ms', 'first fetch', 'ratio', 'after one change', 'ratio', 'unchanged', 'ratio']; // oxfmt-ignore

interface Fragment {
  _id: string;
  openimmo: string;
  jsonLd: string;
  isNew?: true;
  fetchedAt?: Date;
}

interface Portion {
  _id: string;
  targetId: string;
  listingIds?: string[];
}

/**
 * Milliseconds of a fetch of a feed: the first one, one after a change of one property, and one of what has not changed, each compared with a
 * web server that sends the same bytes from the disk. The fragments of one listing are copied in the database, each with other words. The time
 * between a change and the next fetch, in which the feed is packed, is not measured.
 */
export async function measureFeeds(args: readonly string[] = process.argv.slice(3)): Promise<void> {
  const options = { listings: { type: 'string', default: '10000' } } as const;
  const listings = Number(parseArgs({ args: [...args], options }).values.listings);
  await withStack(
    async (measured) => {
      const client = await MongoClient.connect(measured.stack.mongoUri);
      try {
        const place = () => placeFeed(measured, client.db('distribution'), listings);
        const feeds: [Feed, ...Feed[]] = [await place()];
        while (feeds.length < FEEDS) feeds.push(await place());
        const rows = [];
        for (const document of ['openimmo.xml', 'properties.json'] as const)
          rows.push(await measureDocument(measured, feeds, document));
        say(`A feed of ${String(listings)} listings:\n`);
        say(markdownTable([HEAD, ...rows]));
      } finally {
        await client.close();
      }
    },
    { env: { FEED_FETCHES_PER_MINUTE: '100000' } },
  );
}

interface Feed {
  target: Target;
  property: typeof sampleProperty;
  propertyId: string;
  listingId: string;
}

/** A feed with one listing and its copies, in portions. */
async function placeFeed({ api }: Measured, db: Db, listings: number): Promise<Feed> {
  const target = await api.post<Target>('/targets', { type: 'feed', name: 'Bench' });
  const { id: contactId } = await api.post<Contact>('/contacts', DEMO_CONTACT);
  const property = { ...sampleProperty, contactId };
  const { id: propertyId } = await api.post<Property>('/properties', property);
  const wish = { propertyId, targetId: target.id };
  const { id: listingId } = await api.post<Listing>('/listings', wish);
  const fragments = db.collection<Fragment>('feed-fragments');
  const found = await until(
    async () => (await fragments.findOne({ _id: listingId })) ?? undefined,
    (fragment) => fragment !== undefined,
    PATIENCE_MS,
  );
  if (!found) throw new Error('The listing has no fragment.');
  const { isNew: _new, ...template } = found;
  for (let left = listings - 1; left > 0; left -= BATCH)
    await fragments.insertMany(Array.from({ length: Math.min(BATCH, left) }, () => copyOf(template)));
  const feed = { target, property, propertyId, listingId };
  await change(feed, api);
  await untilPacked(feed, db, listings);
  return feed;
}

function copyOf({ openimmo, jsonLd, ...template }: Fragment): Fragment {
  const words = WORDS.split(' ')
    .toSorted(() => Math.random() - 0.5)
    .join(' ');
  const [xml, json] = [openimmo.replace(WORDS, words), jsonLd.replace(WORDS, words)];
  return { ...template, _id: newId(), openimmo: xml, jsonLd: json };
}

/** As seconds after a change. */
async function untilPacked({ target }: Feed, db: Db, listings: number): Promise<void> {
  const portions = db.collection<Portion>('feed-portions');
  await until(
    () => portions.find({ targetId: target.id }).project<Portion>({ listingIds: 1 }).toArray(),
    (made) => made.reduce((sum, { listingIds = [] }) => sum + listingIds.length, 0) === listings,
    PATIENCE_MS,
  );
}

/** Until the feed has the change, without fetching it. */
async function change({ listingId, propertyId, property }: Feed, api: Measured['api']): Promise<void> {
  const before = await api.get<Listing>(`/listings/${listingId}`);
  const fields = { ...property.fields, title: `Titel ${newId()}` };
  await api.put(`/properties/${propertyId}`, { ...property, fields });
  await until(
    () => api.get<Listing>(`/listings/${listingId}`),
    ({ updatedAt, nextAttemptAt }) => updatedAt > before.updatedAt && nextAttemptAt === undefined,
    PATIENCE_MS,
  );
}

async function measureDocument(
  { api, stack, dataDirectory }: Measured,
  [feed, ...others]: readonly [Feed, ...Feed[]],
  document: keyof typeof DOCUMENTS,
): Promise<string[]> {
  const quiet = () => untilQuiet(processesOf(stack));
  const fetchOf = async ({ target }: Feed) => {
    await quiet();
    return timed(target.feed?.[DOCUMENTS[document]] ?? '');
  };
  const { ms, bytes } = await fetchOf(feed);
  const file = join(dataDirectory, document);
  await writeFile(file, bytes);
  const plain = await servedFrom(file);
  try {
    const times = { plain: [] as number[], first: [ms], changed: [] as number[], unchanged: [] as number[] };
    for (const other of others) {
      times.first.push((await fetchOf(other)).ms);
      times.plain.push((await timed(plain.url)).ms);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      await change(feed, api);
      times.changed.push((await fetchOf(feed)).ms);
      times.unchanged.push((await fetchOf(feed)).ms);
      times.plain.push((await timed(plain.url)).ms);
    }
    const base = median(times.plain);
    const compared = [times.first, times.changed, times.unchanged].map(median);
    const cells = compared.flatMap((time) => [time.toFixed(0), (base / time).toFixed(2)]);
    return [document, (bytes.length / 1e6).toFixed(1), base.toFixed(0), ...cells];
  } finally {
    plain.stop();
  }
}

/** A whole fetch, without compression. */
async function timed(url: string): Promise<{ ms: number; bytes: Buffer }> {
  const startedMs = performance.now();
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`${url} was answered with ${String(response.status)}.`);
  return { ms: performance.now() - startedMs, bytes };
}

async function servedFrom(file: string): Promise<{ url: string; stop(): void }> {
  const server = await forkScript<object, number>('./served-file.ts', { SERVED_FILE: file });
  const url = `http://127.0.0.1:${String(await server.run({}))}/`;
  // Its code is compiled by then, as that of the services is.
  await timed(url);
  return { url, stop: () => server.stop() };
}
