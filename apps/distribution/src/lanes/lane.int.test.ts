import { createListing, deleteListing, getListing, updateListing } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import { failing } from '../../test/refusals.ts';
import type { Stage } from '../../test/stage.ts';
import { runLane } from './lane-scheduler.ts';

let stage: Stage;
let targetId: string;

eachOnStage(async (opened) => {
  stage = opened;
  targetId = await stage.addTarget();
});

const list = async () => stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
const never = new AbortController().signal;

describe('publishing', () => {
  it('a new listing is sent to the platform once, and its success is reported', async () => {
    const { id } = await list();
    await stage.work();
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`]);
    expect(stage.portal.sent[0]?.publication).toMatchObject({ firstTime: true });
    expect(await stage.ask(getListing, { id })).toMatchObject({ published: true });
    expect(await stage.publicationEvents()).toEqual([`succeeded set ${id}`]);
  });

  it('the events of a listing say the type of its property, also after a version without summaries, and none where it is unknown', async () => {
    const [summarized, sent, unknown] = [await list(), await list(), await list()];
    await stage.work();
    await stage.stored.updateOne({ _id: sent.id }, { $unset: { summary: 1 } });
    await stage.stored.updateOne({ _id: unknown.id }, { $unset: { summary: 1, property: 1 } });
    for (const { id } of [summarized, sent, unknown]) await stage.ask(deleteListing, { id });
    await stage.work();
    const events = await stage.eventsOf('event.publication.succeeded');
    const typesOf = ({ id }: { id: string }) =>
      events.filter(({ listingId }) => listingId === id).map(({ propertyType }) => propertyType);
    expect([summarized, sent, unknown].map(typesOf)).toEqual([
      ['apartmentBuy', 'apartmentBuy'],
      ['apartmentBuy', 'apartmentBuy'],
      ['apartmentBuy', undefined],
    ]);
  });

  it('five quick updates of a listing become one upload', async () => {
    const { id } = await list();
    for (let times = 0; times < 5; times += 1) await stage.ask(updateListing, { id });
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`]);
  });

  it('a listing that is updated during its upload is published again', async () => {
    const { id } = await list();
    stage.portal.during = async () => {
      stage.portal.during = () => Promise.resolve({ ok: true });
      await stage.ask(updateListing, { id });
      return { ok: true };
    };
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `set ${id} 2`]);
  });

  it('all listings of a target are sent over one connection', async () => {
    for (let times = 0; times < 60; times += 1) await list();
    await stage.work({ options: { ...stage.laneDeps.options, runListings: 100 } });
    expect(stage.portal.sent).toHaveLength(60);
    expect(stage.portal.logins).toHaveLength(1);
    expect(stage.portal.logins[0]?.credentials.password).toBe('secret');
  });

  it('a lane with more listings than a run takes lets other targets go first', async () => {
    for (let times = 0; times < 4; times += 1) await list();
    const first = targetId;
    targetId = await stage.addTarget();
    await list();
    await stage.work({ options: { ...stage.laneDeps.options, runListings: 2 } });
    expect(stage.portal.logins.map(({ id }) => id)).toEqual([first, targetId, first]);
  });
});

describe('a property that is not ready', () => {
  it('a listing whose property is being processed waits for the fact of the catalog', async () => {
    const { id, propertyId } = await list();
    stage.catalog.change(propertyId, { processingStatus: 'pending' });
    await stage.work();
    expect(stage.portal.sent).toEqual([]);
    stage.catalog.properties.set(propertyId, {
      ...stage.catalog.add(propertyId),
      revision: 2,
      processingStatus: 'successful',
    });
    await stage.listings.makeDueOfRevision(
      { propertyId, revision: 2 },
      { at: stage.time.now, requestId: 'r' },
    );
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`]);
  });

  it('a fact that comes between a look at the property and the waiting is not lost', async () => {
    const { id, propertyId } = await list();
    stage.catalog.change(propertyId, { processingStatus: 'pending' });
    const settle = stage.progress.settle.bind(stage.progress);
    let isSent = false;
    stage.progress.settle = async (...all) => {
      if (!isSent) {
        isSent = true;
        stage.catalog.add(propertyId, { revision: 2 });
        await stage.listings.makeDueOfRevision(
          { propertyId, revision: 2 },
          { at: stage.time.now, requestId: 'r' },
        );
      }
      return settle(...all);
    };
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`]);
  });

  it('a listing whose property failed processing fails, and is published once processing succeeds', async () => {
    const { id, propertyId } = await list();
    const processingFailure = {
      failureCode: 'attachment_not_found' as const,
      failureMessage: 'attachments.0 is gone.',
    };
    const revision = stage.catalog.change(propertyId, { processingStatus: 'failed', processingFailure });
    await stage.work();
    await stage.listings.makeDueOfRevision({ propertyId, revision }, { at: stage.time.now, requestId: 'r' });
    await stage.work();
    expect(await stage.ask(getListing, { id })).toMatchObject({
      lastError: { failureCode: 'property_not_processed', failureMessage: 'attachments.0 is gone.' },
    });
    stage.catalog.add(propertyId, { revision: 3 });
    await stage.listings.makeDueOfRevision(
      { propertyId, revision: 3 },
      { at: stage.time.now, requestId: 'r' },
    );
    await stage.work();
    expect(await stage.publicationEvents()).toEqual([
      `failed set ${id} property_not_processed`,
      `succeeded set ${id}`,
    ]);
  });

  it('a revision whose fact comes twice is published once', async () => {
    const { propertyId } = await list();
    await stage.work();
    const revision = stage.catalog.change(propertyId);
    for (let times = 0; times < 2; times += 1) {
      await stage.listings.makeDueOfRevision(
        { propertyId, revision },
        { at: stage.time.now, requestId: 'r' },
      );
      await stage.work();
    }
    expect(stage.portal.sent).toHaveLength(2);
  });

  it('a fact about the revision that is being sent leads to no second publication', async () => {
    const { id, propertyId } = await list();
    stage.portal.during = async () => {
      await stage.listings.makeDueOfRevision(
        { propertyId, revision: 1 },
        { at: stage.time.now, requestId: 'r' },
      );
      return { ok: true };
    };
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`]);
    expect(await stage.publicationEvents()).toEqual([`succeeded set ${id}`]);
  });

  it('a fact about a newer revision than the one being sent leads to another publication', async () => {
    const { id, propertyId } = await list();
    let isSent = false;
    stage.portal.during = async () => {
      if (!isSent) {
        const revision = stage.catalog.change(propertyId);
        await stage.listings.makeDueOfRevision(
          { propertyId, revision },
          { at: stage.time.now, requestId: 'r' },
        );
      }
      isSent = true;
      return { ok: true };
    };
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `set ${id} 2`]);
  });
});

describe('a crash or a stop', () => {
  it('a crash before the result is saved leads to the same package again', async () => {
    const { id } = await list();
    const { settle } = stage.progress;
    stage.progress.settle = () => Promise.reject(new Error('killed'));
    await expect(stage.work()).rejects.toThrow('killed');
    stage.progress.settle = settle;
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `set ${id} 1`]);
    expect(await stage.publicationEvents()).toEqual([`succeeded set ${id}`]);
  });

  it('a listing that was sent before a crash is deleted with a delete message', async () => {
    const { id } = await list();
    const { settle } = stage.progress;
    stage.progress.settle = () => Promise.reject(new Error('killed'));
    await expect(stage.work()).rejects.toThrow('killed');
    stage.progress.settle = settle;
    await stage.ask(deleteListing, { id });
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `delete ${id} 2`]);
  });

  it('a worker that comes back after its lease has ended changes nothing', async () => {
    const { id } = await list();
    const claim = (owner: string) =>
      stage.leases.claim(targetId, { owner, leaseMs: 1000, now: stage.time.now });
    const zombie = await claim('zombie');
    if (!zombie) throw new Error('not claimed');
    stage.portal.during = async () => {
      stage.pass(5000);
      stage.portal.during = () => Promise.resolve({ ok: true });
      await stage.work();
      return failing('validation_rejected', false, 'listing');
    };
    await runLane(zombie, stage.laneDeps, never);
    expect(await stage.publicationEvents()).toEqual([`succeeded set ${id}`]);
    expect(await stage.ask(getListing, { id })).toMatchObject({ published: true });
    expect((await stage.ask(getListing, { id })).lastError).toBeUndefined();
  });

  it('a stop during an upload counts as no attempt and hands the target back', async () => {
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
    expect(await stage.publicationEvents()).toEqual([`succeeded set ${id}`]);
  });
});

describe('several workers', () => {
  it('several workers never have two sessions in one account and publish everything once', async () => {
    for (let times = 0; times < 30; times += 1) await list();
    const options = { ...stage.laneDeps.options, runListings: 3 };
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
