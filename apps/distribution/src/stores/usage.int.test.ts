import { createListing, deleteListing } from '@estate/contracts';
import { startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage } from '../../test/stage.ts';
import { failing } from '../../test/refusals.ts';
import type { Stage } from '../../test/stage.ts';

let server: MongoServer;
let stage: Stage;
beforeAll(async () => {
  server = await startMongo();
  stage = await openStage(server.uri);
});
afterAll(async () => {
  await stage.close();
  await server.stop();
});

const HOUR_MS = 3_600_000;

/** Counts what happened until now, some time later. */
async function used() {
  const { usageTally, usage } = stage;
  const { now } = stage.time;
  while (await usageTally.countNext(new Date(now.getTime() + 7 * HOUR_MS)));
  return usage.ofMonth([stage.accountId], now.toISOString().slice(0, 7));
}

describe('the usage that distribution counts', () => {
  it('usage has the publications that a platform accepted, and the listings', async () => {
    const targetId = await stage.addTarget();
    const list = () => stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
    const [first] = [await list(), await list()];
    await stage.work();
    await stage.ask(deleteListing, { id: first.id });
    await stage.work();
    stage.portal.during = () => Promise.resolve(failing('validation_rejected', false, 'listing'));
    await list();
    await stage.work();
    expect(await used()).toMatchObject([{ counts: { publications: 3, listings: 2 } }]);
  });
});
