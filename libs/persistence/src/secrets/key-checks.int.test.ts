import { freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectMongo } from '../connect.ts';
import type { Database } from '../connect.ts';
import { KeyCheckStore } from './key-checks.ts';
import { quiet } from '../mongo/quiet.fixture.ts';
import type { SealedCollection } from './reseal.ts';

let server: MongoServer;
let database: Database;

beforeAll(async () => {
  server = await startMongo();
  database = await connectMongo({ uri: server.uri, database: freshDatabase(), log: quiet });
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

const sealedIn = (name: string): SealedCollection => ({
  collection: database.db.collection<{ _id: string }>(name),
  fields: ['secret'],
});

describe('the check of a key', () => {
  it('the check of a key is stored once, and the first one stays, also when many are stored at once', async () => {
    const store = new KeyCheckStore(database.db, []);
    expect(await store.find('k1')).toBeUndefined();
    const kept = await Promise.all(['a', 'b', 'c', 'd'].map((check) => store.add('k1', check)));
    expect(new Set(kept).size).toBe(1);
    expect(await store.find('k1')).toBe(kept[0]);
    expect(await store.find('k2')).toBeUndefined();
  });
});

describe('the texts that were sealed with a key', () => {
  it('the texts that were sealed with a key are found with their records in every collection, a few of them', async () => {
    await database.db.collection<{ _id: string; secret?: string }>('empty').insertOne({ _id: 'x' });
    await database.db.collection<{ _id: string; secret?: string }>('full').insertMany(
      Array.from({ length: 300 }, (_, n) => ({
        _id: String(n),
        secret: n === 299 ? 'v1.k2.a.b.c' : 'v1.k1.a.b.c',
      })),
    );
    const store = new KeyCheckStore(database.db, [sealedIn('empty'), sealedIn('full')]);
    const texts = await store.sealedWith('k1');
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.length).toBeLessThan(10);
    expect(await store.sealedWith('k2')).toEqual([{ recordId: '299', sealed: 'v1.k2.a.b.c' }]);
    expect(await store.sealedWith('k')).toEqual([]);
  });
});
