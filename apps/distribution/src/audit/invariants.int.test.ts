import { listDistributionViolations } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openStage } from '../../test/stage.ts';
import { pendingListing } from '../domain/listing.ts';
import { toListingDoc } from '../stores/listings/listing-document.ts';
import type { ListingDoc } from '../stores/listings/listing-document.ts';
import { targetCollection } from '../stores/targets/target-document.ts';

const HOUR_MS = 3_600_000;
let server: MongoServer;
let stage: Awaited<ReturnType<typeof openStage>>;
let targetId: string;
beforeAll(async () => {
  server = await startMongo();
  stage = await openStage(server.uri);
  targetId = await stage.addTarget();
});
afterAll(async () => {
  await stage.mongo.close();
  await server.stop();
});
afterEach(async () => {
  await stage.stored.deleteMany({});
});

const earlier = () => new Date(stage.time.now.getTime() - HOUR_MS);

/** A listing that is published and of which nothing is left to do, changed as a case wants it. */
async function plant(changes: Partial<ListingDoc>): Promise<string> {
  const id = newId();
  const made = pendingListing({
    id,
    accountId: stage.accountId,
    propertyId: newId(),
    targetId,
    requestId: 'r-test',
    at: earlier(),
  });
  const { pendingSince: _since, ...whole } = made;
  await stage.stored.insertOne({
    ...toListingDoc(whole),
    state: 'live',
    doneVersion: 1,
    published: true,
    ...changes,
  });
  return id;
}

const broken = async () => {
  const { data } = await stage.ask(listDistributionViolations, {});
  return data.map(({ promise, count, ids }) => ({ promise, count, ids }));
};

describe('the auditor of the distribution', () => {
  it('healthy data breaks no invariant', async () => {
    await plant({});
    await plant({ dueAt: stage.time.now, doneVersion: 0 });
    await plant({
      doneVersion: 0,
      lastError: { failureCode: 'internal', failureMessage: 'x', at: earlier() },
    });
    await plant({ state: 'deleted', dueAt: stage.time.now });
    expect(await broken()).toEqual([]);
  });

  const cases: Record<string, () => Partial<ListingDoc>> = {
    'listings-worked-on-in-time': () => ({ dueAt: earlier() }),
    'wishes-are-carried-out-or-due': () => ({ doneVersion: 0 }),
    'deleted-listings-leave-their-platform': () => ({
      state: 'deleted',
      wanted: { action: 'delete', version: 2, requestId: 'r-test' },
      lastError: { failureCode: 'internal', failureMessage: 'x', at: earlier() },
    }),
    'listings-have-a-target': () => ({ targetId: newId() }),
    'pending-listings-are-settled': () => ({
      state: 'pending',
      pendingSince: earlier(),
      dueAt: stage.time.now,
    }),
    'listings-outbox-sent': () => ({
      outbox: [
        { id: newId(), subject: 'event.x.y', accountId: newId(), requestId: 'r', at: earlier(), data: {} },
      ],
    }),
  };
  for (const [name, changes] of Object.entries(cases)) {
    it(`a violation of ${name} is counted until it is repaired`, async () => {
      const id = await plant(changes());
      expect(await broken()).toEqual([{ promise: name, count: 1, ids: [id] }]);
      await stage.stored.deleteOne({ _id: id });
      expect(await broken()).toEqual([]);
    });
  }

  it('a deletion of a target that neither ends nor is taken back is counted', async () => {
    const targets = targetCollection(stage.mongo.db);
    await targets.updateOne({ _id: targetId }, { $set: { deleting: { token: 't', at: earlier() } } });
    expect(await broken()).toEqual([{ promise: 'target-deletions-end', count: 1, ids: [targetId] }]);
    await targets.updateOne({ _id: targetId }, { $unset: { deleting: '' } });
  });

  it('a target that is set aside is counted', async () => {
    const targets = targetCollection(stage.mongo.db);
    await targets.updateOne({ _id: targetId }, { $set: { setAside: { at: earlier(), deaths: 5 } } });
    await plant({ dueAt: earlier() });
    expect(await broken()).toEqual([{ promise: 'no-target-is-set-aside', count: 1, ids: [targetId] }]);
    await targets.updateOne({ _id: targetId }, { $unset: { setAside: '' } });
  });

  it('a listing that waits for a paused target is not counted', async () => {
    const targets = targetCollection(stage.mongo.db);
    await targets.updateOne({ _id: targetId }, { $set: { pausedAt: earlier() } });
    await plant({ dueAt: earlier() });
    expect(await broken()).toEqual([]);
    await targets.updateOne({ _id: targetId }, { $unset: { pausedAt: '' } });
  });

  it('the metric has a value for every invariant, 0 where it holds', async () => {
    await plant({ doneVersion: 0 });
    await broken();
    const lines = (await stage.metrics.registry.metrics()).split('\n');
    const shown = lines.filter((line) => line.startsWith('invariant_violations_total'));
    expect(shown).toHaveLength(Object.keys(cases).length + 2);
    expect(shown.filter((line) => line.endsWith(' 1'))).toEqual([
      expect.stringContaining('invariant="wishes-are-carried-out-or-due"'),
    ]);
  });
});
