import { createListing, deleteListing, deleteTarget, updateListing, updateTarget } from '@estate/contracts';
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
  it('of a listing that never left costs no connection and is told as done', async () => {
    const { id } = await list();
    await stage.ask(deleteListing, { id });
    await stage.work();
    expect(stage.portal.logins).toEqual([]);
    expect(await stage.told()).toEqual([`succeeded delete ${id}`]);
    expect(await stage.stored.countDocuments({})).toBe(0);
  });

  it('is sent even after the property is gone, before the listing that follows it', async () => {
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
    expect(stage.portal.sent[1]).toMatchObject({ job: { property: { externalId: kept?.externalId } } });
  });

  it('asked for while the upload runs follows it', async () => {
    const { id } = await list();
    stage.portal.during = async () => {
      stage.portal.during = () => Promise.resolve({ ok: true });
      await stage.ask(deleteListing, { id });
      return { ok: true };
    };
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `delete ${id} 2`]);
    expect(await stage.told()).toEqual([`succeeded set ${id}`, `succeeded delete ${id}`]);
  });

  describe('that fails for good', () => {
    const refuses = () =>
      (stage.portal.during = ({ op }) =>
        Promise.resolve(op === 'delete' ? failing('validation_rejected', false, 'listing') : { ok: true }));
    const givenUp = async () => {
      const listing = await list();
      await stage.work();
      await stage.ask(deleteListing, { id: listing.id });
      refuses();
      await stage.work();
      return listing;
    };
    const credentials = { host: 'ftp.example.org', username: 'agent', password: 'better' };
    const correct = () => stage.ask(updateTarget, { id: targetId, type: 'portal', credentials });

    it('is told, kept, and tried again when the target is corrected', async () => {
      const { id } = await givenUp();
      await stage.work();
      stage.portal.during = () => Promise.resolve({ ok: true });
      await correct();
      await stage.work();
      expect(stage.portal.story).toEqual([`set ${id} 1`, `delete ${id} 2`, `delete ${id} 3`]);
      const told = [
        `succeeded set ${id}`,
        `failed delete ${id} validation_rejected`,
        `succeeded delete ${id}`,
      ];
      expect(await stage.told()).toEqual(told);
      expect(await stage.stored.countDocuments({})).toBe(0);
    });

    it('while the target is being corrected is tried again with the corrected one', async () => {
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
      expect(await stage.told()).toEqual([`succeeded set ${id}`, `succeeded delete ${id}`]);
    });

    it('never takes off the listing that came after it', async () => {
      const { propertyId } = await givenUp();
      const { id: next } = await stage.ask(createListing, { propertyId, targetId });
      await stage.work();
      await correct();
      await stage.work();
      expect(stage.portal.story.slice(2)).toEqual([`set ${next} 1`, `set ${next} 2`]);
    });

    it('is made up for by the deletion of the listing that came after it, even one that was never sent', async () => {
      const { propertyId } = await givenUp();
      const { id: next } = await stage.ask(createListing, { propertyId, targetId });
      stage.portal.refuseLogin = LOGIN_REFUSED;
      await stage.work();
      stage.portal.refuseLogin = undefined;
      stage.portal.during = () => Promise.resolve({ ok: true });
      await stage.ask(deleteListing, { id: next });
      await stage.work();
      expect(stage.portal.story.at(-1)).toMatch(`delete ${next}`);
      expect(await stage.stored.countDocuments({})).toBe(0);
    });

    it('in the very slice that sends the next listing is inherited, too', async () => {
      const { id, propertyId } = await list();
      await stage.work();
      await stage.ask(deleteListing, { id });
      const { id: between } = await list();
      const { id: next } = await stage.ask(createListing, { propertyId, targetId });
      refuses();
      const settle = stage.due.settle.bind(stage.due);
      const olderDeletion = stage.due.olderDeletion.bind(stage.due);
      const looked = new Promise<void>((resolve) => {
        stage.due.olderDeletion = async (record) => {
          const found = await olderDeletion(record);
          if (record._id === next) resolve();
          return found;
        };
      });
      // The result is saved only after the next listing was looked at.
      stage.due.settle = async (record, ...rest) => {
        if (record._id === id) await looked;
        return settle(record, ...rest);
      };
      await stage.work();
      stage.due.settle = settle;
      stage.pass(5000);
      await stage.work();
      expect(stage.portal.story.slice(1)).toEqual([`delete ${id} 2`, `set ${between} 1`, `set ${next} 1`]);
      expect((await stage.stored.find({}).toArray()).map(({ _id }) => _id)).not.toContain(id);
    });

    it('ends with its target also while its event is on its way', async () => {
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
      await stage.told();
      expect(await stage.stored.countDocuments({})).toBe(0);
    });

    it('ends with its target', async () => {
      await givenUp();
      await stage.ask(deleteTarget, { id: targetId });
      await upkeep(
        {
          ...stage.deps,
          due: stage.due,
          metrics: stage.laneDeps.metrics,
          log: stage.log,
          abandonedAfterMs: 30_000,
        },
        never,
      );
      await stage.told();
      expect(await stage.targets.peek(targetId)).toBeNull();
      expect(await stage.stored.countDocuments({})).toBe(0);
    });
  });

  it('of a listing that the platform never let in is told as done, without another login', async () => {
    const { id } = await list();
    const { id: other } = await list();
    stage.portal.refuseLogin = LOGIN_REFUSED;
    await stage.work();
    await stage.ask(deleteListing, { id });
    await stage.ask(deleteListing, { id: other });
    await stage.work();
    expect(stage.portal.logins).toHaveLength(1);
    expect((await stage.told()).slice(2).toSorted()).toEqual(
      [id, other].map((each) => `succeeded delete ${each}`).toSorted(),
    );
  });

  it('of a listing that was never sent does not fail with the others of its target', async () => {
    const { id: sent } = await list();
    await stage.work();
    const { id } = await list();
    await stage.ask(updateListing, { id: sent });
    await stage.ask(deleteListing, { id });
    stage.portal.refuseLogin = LOGIN_REFUSED;
    const due = stage.due.due.bind(stage.due);
    // The first look of the slice has not seen it yet.
    stage.due.due = async (...all) => {
      stage.due.due = due;
      return (await due(...all)).filter(({ _id }) => _id === sent);
    };
    await stage.work();
    expect((await stage.told()).slice(1)).toEqual(
      expect.arrayContaining([`failed set ${sent} credentials_rejected`, `succeeded delete ${id}`]),
    );
  });
});
