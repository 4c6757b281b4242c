import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import type { Db } from 'mongodb';
import { newId, termsOf } from '@estate/persistence';
import { startBrowser } from '@estate/testing';
import { measurePages } from './dashboard/measure-pages.ts';
import type { MeasuredPage } from './dashboard/measure-pages.ts';
import { listingLists } from './lists/listings.ts';
import { sampleSummary } from './lists/sample-summary.ts';
import type { Stored } from './lists/list-bench.ts';
import { makeProperties } from './placed-listings.ts';
import { markdownTable, say } from './report.ts';
import { placePhotos } from './sample-photos.ts';
import { withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

/** Readers wait no longer for the largest content of a page, also with an empty cache. */
const LCP_MAX_MS = 4000;
/** A page answers a click or a key within this time. */
const DELAY_MAX_MS = 500;
const BATCH = 500;

/**
 * How long pages of the dashboard take on a 3G network with many properties full of photos. Fails if the largest contentful paint of a page
 * or the longest delay of an interaction is above its limit.
 */
export async function measureDashboard(args: readonly string[] = process.argv.slice(3)): Promise<void> {
  const options = {
    properties: { type: 'string', default: '2000' },
    photos: { type: 'string', default: '20' },
  } as const;
  const { values } = parseArgs({ args: [...args], options });
  await withStack(async (measured) => {
    const id = await fill(measured, { properties: Number(values.properties), photos: Number(values.photos) });
    const browser = await startBrowser();
    try {
      const { apiUrl } = measured.stack;
      report(await measurePages(browser, { dashboardUrl: `${apiUrl}/dashboard`, key: measured.key, id }));
    } finally {
      await browser.close();
    }
  });
}

/** One property with photos is processed, and copied in the database with one listing for each; returns its id. */
async function fill({ api, stack }: Measured, size: { properties: number; photos: number }): Promise<string> {
  const [id = ''] = await makeProperties(api, [await placePhotos(stack.filesUrl, 1, size.photos)]);
  const client = await MongoClient.connect(stack.mongoUri);
  try {
    const copies = await copyProperty(client.db('catalog'), id, size.properties - 1);
    await copyListing(client.db('distribution'), await listingLists.create(api, stack), copies);
  } finally {
    await client.close();
  }
  say(`${String(size.properties)} properties with ${String(size.photos)} photos each`);
  return id;
}

/** Returns the ids of the copies. */
async function copyProperty(db: Db, id: string, count: number): Promise<string[]> {
  const { fields, ...template } = await savedIn(db, 'properties', id);
  const copies = Array.from({ length: count }, (_, index) => {
    const { title, city, externalId } = sampleSummary(index);
    const terms = termsOf(title, city, externalId);
    return { ...template, _id: newId(), externalId, terms, fields: { ...(fields as object), title } };
  });
  await insert(db, 'properties', copies);
  return copies.map(({ _id }) => _id);
}

/** One listing of each property, in all states, on several targets. */
async function copyListing(db: Db, id: string, propertyIds: readonly string[]): Promise<void> {
  const template = await savedIn(db, 'listings', id);
  await listingLists.prepare?.(db, template);
  const copies = propertyIds.map((propertyId, index) => ({
    ...listingLists.document(template, index),
    propertyId,
  }));
  await insert(db, 'listings', copies);
}

async function savedIn(db: Db, collection: string, id: string): Promise<Stored> {
  const saved = await db.collection<Stored>(collection).findOne({ _id: id });
  if (!saved) throw new Error(`${collection} of the database do not have ${id}`);
  const { outbox: _outbox, ...template } = saved;
  return template;
}

async function insert(db: Db, collection: string, docs: readonly Stored[]): Promise<void> {
  for (let from = 0; from < docs.length; from += BATCH)
    await db.collection<Stored>(collection).insertMany(docs.slice(from, from + BATCH), { ordered: false });
}

function report(pages: readonly MeasuredPage[]): void {
  const ms = (value: number) => value.toFixed(0);
  const rows = pages.map(({ name, first, again, delay }) => [name, ms(first), ms(again), ms(delay)]);
  const head = ['page', 'first largest paint, ms', 'opened again, ms', 'longest delay of an interaction, ms'];
  say(markdownTable([head, ...rows]));
  const slow = pages.filter(
    ({ first, again, delay }) => Math.max(first, again) > LCP_MAX_MS || delay > DELAY_MAX_MS,
  );
  if (slow.length > 0) throw new Error(`too slow: ${slow.map(({ name }) => name).join(', ')}`);
}
