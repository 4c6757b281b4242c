import { freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { createMetrics } from '@estate/observability';
import { MongoClient } from 'mongodb';
import type { Collection, CommandSucceededEvent } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dueWithinSchedule } from './audit-looks.ts';
import { ofDocument } from './audit-rules.ts';
import { walking } from './audit-walk.ts';
import { Auditor } from './auditor.ts';
import { quiet } from '../mongo/quiet.fixture.ts';

const DOCUMENTS = 100_000;
const AT_ONCE = 10_000;
const PORTION = 2000;
const NEVER = new Date('2099-01-01T00:00:00.000Z');
const MINUTE_MS = 60_000;

interface Doc {
  _id: string;
  state: number;
  dueAt?: Date;
}

let server: MongoServer;
let client: MongoClient;
let docs: Collection<Doc>;
let received = 0;
let now = new Date('2026-11-01T12:00:00.000Z');

const idOf = (index: number) => String(index).padStart(6, '0');

beforeAll(async () => {
  server = await startMongo();
  client = await MongoClient.connect(server.uri, { monitorCommands: true });
  docs = client.db(freshDatabase()).collection('many');
  for (let first = 0; first < DOCUMENTS; first += AT_ONCE)
    await docs.insertMany(
      Array.from({ length: AT_ONCE }, (_, index) => ({ _id: idOf(first + index), state: 0 })),
    );
  await docs.createIndex({ dueAt: 1 }, { name: 'due', sparse: true });
  client.on('commandSucceeded', ({ reply }: CommandSucceededEvent) => {
    const { firstBatch = [], nextBatch = [] } =
      (reply as { cursor?: Record<string, unknown[]> }).cursor ?? {};
    received += firstBatch.length + nextBatch.length;
  });
});
afterAll(async () => {
  await client.close();
  await server.stop();
});

/** A replica checks three rules of a walk, and one over an index. */
function replica(): Auditor {
  const words = { meaning: 'Nothing is shown.', advice: 'Fix it.' };
  const rule = (name: string, state: number) =>
    ofDocument<Doc>(docs, { ...words, name, isBroken: (doc) => doc.state === state });
  const rules = [rule('one', 1), rule('two', 2), rule('three', 3)];
  const invariants = [
    ...walking<Doc>({ collection: docs, fields: ['state'], rules }),
    dueWithinSchedule(docs, { dueAt: 'dueAt', longestMs: MINUTE_MS }, { ...words, name: 'due' }),
  ];
  return new Auditor({
    invariants,
    metrics: createMetrics('test'),
    log: quiet,
    clock: () => now,
    everyMs: MINUTE_MS,
  });
}

/** How many documents the database returned meanwhile. */
async function reading(look: () => Promise<unknown>): Promise<number> {
  received = 0;
  await look();
  return received;
}

describe('the cost of an audit', () => {
  it('an audit of 100,000 documents reads one portion of them for all rules, and its own position', async () => {
    expect(await reading(() => replica().violations())).toBeLessThanOrEqual(PORTION + 5);
  });

  it('an audit with findings reads these again, and one portion', async () => {
    await docs.updateMany({ _id: { $lt: idOf(PORTION * 3) } }, { $set: { state: 2 } });
    const auditor = replica();
    for (let look = 0; look < 4; look += 1)
      expect(await reading(() => auditor.violations())).toBeLessThanOrEqual(PORTION + 1000 + 5);
    await docs.updateMany({ state: 2 }, { $set: { state: 0 } });
  });

  it('an audit by three replicas reads one portion in each interval', async () => {
    const auditors = [replica(), replica(), replica()];
    await Promise.all(auditors.map((auditor) => auditor.violations()));
    now = new Date(now.getTime() + MINUTE_MS);
    const read = await reading(async () => {
      for (const auditor of auditors) await auditor.look();
    });
    expect(read).toBeLessThanOrEqual(PORTION + 20);
    expect(read).toBeGreaterThan(PORTION / 2);
  });

  it('an audit finds any damage within two rounds of its walk', async () => {
    await docs.updateOne({ _id: idOf(DOCUMENTS - 3) }, { $set: { state: 3 } });
    const auditor = replica();
    const most = (2 * DOCUMENTS) / PORTION + 1;
    let looks = 0;
    while (looks <= most && (await auditor.violations()).length === 0) looks += 1;
    expect(looks).toBeLessThanOrEqual(most);
  });

  it('an audit of due times examines only what is due too late', async () => {
    const [dueAt, soon] = [NEVER, new Date(now.getTime() + MINUTE_MS)];
    await docs.updateMany({ _id: { $lt: idOf(1000) } }, { $set: { dueAt: soon } });
    await docs.updateOne({ _id: idOf(7) }, { $set: { dueAt } });
    const find = docs.find({ dueAt: { $gt: new Date(now.getTime() + 3 * 86_400_000) } });
    expect(await find.clone().toArray()).toHaveLength(1);
    const plan = await find.explain('queryPlanner').catch((error: unknown) => error);
    if (plan instanceof Error) return; // a server without explain
    expect(JSON.stringify(plan)).toContain('"due"');
  });
});
