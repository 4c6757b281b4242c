import { createListing, deleteListing, getListing, updateListing } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import { failing } from '../../test/refusals.ts';
import type { Stage } from '../../test/stage.ts';
import { runLane } from './lane.ts';

let stage: Stage;
let targetId: string;

eachOnStage(async (opened) => {
  stage = opened;
  targetId = await stage.addTarget();
});

const list = async () => stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
const never = new AbortController().signal;

describe('publishing', () => {
  it('brings a new listing to the platform once and tells', async () => {
    const { id } = await list();
    await stage.work();
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`]);
    expect(stage.portal.sent[0]?.job).toMatchObject({ firstTime: true });
    expect(await stage.ask(getListing, { id })).toMatchObject({ published: true });
    expect(await stage.told()).toEqual([`succeeded set ${id}`]);
  });

  it('makes one upload of five quick updates', async () => {
    const { id } = await list();
    for (let times = 0; times < 5; times += 1) await stage.ask(updateListing, { id });
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`]);
  });

  it('publishes again when an update came while the upload ran', async () => {
    const { id } = await list();
    stage.portal.during = async () => {
      stage.portal.during = () => Promise.resolve({ ok: true });
      await stage.ask(updateListing, { id });
      return { ok: true };
    };
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `set ${id} 2`]);
  });

  it('sends everything of a target over one connection', async () => {
    for (let times = 0; times < 60; times += 1) await list();
    await stage.work({ options: { ...stage.laneDeps.options, sliceListings: 100 } });
    expect(stage.portal.sent).toHaveLength(60);
    expect(stage.portal.logins).toHaveLength(1);
    expect(stage.portal.logins[0]?.credentials.password).toBe('secret');
  });

  it('lets other targets have their turn after a slice', async () => {
    for (let times = 0; times < 4; times += 1) await list();
    const first = targetId;
    targetId = await stage.addTarget();
    await list();
    await stage.work({ options: { ...stage.laneDeps.options, sliceListings: 2 } });
    expect(stage.portal.logins.map(({ id }) => id)).toEqual([first, targetId, first]);
  });
});

describe('a property that is not ready', () => {
  it('keeps its listing waiting until the catalog tells', async () => {
    const { id, propertyId } = await list();
    stage.catalog.change(propertyId, { processingStatus: 'pending' });
    await stage.work();
    expect(stage.portal.sent).toEqual([]);
    stage.catalog.properties.set(propertyId, {
      ...stage.catalog.add(propertyId),
      revision: 2,
      processingStatus: 'successful',
    });
    await stage.listings.hear(propertyId, 2, { at: stage.time.now, requestId: 'r' });
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`]);
  });

  it('is not forgotten when the catalog tells between the look and the waiting', async () => {
    const { id, propertyId } = await list();
    stage.catalog.change(propertyId, { processingStatus: 'pending' });
    const settle = stage.due.settle.bind(stage.due);
    let told = false;
    stage.due.settle = async (...all) => {
      if (!told) {
        told = true;
        stage.catalog.add(propertyId, { revision: 2 });
        await stage.listings.hear(propertyId, 2, { at: stage.time.now, requestId: 'r' });
      }
      return settle(...all);
    };
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`]);
  });

  it('fails its listing when processing failed, and publishes it after the next successful one', async () => {
    const { id, propertyId } = await list();
    const processingFailure = {
      failureCode: 'attachment_not_found' as const,
      failureMessage: 'attachments.0 is gone.',
    };
    const revision = stage.catalog.change(propertyId, { processingStatus: 'failed', processingFailure });
    await stage.work();
    await stage.listings.hear(propertyId, revision, { at: stage.time.now, requestId: 'r' });
    await stage.work();
    expect(await stage.ask(getListing, { id })).toMatchObject({
      lastError: { failureCode: 'property_not_processed', failureMessage: 'attachments.0 is gone.' },
    });
    stage.catalog.add(propertyId, { revision: 3 });
    await stage.listings.hear(propertyId, 3, { at: stage.time.now, requestId: 'r' });
    await stage.work();
    expect(await stage.told()).toEqual([`failed set ${id} property_not_processed`, `succeeded set ${id}`]);
  });

  it('heard of twice is published once', async () => {
    const { propertyId } = await list();
    await stage.work();
    const revision = stage.catalog.change(propertyId);
    for (let times = 0; times < 2; times += 1) {
      await stage.listings.hear(propertyId, revision, { at: stage.time.now, requestId: 'r' });
      await stage.work();
    }
    expect(stage.portal.sent).toHaveLength(2);
  });

  it('is published once when the catalog tells of what is being sent', async () => {
    const { id, propertyId } = await list();
    stage.portal.during = async () => {
      await stage.listings.hear(propertyId, 1, { at: stage.time.now, requestId: 'r' });
      return { ok: true };
    };
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`]);
    expect(await stage.told()).toEqual([`succeeded set ${id}`]);
  });

  it('is published again when the catalog tells of something newer than what is being sent', async () => {
    const { id, propertyId } = await list();
    let told = false;
    stage.portal.during = async () => {
      if (!told) {
        const revision = stage.catalog.change(propertyId);
        await stage.listings.hear(propertyId, revision, { at: stage.time.now, requestId: 'r' });
      }
      told = true;
      return { ok: true };
    };
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `set ${id} 2`]);
  });
});

describe('a crash or a stop', () => {
  it('before the result was saved leads to the same package again', async () => {
    const { id } = await list();
    const { settle } = stage.due;
    stage.due.settle = () => Promise.reject(new Error('killed'));
    await expect(stage.work()).rejects.toThrow('killed');
    stage.due.settle = settle;
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `set ${id} 1`]);
    expect(await stage.told()).toEqual([`succeeded set ${id}`]);
  });

  it('before the result was saved still leads to a delete message', async () => {
    const { id } = await list();
    const { settle } = stage.due;
    stage.due.settle = () => Promise.reject(new Error('killed'));
    await expect(stage.work()).rejects.toThrow('killed');
    stage.due.settle = settle;
    await stage.ask(deleteListing, { id });
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `delete ${id} 2`]);
  });

  it('of a worker that comes back after its lease changes nothing any more', async () => {
    const { id } = await list();
    const claim = (owner: string) =>
      stage.targets.claimLane(targetId, { owner, leaseMs: 1000, now: stage.time.now });
    const zombie = await claim('zombie');
    if (!zombie) throw new Error('not claimed');
    stage.portal.during = async () => {
      stage.pass(5000);
      stage.portal.during = () => Promise.resolve({ ok: true });
      await stage.work();
      return failing('validation_rejected', false, 'listing');
    };
    await runLane(zombie, stage.laneDeps, never);
    expect(await stage.told()).toEqual([`succeeded set ${id}`]);
    expect(await stage.ask(getListing, { id })).toMatchObject({ published: true });
    expect((await stage.ask(getListing, { id })).lastError).toBeUndefined();
  });

  it('while an upload runs counts nothing and gives the target back', async () => {
    const { id } = await list();
    const stopping = new AbortController();
    stage.portal.during = () => {
      stopping.abort();
      return Promise.resolve(failing('connection_lost', true, 'target'));
    };
    await stage.lanes().runNext(stopping.signal);
    expect(await stage.stored.findOne({ _id: id })).toMatchObject({ attempt: 0 });
    expect(stage.portal.openSessions).toBe(0);
    stage.portal.during = () => Promise.resolve({ ok: true });
    await stage.work({ options: { ...stage.laneDeps.options, owner: 'b' } });
    expect(await stage.told()).toEqual([`succeeded set ${id}`]);
  });
});

describe('several workers', () => {
  it('never have two sessions in one account and publish everything once', async () => {
    for (let times = 0; times < 30; times += 1) await list();
    const options = { ...stage.laneDeps.options, sliceListings: 3 };
    stage.portal.during = () => new Promise((resolve) => setImmediate(() => resolve({ ok: true })));
    const workers = ['a', 'b', 'c'].map((owner) => stage.lanes({ options: { ...options, owner } }));
    await Promise.all(
      workers.map(async (lanes) => {
        while (await lanes.runNext(never));
      }),
    );
    expect(stage.portal.mostSessions).toBe(1);
    expect(new Set(stage.portal.story).size).toBe(30);
    expect(stage.portal.sent).toHaveLength(30);
  });
});
