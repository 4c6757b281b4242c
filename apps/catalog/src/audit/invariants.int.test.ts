import { memoryBus } from '@estate/messaging';
import { createLogger, createMetrics } from '@estate/observability';
import { Auditor, OutboxRelay, connectMongo, ensureIndexes, newId } from '@estate/persistence';
import type { Collection, Database } from '@estate/persistence';
import { freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { manifest } from '../manifest.ts';
import { aProperty } from '../../test/fakes.ts';
import { contactIndexes } from '../stores/contact-store.ts';
import type { ContactDoc } from '../stores/contact-store.ts';
import { propertyIndexes } from '../stores/property-document.ts';
import type { PropertyDoc } from '../stores/property-document.ts';
import { PropertyStore } from '../stores/property-store.ts';
import { catalogInvariants } from './invariants.ts';

const NOW = new Date('2026-11-01T12:00:00.000Z');
const EARLIER = new Date('2026-11-01T10:00:00.000Z');
const log = createLogger({ service: 'test', level: 'silent' });
const metrics = createMetrics('test');
let server: MongoServer;
let database: Database;
let properties: Collection<PropertyDoc>;
let contacts: Collection<ContactDoc>;
let auditor: Auditor;
beforeAll(async () => {
  server = await startMongo();
  database = await connectMongo({ uri: server.uri, database: freshDatabase(), log });
  properties = database.db.collection('properties');
  contacts = database.db.collection('contacts');
  await ensureIndexes(properties, propertyIndexes);
  await ensureIndexes(contacts, contactIndexes);
  const invariants = catalogInvariants({ properties, contacts });
  auditor = new Auditor({ invariants, metrics, log, clock: () => NOW, everyMs: 60_000 });
});
afterAll(async () => {
  await database.close();
  await server.stop();
});
afterEach(async () => {
  await properties.deleteMany({});
  await contacts.deleteMany({});
});

/** A property whose processing has ended, changed as a case wants it. */
async function plant(changes: Partial<PropertyDoc> & { remove?: readonly string[] } = {}): Promise<string> {
  const relay = new OutboxRelay({ bus: memoryBus(manifest), log, metrics, collections: [] });
  const record = aProperty({ id: newId(), externalId: newId(), processingStatus: 'successful' });
  await new PropertyStore(properties, relay).add(record, { trace: { requestId: 'r' }, messages: [] });
  const { _id, ...rest } = { _id: record.id, updatedAt: EARLIER, ...changes };
  await properties.updateOne({ _id }, { $set: rest });
  return _id;
}

const broken = async () =>
  (await auditor.violations()).map(({ promise, count, ids }) => ({ promise, count, ids }));
const processing = { attempt: 0, internalErrors: 0, trace: { requestId: 'r' } };

describe('the auditor of the catalog', () => {
  it('finds nothing in healthy data', async () => {
    const contactId = newId();
    const about = { accountId: newId(), fields: { email: 'a@example.org' }, revision: 1 };
    await contacts.insertOne({ _id: contactId, ...about, createdAt: EARLIER, updatedAt: EARLIER } as never);
    await plant({ contactId });
    await plant({ processingStatus: 'pending', processing: { ...processing, dueAt: NOW } });
    await plant({ contactId: newId(), updatedAt: NOW });
    expect(await broken()).toEqual([]);
  });

  const cases: Record<string, () => Partial<PropertyDoc>> = {
    'properties-processed-in-time': () => ({
      processingStatus: 'pending',
      processing: { ...processing, dueAt: EARLIER },
    }),
    'pending-properties-are-due': () => ({ processingStatus: 'pending', processing }),
    'named-contacts-exist': () => ({ contactId: newId() }),
    'properties-outbox-sent': () => ({
      outbox: [
        { id: newId(), subject: 'fact.x.y.z.v1', accountId: newId(), requestId: 'r', at: EARLIER, data: {} },
      ],
    }),
  };
  for (const [name, changes] of Object.entries(cases)) {
    it(`violations of ${name} are counted until they are repaired`, async () => {
      const id = await plant(changes());
      expect(await broken()).toEqual([{ promise: name, count: 1, ids: [id] }]);
      await properties.deleteOne({ _id: id });
      expect(await broken()).toEqual([]);
    });
  }
});
