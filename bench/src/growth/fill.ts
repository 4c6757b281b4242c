import { createIdSource, termsOf } from '@estate/persistence';
import type { MongoClient } from 'mongodb';
import { sampleSummary } from '../lists/sample-summary.ts';
import type { Stored } from '../lists/list-bench.ts';
import { say } from '../report.ts';
import { copierOf } from './copier.ts';
import type { Renamed } from './copier.ts';
import type { Family } from './family.ts';

const BATCH = 250;
const DAY_MS = 86_400_000;
/** Events are kept for 30 days; none expires while the bench runs. */
const SPAN_DAYS = 25;
const HOUR_MS = 3_600_000;

/** The documents of one collection, and how each is copied. */
interface Prepared {
  database: string;
  collection: string;
  copies: ((renamed: Renamed, position: number) => Stored)[];
}

export interface Fill {
  client: MongoClient;
  family: Family;
  externalId: string;
  /** Positions of the copies. */
  from: number;
  to: number;
}

/** Copies a property with all that it has left, spread over a month, oldest first. The numbers of its deliveries go on without a gap. */
export async function fill(order: Fill): Promise<void> {
  const { client, from, to } = order;
  const numbers = await newestNumbers(client, order.family);
  const prepared = prepare(order, numbers);
  const renaming = renamer(order);
  let inserting: Promise<unknown> = Promise.resolve();
  for (let first = from; first < to; first += BATCH) {
    const positions = Array.from({ length: Math.min(BATCH, to - first) }, (_, at) => first + at);
    const renamed = positions.map((position) => [renaming(position), position] as const);
    const batches = prepared.map(({ database, collection, copies }) => {
      const docs = renamed.flatMap(([one, position]) => copies.map((copy) => copy(one, position)));
      return { collection: client.db(database).collection<Stored>(collection), docs };
    });
    // The next batch is made while the engine works on this one.
    await inserting;
    inserting = Promise.all(
      batches.map(({ collection, docs }) => collection.insertMany(docs, { ordered: false })),
    );
    if (first % 50_000 === 0 && first > from) say(`${String(first)} of ${String(to)} properties`);
  }
  await inserting;
}

/** The newest number of each webhook that got events of the property. */
async function newestNumbers(client: MongoClient, { places }: Family): Promise<Map<string, number>> {
  const deliveries = client.db('notifier').collection<Stored>('deliveries');
  const known = places.find(({ collection }) => collection === 'deliveries')?.docs ?? [];
  const newest = new Map<string, number>();
  for (const webhookId of new Set(known.map((doc) => String(doc['webhookId'])))) {
    const [doc] = await deliveries
      .find({ webhookId, sequence: { $gt: 0 } })
      .sort({ sequence: -1 })
      .limit(1)
      .toArray();
    newest.set(webhookId, Number(doc?.['sequence'] ?? 0));
  }
  return newest;
}

function prepare({ family: { places, ids }, externalId }: Fill, newest: Map<string, number>): Prepared[] {
  return places
    .filter(({ docs }) => docs.length > 0)
    .map(({ database, collection, docs }) => ({
      database,
      collection,
      copies: docs
        .toSorted((a, b) => Number(a['sequence'] ?? 0) - Number(b['sequence'] ?? 0))
        .map((doc) => {
          const copy = copierOf(doc, [...ids, externalId]);
          const adapt = adapters(newest)[collection] ?? ((same: Stored) => same);
          return (renamed: Renamed, position: number) => adapt(copy(renamed), position);
        }),
    }));
}

type Adapt = (doc: Stored, position: number) => Stored;

const adapters = (newest: Map<string, number>): Record<string, Adapt> => ({
  properties: (doc, position) => {
    const { title, city, externalId } = sampleSummary(position);
    const fields = doc['fields'] as { address: object };
    return {
      ...doc,
      fields: { ...fields, title, address: { ...fields.address, city } },
      terms: termsOf(title, city, externalId),
    };
  },
  listings: (doc, position) => {
    const { title, city, externalId } = sampleSummary(position);
    const summary = { ...(doc['summary'] as object), title, city, externalId };
    return { ...doc, summary, terms: termsOf(title, city, externalId) };
  },
  mails: (doc) => ({ ...doc, key: doc._id }),
  deliveries: (doc) => {
    const webhookId = String(doc['webhookId']);
    const sequence = (newest.get(webhookId) ?? 0) + 1;
    newest.set(webhookId, sequence);
    return { ...doc, sequence };
  },
});

/** New names and the age of the copy at a position. */
function renamer({ family: { ids }, externalId, from, to }: Fill): (position: number) => Renamed {
  const endMs = Date.now() - HOUR_MS;
  let nowMs = endMs;
  const nextId = createIdSource(() => nowMs);
  return (position) => {
    const ageMs = (1 - (position - from) / (to - from)) * SPAN_DAYS * DAY_MS;
    nowMs = endMs - ageMs;
    const names = new Map(ids.map((id) => [id, nextId()]));
    names.set(externalId, sampleSummary(position).externalId);
    return { names, shiftMs: nowMs - Date.now() };
  };
}
