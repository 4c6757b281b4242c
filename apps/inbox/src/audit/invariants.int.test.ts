import { createLogger, createMetrics } from '@estate/observability';
import { Auditor, connectMongo, ensureIndexes, newId } from '@estate/persistence';
import type { Collection, Database } from '@estate/persistence';
import { freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailIndexes } from '../stores/mail-document.ts';
import type { MailDoc } from '../stores/mail-document.ts';
import { requestIndexes } from '../stores/request-store.ts';
import type { RequestDoc } from '../stores/request-store.ts';
import { inboxInvariants } from './invariants.ts';

const NOW = new Date();
const EARLIER = new Date(NOW.getTime() - 3_600_000);
const log = createLogger({ service: 'test', level: 'silent' });
let server: MongoServer;
let database: Database;
let mails: Collection<MailDoc>;
let auditor: Auditor;
beforeAll(async () => {
  server = await startMongo();
  database = await connectMongo({ uri: server.uri, database: freshDatabase(), log });
  mails = database.db.collection('mails');
  const requests = database.db.collection<RequestDoc>('requests');
  await ensureIndexes(mails, mailIndexes);
  await ensureIndexes(requests, requestIndexes);
  const invariants = inboxInvariants({ mails, requests });
  const metrics = createMetrics('test');
  auditor = new Auditor({ invariants, metrics, log, clock: () => NOW, everyMs: 60_000 });
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

/** An email that was read, changed as a case wants it. */
async function plant(changes: Partial<MailDoc> = {}): Promise<string> {
  const id = newId();
  await mails.insertOne({
    _id: id,
    key: newId(),
    rawSha256: newId(),
    sizeBytes: 100,
    truncated: false,
    source: 'smtp',
    recipients: ['a@example.org'],
    state: 'parsed',
    receivedAt: EARLIER,
    expiresAt: new Date(NOW.getTime() + 86_400_000),
    results: [],
    arrivals: 1,
    attempt: 0,
    internalErrors: 0,
    ...changes,
  });
  return id;
}

const broken = async () =>
  (await auditor.violations()).map(({ promise, count, ids }) => ({ promise, count, ids }));

describe('the auditor of the inbox', () => {
  it('finds nothing in healthy data', async () => {
    await plant();
    await plant({ state: 'quarantined' });
    await plant({ state: 'pending', dueAt: NOW, receivedAt: NOW });
    expect(await broken()).toEqual([]);
  });

  const cases: Record<string, () => Partial<MailDoc>> = {
    'mails-read-in-time': () => ({ state: 'pending', dueAt: EARLIER }),
    'pending-mails-are-due': () => ({ state: 'pending' }),
    'mails-outbox-sent': () => ({
      outbox: [
        { id: newId(), subject: 'event.x.y', accountId: newId(), requestId: 'r', at: EARLIER, data: {} },
      ],
    }),
  };
  for (const [name, changes] of Object.entries(cases)) {
    it(`violations of ${name} are counted until they are repaired`, async () => {
      const id = await plant(changes());
      expect(await broken()).toEqual([{ promise: name, count: 1, ids: [id] }]);
      await mails.deleteOne({ _id: id });
      expect(await broken()).toEqual([]);
    });
  }
});
