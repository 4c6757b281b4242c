import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import type { Db } from 'mongodb';
import { newId, termsOf } from '@estate/persistence';
import { startBrowser } from '@estate/testing';
import { measurePages } from './dashboard/measure-pages.ts';
import type { MeasuredPage } from './dashboard/measure-pages.ts';
import { sampleSummary } from './lists/sample-summary.ts';
import type { Stored } from './lists/list-bench.ts';
import { makeProperties } from './placed-listings.ts';
import { markdownTable, say } from './report.ts';
import { placePhotos } from './sample-photos.ts';
import { withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

/** Readers wait no longer for the largest content of a page that they have opened before. */
const LCP_MAX_MS = 4000;
/** A page answers a click or a key within this time. */
const DELAY_MAX_MS = 500;
const BATCH = 500;

/**
 * How long pages of the dashboard take on a 3G network with many properties full of photos. Fails if the largest contentful paint of a page
 * that was opened before, or the longest delay of an interaction, is above its limit.
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

/** One property with photos is processed, and copied in the database; returns its id. */
async function fill({ api, stack }: Measured, size: { properties: number; photos: number }): Promise<string> {
  const [id = ''] = await makeProperties(api, [await placePhotos(stack.filesUrl, 1, size.photos)]);
  const client = await MongoClient.connect(stack.mongoUri);
  try {
    await copy(client.db('catalog'), id, size.properties - 1);
  } finally {
    await client.close();
  }
  say(`${String(size.properties)} properties with ${String(size.photos)} photos each`);
  return id;
}

async function copy(db: Db, id: string, count: number): Promise<void> {
  const docs = db.collection<Stored>('properties');
  const saved = await docs.findOne({ _id: id });
  if (!saved) throw new Error('the property is not in the database');
  const { outbox: _outbox, ...template } = saved;
  const fields = template['fields'] as object;
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => {
      const { title, city, externalId } = sampleSummary(from + index);
      const terms = termsOf(title, city, externalId);
      return { ...template, _id: newId(), externalId, terms, fields: { ...fields, title } };
    });
    await docs.insertMany(batch, { ordered: false });
  }
}

function report(pages: readonly MeasuredPage[]): void {
  const ms = (value: number) => value.toFixed(0);
  const rows = pages.map(({ name, first, again, delay }) => [name, ms(first), ms(again), ms(delay)]);
  const head = ['page', 'first largest paint, ms', 'opened again, ms', 'longest delay of an interaction, ms'];
  say(markdownTable([head, ...rows]));
  const slow = pages.filter(({ again, delay }) => again > LCP_MAX_MS || delay > DELAY_MAX_MS);
  if (slow.length > 0) throw new Error(`too slow: ${slow.map(({ name }) => name).join(', ')}`);
}
