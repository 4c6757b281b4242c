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
const PATIENCE_MS = 60_000;
const DOCUMENTS = { 'openimmo.xml': 'openimmoXmlUrl', 'properties.json': 'propertiesJsonUrl' } as const;
const HEAD = ['document', 'MB', 'plain file ms', 'first fetch', 'ratio', 'after one change', 'ratio', 'unchanged', 'ratio']; // oxfmt-ignore

interface Fragment {
  _id: string;
  isNew?: true;
  fetchedAt?: Date;
}

/**
 * Milliseconds of a fetch of a feed: the first one, one after a change of one property, and one of what has not changed, each compared with a
 * web server that sends the same bytes from the disk. The fragments of one listing are copied in the database.
 */
export async function measureFeeds(args: readonly string[] = process.argv.slice(3)): Promise<void> {
  const options = { listings: { type: 'string', default: '10000' } } as const;
  const listings = Number(parseArgs({ args: [...args], options }).values.listings);
  await withStack(
    async (measured) => {
      const client = await MongoClient.connect(measured.stack.mongoUri);
      try {
        const feed = await placeFeed(measured, client.db('distribution'), listings);
        const rows = [];
        for (const document of ['openimmo.xml', 'properties.json'] as const)
          rows.push(await measureDocument(measured, feed, document));
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

/** A feed with one listing and its copies. */
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
  const { isNew: _new, fetchedAt: _fetched, ...template } = found ?? { _id: listingId };
  for (let left = listings - 1; left > 0; left -= BATCH) {
    const count = Math.min(BATCH, left);
    await fragments.insertMany(Array.from({ length: count }, () => ({ ...template, _id: newId() })));
  }
  return { target, property, propertyId, listingId };
}

async function measureDocument(
  { api, stack, dataDirectory }: Measured,
  { target, property, propertyId, listingId }: Feed,
  document: keyof typeof DOCUMENTS,
): Promise<string[]> {
  const url = target.feed?.[DOCUMENTS[document]] ?? '';
  const quiet = () => untilQuiet(processesOf(stack));
  await quiet();
  const first = await timed(url);
  const file = join(dataDirectory, document);
  await writeFile(file, first.bytes);
  const plain = await servedFrom(file);
  try {
    const times = { plain: [] as number[], changed: [] as number[], unchanged: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      await change(round);
      await quiet();
      times.changed.push((await timed(url)).ms);
      await quiet();
      times.unchanged.push((await timed(url)).ms);
      times.plain.push((await timed(plain.url)).ms);
    }
    const base = median(times.plain);
    const compared = [first.ms, median(times.changed), median(times.unchanged)];
    const cells = compared.flatMap((ms) => [ms.toFixed(0), (base / ms).toFixed(2)]);
    return [document, (first.bytes.length / 1e6).toFixed(1), base.toFixed(0), ...cells];
  } finally {
    plain.stop();
  }

  /** Until the feed has the change, without fetching it. */
  async function change(round: number): Promise<void> {
    const before = await api.get<Listing>(`/listings/${listingId}`);
    const title = `Titel ${document} ${String(round)}`;
    const fields = { ...property.fields, title };
    await api.put(`/properties/${propertyId}`, { ...property, fields });
    await until(
      () => api.get<Listing>(`/listings/${listingId}`),
      ({ updatedAt, nextAttemptAt }) => updatedAt > before.updatedAt && nextAttemptAt === undefined,
      PATIENCE_MS,
    );
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
