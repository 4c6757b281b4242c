import {
  createListing,
  createTarget,
  deleteListing,
  deleteTarget,
  getListing,
  getTarget,
  listLanes,
  listListings,
  pauseLane,
  pauseTarget,
  resumeLane,
  resumeTarget,
  updateTarget,
} from '@estate/contracts';
import { Conflict, NotFound } from '@estate/errors';
import { etagOf } from '@estate/messaging';
import { withActor, withTrace } from '@estate/observability';
import { newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import { LOGIN_REFUSED } from '../../test/refusals.ts';
import type { Stage } from '../../test/stage.ts';

const neverAborted = new AbortController().signal;
const credentials = { host: 'ftp.example.org', username: 'agent', password: 'secret' };
let stage: Stage;
let targetId: string;

eachOnStage(async (opened) => {
  stage = opened;
  targetId = await stage.addTarget();
});

const list = () => stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
const pause = (reason?: string) => stage.ask(pauseTarget, { id: targetId, ...(reason && { reason }) });
const resume = () => stage.ask(resumeTarget, { id: targetId });
const target = () => stage.ask(getTarget, { id: targetId });
const sentListings = () => stage.portal.sent.map(({ publication }) => publication.listingId);
const replicas = () =>
  ['a', 'b'].map((owner) => stage.lanes({ options: { ...stage.laneDeps.options, owner } }));

describe('a target that its customer has paused', () => {
  it('a paused target is published to by no replica, and its listings say since when and by whom', async () => {
    const key = { kind: 'api_key', id: newId(), name: 'Production' };
    const paused = await withTrace({}, () => withActor(key, () => pause('The portal moves.')));
    expect(paused.paused).toMatchObject({ by: 'customer', reason: 'The portal moves.', actor: key });
    const listing = await list();
    const words = 'paused since 2026-11-01 08:00 UTC by the API key "Production"';
    expect(listing.paused?.message).toContain(words);
    for (let minute = 0; minute < 3; minute += 1) {
      for (const replica of replicas()) expect(await replica.runNext(neverAborted)).toBe(false);
      stage.pass(60_000);
    }
    expect(stage.portal.sent).toEqual([]);
    const [shown] = (await stage.ask(listListings, { targetId })).data;
    expect(shown?.paused?.message).toContain(words);
    expect((await stage.ask(getListing, { id: listing.id })).paused).toEqual(shown?.paused);
    expect(await stage.stored.findOne({ _id: listing.id })).toMatchObject({
      dueAt: new Date('2026-11-01T08:00:00.000Z'),
    });
  });

  it('a resumed target is published to in the order in which its listings became due', async () => {
    await pause();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      ids.push((await list()).id);
      stage.pass(1000);
    }
    await stage.work();
    expect(stage.portal.sent).toEqual([]);
    expect(await resume()).not.toHaveProperty('paused');
    await stage.work();
    expect(sentListings()).toEqual(ids);
    expect(await stage.ask(getListing, { id: ids[0] ?? '' })).not.toHaveProperty('paused');
  });

  it('a lane that also has to wait keeps the due times of its listings while it is paused', async () => {
    stage.portal.refuseLogin = { code: 'host_unreachable', message: 'away', repeat: true, scope: 'target' };
    await list();
    await stage.work();
    await pause();
    const { id } = await list();
    const dueAt = stage.time.now;
    const lanes = stage.lanes();
    lanes.wake(targetId);
    expect(await lanes.runNext(neverAborted)).toBe(false);
    expect(await stage.stored.findOne({ _id: id })).toMatchObject({ dueAt });
  });

  it('a publication that runs when its target is paused is finished, and no other one starts', async () => {
    const first = await list();
    stage.pass(1);
    const second = await list();
    stage.pass(1);
    const deleted = await list();
    await stage.work();
    stage.portal.sent.length = 0;
    await stage.ask(deleteListing, { id: deleted.id });
    stage.pass(1);
    await stage.listings.makeDue(
      { ...first, accountId: stage.accountId },
      { at: stage.time.now, requestId: 'r' },
    );
    stage.pass(1);
    await stage.listings.makeDue(
      { ...second, accountId: stage.accountId },
      { at: stage.time.now, requestId: 'r' },
    );
    stage.pass(1);
    const fresh = await list();
    stage.portal.during = async () => {
      await pause();
      return { ok: true };
    };
    await stage.work();
    expect(sentListings()).toEqual([deleted.id]);
    expect(await stage.stored.findOne({ _id: first.id })).toHaveProperty('dueAt');
    // What was made ready was not sent, so that its deletion would need nothing to be taken down.
    expect(await stage.stored.findOne({ _id: fresh.id })).toMatchObject({ everUploaded: false });
    stage.portal.during = () => Promise.resolve({ ok: true });
    await resume();
    await stage.work();
    expect(sentListings()).toEqual([deleted.id, first.id, second.id, fresh.id]);
  });

  it('a listing that was prepared when its target was paused counts as never sent', async () => {
    await list();
    stage.pass(1);
    const next = await list();
    stage.portal.during = async () => {
      await pause();
      return { ok: true };
    };
    await stage.work();
    await stage.ask(deleteListing, { id: next.id });
    await resume();
    await stage.work();
    expect(stage.portal.sent).toHaveLength(1);
    expect(await stage.publicationEvents()).toContain(`succeeded delete ${next.id}`);
  });

  it('listings that a rejected login is failing wait once their target is paused', async () => {
    for (let count = 0; count < 30; count += 1) await list();
    stage.portal.refuseLogin = LOGIN_REFUSED;
    const { settle } = stage.progress;
    stage.progress.settle = async (...all) => {
      stage.progress.settle = settle;
      await pause();
      return settle.apply(stage.progress, all);
    };
    await stage.work();
    expect((await stage.publicationEvents()).filter((line) => line.startsWith('failed'))).toHaveLength(20);
    expect(await stage.stored.countDocuments({ targetId, dueAt: { $exists: true } })).toBe(10);
  });

  it('a deletion waits while its target is paused, and says so', async () => {
    const { id } = await list();
    await stage.work();
    await pause('Relaunch');
    const deleted = await stage.ask(deleteListing, { id });
    expect(deleted.paused).toMatchObject({ by: 'customer', reason: 'Relaunch' });
    await stage.work();
    expect(sentListings()).toEqual([id]);
    await resume();
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `delete ${id} 2`]);
  });

  it('a target that is deleted while it is paused takes down what waited', async () => {
    const { id } = await list();
    await stage.work();
    await pause();
    await stage.ask(deleteListing, { id });
    await stage.ask(deleteTarget, { id: targetId });
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `delete ${id} 2`]);
  });

  it('an update of a paused target does not resume it', async () => {
    await pause();
    await list();
    const updated = await stage.ask(updateTarget, { id: targetId, type: 'portal', credentials });
    expect(updated.paused).toMatchObject({ by: 'customer' });
    await stage.work();
    expect(stage.portal.sent).toEqual([]);
  });

  it('an update that expects a target without a pause is refused once it is paused', async () => {
    const ifMatch = etagOf(JSON.stringify(await target()));
    await pause();
    const update = { id: targetId, type: 'portal', credentials };
    await expect(stage.ask(updateTarget, update, { ifMatch })).rejects.toMatchObject({
      code: 'precondition-failed',
    });
  });

  it('a target of another account can neither be paused nor resumed', async () => {
    for (const operation of [pauseTarget, resumeTarget]) {
      await expect(
        stage.bus.others.ask(operation, { id: targetId }, { accountId: newId(), requestId: 'r' }),
      ).rejects.toThrow(NotFound);
    }
    expect(await target()).not.toHaveProperty('paused');
  });
});

describe('pauses of the operator and of the customer', () => {
  it('a target that both have paused is published to when both have resumed it, in either order', async () => {
    for (const [first, second] of [
      ['customer', 'operator'],
      ['operator', 'customer'],
    ] as const) {
      const end = {
        customer: () => resume(),
        operator: () => stage.ask(resumeLane, { id: targetId }),
      };
      stage.portal.sent.length = 0;
      await pause('Relaunch');
      await stage.ask(pauseLane, { id: targetId });
      expect((await target()).paused).toMatchObject({
        by: 'operator',
        others: [{ by: 'customer', reason: 'Relaunch' }],
      });
      const { id } = await list();
      await end[first]();
      expect((await target()).paused?.by).toBe(second);
      await stage.work();
      expect(stage.portal.sent).toEqual([]);
      await end[second]();
      await stage.work();
      expect(sentListings()).toEqual([id]);
    }
  });

  it('a customer cannot end a pause of the operator, and is answered why', async () => {
    await stage.ask(pauseLane, { id: targetId });
    const refusal = await resume().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Conflict);
    expect(refusal).toMatchObject({
      code: 'target-paused-by-operator',
      message: expect.stringMatching(/paused since .* by the operator .* Only the operator/) as string,
    });
    expect((await target()).paused?.by).toBe('operator');
  });

  it('a customer cannot resume a target that is set aside', async () => {
    await stage.mongo.db
      .collection<{ _id: string }>('targets')
      .updateOne({ _id: targetId }, { $set: { setAside: { at: stage.time.now, deaths: 5 } } });
    await expect(resume()).rejects.toMatchObject({ code: 'target-set-aside' });
  });

  it('the operator sees pauses of customers in pages beside the own ones, each target once', async () => {
    const ids = [targetId, await stage.addTarget(), await stage.addTarget(), await stage.addTarget()];
    const [mine = '', both = '', theirs = '', open = ''] = ids;
    await stage.ask(pauseTarget, { id: mine, reason: 'Relaunch' });
    for (const id of [both, theirs]) await stage.ask(pauseLane, { id });
    await stage.ask(pauseTarget, { id: both });
    const pages = [];
    for (let startAfter: string | undefined, more = true; more;) {
      const page = await stage.ask(listLanes, { state: 'paused', limit: 2, startAfter });
      pages.push(page.data.map(({ id }) => id));
      startAfter = page.data.at(-1)?.id;
      more = page.hasMore;
    }
    expect(pages).toEqual([[mine, both], [theirs]]);
    const newest = await stage.ask(listLanes, { state: 'paused', limit: 1, order: 'desc' });
    expect(newest).toMatchObject({ hasMore: true, data: [{ id: theirs }] });
    const [first] = (await stage.ask(listLanes, { state: 'paused' })).data;
    expect(first).toMatchObject({ customerPause: { reason: 'Relaunch' } });
    expect(first).not.toHaveProperty('pausedAt');
    expect((await stage.ask(listLanes, { state: 'open' })).data).toMatchObject([{ id: open }]);
  });
});

describe('the name of a target', () => {
  it('a target has the name that it was given last, and its whole request address', async () => {
    const input = { type: 'portal', credentials };
    const made = await stage.ask(createTarget, { ...input, name: 'Munich office' });
    expect(made).toMatchObject({
      name: 'Munich office',
      requestAddress: `${made.emailId}@requests.example.org`,
    });
    const { id } = made;
    expect(await stage.ask(updateTarget, { ...input, id, name: 'Munich' })).toMatchObject({ name: 'Munich' });
    expect(await stage.ask(updateTarget, { ...input, id })).not.toHaveProperty('name');
  });
});
