import { emptyDatabase, freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

/** Every test of a file on a stage of its own. They share a database, which is empty at the beginning of each. */
export function eachOnStage(take: (stage: Stage) => void | Promise<void>): void {
  const database = freshDatabase();
  let server: MongoServer | undefined;
  beforeAll(async () => {
    server = await startMongo();
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    if (!server) throw new Error('the database did not start');
    const stage = await openStage(server.uri, { database });
    await emptyDatabase(stage.db);
    await take(stage);
    return () => stage.close();
  });
}
