import { listInboxTimeline } from '@estate/contracts';
import type { TimelinePart } from '@estate/contracts';
import { memoryBus } from '@estate/messaging';
import { createLogger, createMetrics } from '@estate/observability';
import { connectMongo, createIdSource, newId } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifest } from '../manifest.ts';
import { openStores } from '../stores/open-stores.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { RequestDoc } from '../stores/request-document.ts';
import { listTimeline } from './requests.ts';

const T0 = Date.parse('2026-11-01T08:30:00.000Z');
const idAtT0 = createIdSource(() => T0);
const accountId = newId();
const [propertyId, targetId, otherTarget] = [newId(), newId(), newId()];
let server: MongoServer;
let database: Database;
let stores: Stores;
const log = createLogger({ service: 'test', level: 'silent' });

beforeAll(async () => {
  server = await startMongo();
  database = await connectMongo({ uri: server.uri, database: freshDatabase(), log });
  const bus = memoryBus(manifest);
  const bytes = (bucketName: string) => Promise.resolve(database.bytes(bucketName));
  stores = await openStores(
    { database, bytes, bus, log, metrics: createMetrics('test') },
    { ERASE_SETTLE_MS: 60_000, MAIL_KEPT_DAYS: 90 },
  );
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

async function requests(count: number, about: Partial<RequestDoc>): Promise<string[]> {
  const docs = Array.from({ length: count }, (_, n) => ({
    _id: idAtT0(),
    accountId,
    origin: `${targetId}:${newId()}:person:${n}`,
    createdAt: new Date(T0),
    message: 'Is it available?',
    targetId,
    prospect: {},
    propertyProvidedByPlatform: {},
    ...about,
  }));
  await database.db.collection<RequestDoc>('requests').insertMany(docs);
  return docs.map(({ _id }) => _id);
}

const read = (query: object, by = accountId) =>
  listTimeline(stores).handle(listInboxTimeline.input.parse(query), {
    accountId: by,
    requestId: 'r',
  }) as Promise<TimelinePart>;
const idsIn = ({ data }: TimelinePart) =>
  data.map((entry) => 'contactRequestId' in entry && entry.contactRequestId);

describe('the requests of a timeline', () => {
  it('the requests of a timeline are those for the property, or for the property from the target of the listing', async () => {
    const mine = await requests(2, { propertyId });
    const elsewhere = await requests(1, { propertyId, targetId: otherTarget });
    await requests(1500, { propertyId: newId() });
    await requests(1, { propertyId, accountId: newId() });
    expect(idsIn(await read({ propertyId })).toSorted()).toEqual([...mine, ...elsewhere].toSorted());
    expect(idsIn(await read({ propertyId, targetId })).toSorted()).toEqual(mine.toSorted());
    const [entry] = (await read({ propertyId, targetId: otherTarget })).data;
    const doc = await database.db.collection<RequestDoc>('requests').findOne({ _id: elsewhere[0]! });
    expect(entry).toMatchObject({
      kind: 'request',
      mailId: doc?.origin.split(':')[1],
      targetId: otherTarget,
    });
    expect(entry).not.toHaveProperty('message');
    expect(entry).not.toHaveProperty('handling');
  });

  it('a request on the timeline says who handles it, how far they are, and what they noted', async () => {
    const about = newId();
    const assignee = newId();
    const changedBy = { kind: 'user' as const, id: assignee, name: 'Anna' };
    const handling = { state: 'done' as const, assignee, note: 'Viewing on Friday', changedBy };
    await requests(1, { propertyId: about, handling: { ...handling, changedAt: new Date(T0) } });
    const { data } = await read({ propertyId: about });
    expect(data).toMatchObject([
      { kind: 'request', handling: { ...handling, changedAt: '2026-11-01T08:30:00.000Z' } },
    ]);
  });

  it('requests of one millisecond are all on the timeline, one on each page', async () => {
    const other = newId();
    const made = await requests(5, { propertyId: other });
    const seen: unknown[] = [];
    for (let startAfter: string | undefined, more = true; more;) {
      const page = await read({ propertyId: other, limit: 1, startAfter });
      seen.push(...idsIn(page));
      startAfter = page.data.at(-1)?.id;
      more = page.hasMore;
    }
    expect(seen.toSorted()).toEqual(made.toSorted());
  });

  it('a property without requests is not known, and behind the last page it is', async () => {
    expect(await read({ propertyId: newId() })).toEqual({ hasMore: false, data: [], isKnown: false });
    const { data } = await read({ propertyId, limit: 100 });
    expect(await read({ propertyId, startAfter: data.at(-1)?.id })).toMatchObject({
      data: [],
      isKnown: true,
    });
  });
});
