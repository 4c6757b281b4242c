import { createListing, deleteListing, deleteTarget, updateListing, updateTarget } from '@estate/contracts';
import { eventually } from '@estate/testing';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import { LOGIN_REFUSED, failing } from '../../test/refusals.ts';
import type { Stage } from '../../test/stage.ts';
import { upkeep } from '../upkeep/upkeep.ts';

let stage: Stage;
let targetId: string;

eachOnStage(async (opened) => {
  stage = opened;
  targetId = await stage.addTarget();
});

const list = async () => stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
const never = new AbortController().signal;

describe('a deletion', () => {
  it('the deletion of a listing that was never sent succeeds without a connection', async () => {
    const { id } = await list();
    await stage.ask(deleteListing, { id });
    await stage.work();
    expect(stage.portal.logins).toEqual([]);
    expect(await stage.publicationEvents()).toEqual([`succeeded delete ${id}`]);
    await eventually(async () => expect(await stage.stored.countDocuments({})).toBe(0));
  });

  it('a deletion is sent before the listing that follows it, even after the property is gone', async () => {
    const { id, propertyId } = await list();
    await stage.work();
    const kept = stage.catalog.properties.get(propertyId);
    await stage.ask(deleteListing, { id });
    const { id: next } = await stage.ask(createListing, { propertyId, targetId });
    stage.portal.during = ({ op }) =>
      Promise.resolve(op === 'delete' ? failing('connection_lost', true, 'listing') : { ok: true });
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `delete ${id} 2`]);
    stage.portal.during = () => Promise.resolve({ ok: true });
    stage.pass(2000);
    await stage.work();
    stage.pass(2000);
    await stage.work();
    expect(stage.portal.story.slice(2)).toEqual([`delete ${id} 2`, `set ${next} 1`]);
    expect(stage.portal.sent[1]).toMatchObject({
      publication: { property: { externalId: kept?.externalId } },
    });
  });

  it('a deletion that is requested during an upload is sent after it', async () => {
    const { id } = await list();
    stage.portal.during = async () => {
      stage.portal.during = () => Promise.resolve({ ok: true });
      await stage.ask(deleteListing, { id });
      return { ok: true };
    };
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `delete ${id} 2`]);
    expect(await stage.publicationEvents()).toEqual([`succeeded set ${id}`, `succeeded delete ${id}`]);
  });

  describe('that fails for good', () => {
    const refuses = () =>
      (stage.portal.during = ({ op }) =>
        Promise.resolve(op === 'delete' ? failing('validation_rejected', false, 'listing') : { ok: true }));
    const abandoned = async () => {
      const listing = await list();
      await stage.work();
      await stage.ask(deleteListing, { id: listing.id });
      refuses();
      await stage.work();
      return listing;
    };
    const credentials = { host: 'ftp.example.org', username: 'agent', password: 'better' };
    const correct = () => stage.ask(updateTarget, { id: targetId, type: 'portal', credentials });

    it('a deletion that fails for good is reported, kept, and tried again when the target is corrected', async () => {
      const { id } = await abandoned();
      await stage.work();
      stage.portal.during = () => Promise.resolve({ ok: true });
      await correct();
      await stage.work();
      expect(stage.portal.story).toEqual([`set ${id} 1`, `delete ${id} 2`, `delete ${id} 3`]);
      const events = [
        `succeeded set ${id}`,
        `failed delete ${id} validation_rejected`,
        `succeeded delete ${id}`,
      ];
      expect(await stage.publicationEvents()).toEqual(events);
      await eventually(async () => expect(await stage.stored.countDocuments({})).toBe(0));
    });

    it('a deletion that the platform refuses is tried again after growing pauses until it is gone, and reported once', async () => {
      const { id } = await abandoned();
      const { laneMetrics: metrics, log } = stage;
      const keep = () => upkeep({ ...stage.deps, metrics, log, halfMadeAfterMs: 60_000 }, never);
      const attempts = () => stage.portal.story.filter((line) => line.startsWith('delete')).length;
      const counts: number[] = [];
      for (const hours of [0.9, 0.2, 1.7, 0.4, 4.1]) {
        stage.pass(hours * 3_600_000);
        await keep();
        await stage.work();
        counts.push(attempts());
      }
      expect(counts).toEqual([1, 2, 2, 3, 4]);
      expect((await stage.stored.findOne({ _id: id }))?.stillOnline).toMatchObject({ refusals: 4 });
      stage.portal.during = () => Promise.resolve({ ok: true });
      stage.pass(24 * 3_600_000);
      await keep();
      await stage.work();
      const reported = [`failed delete ${id} validation_rejected`, `succeeded delete ${id}`];
      expect((await stage.publicationEvents()).slice(1)).toEqual(reported);
      await eventually(async () => expect(await stage.stored.countDocuments({})).toBe(0));
    });

    it('a deletion that fails while the target is corrected is tried again with the corrected target', async () => {
      const { id } = await list();
      await stage.work();
      await stage.ask(deleteListing, { id });
      stage.portal.during = async () => {
        stage.portal.during = () => Promise.resolve({ ok: true });
        await correct();
        return failing('validation_rejected', false, 'listing');
      };
      await stage.work();
      expect(stage.portal.story).toEqual([`set ${id} 1`, `delete ${id} 2`, `delete ${id} 3`]);
      expect(await stage.publicationEvents()).toEqual([`succeeded set ${id}`, `succeeded delete ${id}`]);
    });

    it('an abandoned deletion never takes off the listing that came after it', async () => {
      const { propertyId } = await abandoned();
      const { id: next } = await stage.ask(createListing, { propertyId, targetId });
      await stage.work();
      await correct();
      await stage.work();
      expect(stage.portal.story.slice(2)).toEqual([`set ${next} 1`, `set ${next} 2`]);
    });

    it('an abandoned deletion is carried out with the deletion of the next listing, even one that was never sent', async () => {
      const { propertyId } = await abandoned();
      const { id: next } = await stage.ask(createListing, { propertyId, targetId });
      stage.portal.refuseLogin = LOGIN_REFUSED;
      await stage.work();
      stage.portal.refuseLogin = undefined;
      stage.portal.during = () => Promise.resolve({ ok: true });
      await stage.ask(deleteListing, { id: next });
      await stage.work();
      expect(stage.portal.story.at(-1)).toMatch(`delete ${next}`);
      await eventually(async () => expect(await stage.stored.countDocuments({})).toBe(0));
    });

    it('a deletion that is abandoned in the run that sends the next listing is inherited by that listing', async () => {
      const { id, propertyId } = await list();
      await stage.work();
      await stage.ask(deleteListing, { id });
      const { id: between } = await list();
      const { id: next } = await stage.ask(createListing, { propertyId, targetId });
      refuses();
      const settle = stage.progress.settle.bind(stage.progress);
      const olderDeletion = stage.progress.olderDeletion.bind(stage.progress);
      const looked = new Promise<void>((resolve) => {
        stage.progress.olderDeletion = async (record) => {
          const found = await olderDeletion(record);
          if (record.id === next) resolve();
          return found;
        };
      });
      // The result is saved only after the next listing was looked at.
      stage.progress.settle = async (record, ...rest) => {
        if (record.id === id) await looked;
        return settle(record, ...rest);
      };
      await stage.work();
      stage.progress.settle = settle;
      stage.pass(5000);
      await stage.work();
      expect(stage.portal.story.slice(1)).toEqual([`delete ${id} 2`, `set ${between} 1`, `set ${next} 1`]);
      expect((await stage.stored.find({}).toArray()).map(({ _id }) => _id)).not.toContain(id);
    });

    it('an abandoned deletion whose event is being sent ends with its target', async () => {
      const { id } = await list();
      await stage.work();
      await stage.ask(deleteListing, { id });
      await stage.ask(deleteTarget, { id: targetId });
      refuses();
      const publish = stage.bus.publish.bind(stage.bus);
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      stage.bus.publish = async (...all) => {
        await released;
        return publish(...all);
      };
      await stage.work();
      expect(await stage.targets.peek(targetId)).toBeNull();
      release();
      await stage.publicationEvents();
      await eventually(async () => expect(await stage.stored.countDocuments({})).toBe(0));
    });

    it('an abandoned deletion ends with its target', async () => {
      await abandoned();
      await stage.ask(deleteTarget, { id: targetId });
      await upkeep(
        { ...stage.deps, metrics: stage.laneMetrics, log: stage.log, halfMadeAfterMs: 30_000 },
        never,
      );
      await stage.publicationEvents();
      expect(await stage.targets.peek(targetId)).toBeNull();
      await eventually(async () => expect(await stage.stored.countDocuments({})).toBe(0));
    });
  });

  it('the deletion of a listing that the platform never let in succeeds without another login', async () => {
    const { id } = await list();
    const { id: other } = await list();
    stage.portal.refuseLogin = LOGIN_REFUSED;
    await stage.work();
    await stage.ask(deleteListing, { id });
    await stage.ask(deleteListing, { id: other });
    await stage.work();
    expect(stage.portal.logins).toHaveLength(1);
    expect((await stage.publicationEvents()).slice(2).toSorted()).toEqual(
      [id, other].map((each) => `succeeded delete ${each}`).toSorted(),
    );
  });

  it('the deletion of a listing that was never sent does not fail with the other listings of its target', async () => {
    const { id: sent } = await list();
    await stage.work();
    const { id } = await list();
    await stage.ask(updateListing, { id: sent });
    await stage.ask(deleteListing, { id });
    stage.portal.refuseLogin = LOGIN_REFUSED;
    const due = stage.due.ofTarget.bind(stage.due);
    // The first look of the run has not seen it yet.
    stage.due.ofTarget = async (...all) => {
      stage.due.ofTarget = due;
      return (await due(...all)).filter((due) => due.id === sent);
    };
    await stage.work();
    expect((await stage.publicationEvents()).slice(1)).toEqual(
      expect.arrayContaining([`failed set ${sent} credentials_rejected`, `succeeded delete ${id}`]),
    );
  });
});
