import { freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll } from 'vitest';
import { connectMongo } from './connect.ts';
import type { Database } from './connect.ts';
import { quiet } from './mongo/quiet.fixture.ts';

/** A database for the tests of a file, created before the first of them. */
export function useDatabase(): () => Database {
  let server: MongoServer | undefined;
  let database: Database | undefined;
  beforeAll(async () => {
    server = await startMongo();
    database = await connectMongo({ uri: server.uri, database: freshDatabase(), log: quiet });
  });
  afterAll(async () => {
    await database?.close();
    await server?.stop();
  });
  return () => {
    if (!database) throw new Error('no test has begun yet');
    return database;
  };
}
