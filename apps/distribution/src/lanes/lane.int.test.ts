import {
  createListing,
  deleteListing,
  deleteTarget,
  getListing,
  getPropertySnapshot,
  retryListing,
  updateListing,
  updateTarget,
} from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';
import type { Outcome, PublicationFailure } from '../platforms/platform.ts';
import { upkeep } from '../upkeep/upkeep.ts';
import { runLane } from './lane.ts';

let stage: Stage;
let targetId: string;

eachOnStage(async (opened) => {
  stage = opened;
  targetId = await stage.addTarget();
});

const list = async () => stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
const failing = (
  code: 'connection_lost' | 'validation_rejected',
  repeat: boolean,
  scope: 'listing' | 'target',
): Outcome => ({
  ok: false,
  failure: { code, message: `It said ${code}.`, repeat, scope },
});
const REFUSED: PublicationFailure = {
  code: 'credentials_rejected',
  message: '530',
  repeat: false,
  scope: 'target',
};
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
    const credentials = { host: 'ftp.example.org', username: 'agent', password: 'better' };
    const correct = () => stage.ask(updateTarget, { id: targetId, type: 'portal', credentials });

    it('is told, kept, and tried again when the target is corrected', async () => {
      const { id } = await list();
      await stage.work();
      await stage.ask(deleteListing, { id });
      refuses();
      await stage.work();
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
      const { id, propertyId } = await list();
      await stage.work();
      await stage.ask(deleteListing, { id });
      refuses();
      await stage.work();
      const { id: next } = await stage.ask(createListing, { propertyId, targetId });
      await stage.work();
      await correct();
      await stage.work();
      expect(stage.portal.story.slice(2)).toEqual([`set ${next} 1`, `set ${next} 2`]);
    });

    it('is made up for by the deletion of the listing that came after it, even one that was never sent', async () => {
      const { id, propertyId } = await list();
      await stage.work();
      await stage.ask(deleteListing, { id });
      refuses();
      await stage.work();
      const { id: next } = await stage.ask(createListing, { propertyId, targetId });
      stage.portal.refuseLogin = REFUSED;
      await stage.work();
      stage.portal.refuseLogin = undefined;
      stage.portal.during = () => Promise.resolve({ ok: true });
      await stage.ask(deleteListing, { id: next });
      await stage.work();
      expect(stage.portal.story.at(-1)).toMatch(`delete ${next}`);
      expect(await stage.stored.countDocuments({})).toBe(0);
    });

    it('ends with its target', async () => {
      const { id } = await list();
      await stage.work();
      await stage.ask(deleteListing, { id });
      refuses();
      await stage.work();
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
    stage.portal.refuseLogin = REFUSED;
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
    stage.portal.refuseLogin = REFUSED;
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

describe('a failure of one listing', () => {
  it('is repeated by the schedule with the same package, then told once', async () => {
    const { id } = await list();
    stage.portal.during = () => Promise.resolve(failing('connection_lost', true, 'listing'));
    for (let times = 0; times < 5; times += 1) {
      await stage.work();
      stage.pass(2000);
    }
    expect(stage.portal.story).toEqual([`set ${id} 1`, `set ${id} 1`, `set ${id} 1`]);
    expect(await stage.told()).toEqual([`failed set ${id} connection_lost`]);
  });

  it('does not keep the others from being published', async () => {
    const { id } = await list();
    await list();
    stage.portal.during = ({ job }) =>
      Promise.resolve(job.listingId === id ? failing('validation_rejected', false, 'listing') : { ok: true });
    await stage.work();
    expect((await stage.told()).map((line) => line.split(' ')[0]).sort()).toEqual(['failed', 'succeeded']);
  });

  it('that drops every connection is defeated alone', async () => {
    const { id } = await list();
    for (let times = 0; times < 3; times += 1) await list();
    stage.portal.during = ({ job }) =>
      Promise.resolve(job.listingId === id ? failing('connection_lost', true, 'target') : { ok: true });
    for (let times = 0; times < 6; times += 1) {
      await stage.work();
      stage.pass(2500);
    }
    const told = await stage.told();
    expect(told.filter((line) => line.startsWith('failed'))).toEqual([`failed set ${id} connection_lost`]);
    expect(told).toHaveLength(4);
  });

  it('is over with a retry, at once and with all attempts', async () => {
    const { id } = await list();
    stage.portal.refuseLogin = { code: 'host_unreachable', message: 'away', repeat: true, scope: 'target' };
    await stage.work();
    stage.portal.refuseLogin = undefined;
    await stage.work();
    expect(stage.portal.sent).toEqual([]);
    await stage.ask(retryListing, { id });
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 2`]);
    expect((await stage.ask(getListing, { id })).lastError).toBeUndefined();
  });
});

describe('trouble of our own', () => {
  const away = new Unavailable('The catalog does not answer.');
  const troubled = new Set<string>();

  beforeEach(() => {
    troubled.clear();
    stage.portal.during = ({ job }) =>
      troubled.has(job.listingId) ? Promise.reject(away) : Promise.resolve({ ok: true });
  });

  it('with one listing lets it wait alone, and counts nothing', async () => {
    const ids: string[] = [];
    for (let times = 0; times < 3; times += 1) ids.push((await list()).id);
    const [first = '', ...others] = ids;
    troubled.add(first);
    await stage.work();
    expect(await stage.told()).toEqual(others.map((id) => `succeeded set ${id}`));
    expect(await stage.stored.findOne({ _id: first })).toMatchObject({ attempt: 0 });
    troubled.clear();
    stage.pass(2000);
    await stage.work();
    expect(await stage.ask(getListing, { id: first })).toMatchObject({ published: true });
  });

  it('with the store, met while a listing is sent, is not the failure of the listing', async () => {
    const { id } = await list();
    const cut = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    stage.portal.during = () => Promise.reject(cut);
    await stage.work();
    expect(await stage.stored.findOne({ _id: id })).toMatchObject({ attempt: 0 });
    expect(await stage.ask(getListing, { id })).not.toHaveProperty('lastError');
  });

  it('with the property of one listing does not keep the others from being published', async () => {
    const { id, propertyId } = await list();
    const { id: other } = await list();
    stage.bus.answer(getPropertySnapshot, (asked) => {
      const snapshot = stage.catalog.properties.get(asked.propertyId);
      return asked.propertyId === propertyId || !snapshot ? Promise.reject(away) : Promise.resolve(snapshot);
    });
    await stage.work();
    expect(await stage.told()).toEqual([`succeeded set ${other}`]);
    expect(await stage.stored.findOne({ _id: id })).toMatchObject({ attempt: 0 });
  });

  it('with every listing puts them all off after the second', async () => {
    for (let times = 0; times < 6; times += 1) troubled.add((await list()).id);
    await stage.work();
    expect(stage.portal.sent).toHaveLength(2);
    troubled.clear();
    stage.pass(2000);
    await stage.work();
    expect(await stage.told()).toHaveLength(6);
  });

  it('that never ends with some listings keeps no other one from its turn', async () => {
    for (let times = 0; times < 3; times += 1) troubled.add((await list()).id);
    const { id } = await list();
    for (let times = 0; times < 4; times += 1) {
      await stage.work();
      stage.pass(1000);
    }
    expect(await stage.told()).toEqual([`succeeded set ${id}`]);
  });
});

describe('a failure of the whole account', () => {
  it('refuses every due listing after a single login', async () => {
    const ids = [];
    for (let times = 0; times < 45; times += 1) ids.push((await list()).id);
    stage.portal.refuseLogin = REFUSED;
    await stage.work();
    expect(stage.portal.logins).toHaveLength(1);
    expect((await stage.told()).sort()).toEqual(
      ids.map((id) => `failed set ${id} credentials_rejected`).sort(),
    );
  });

  it('costs one login a pause, then fails every listing', async () => {
    for (let times = 0; times < 3; times += 1) await list();
    stage.portal.refuseLogin = { code: 'host_unreachable', message: 'away', repeat: true, scope: 'target' };
    for (let times = 0; times < 3; times += 1) {
      await stage.work();
      await list();
      await stage.work();
      expect(stage.portal.logins).toHaveLength(times + (times === 2 ? 2 : 1));
      stage.pass(2000);
    }
    expect(
      (await stage.told()).filter((line) => line.includes('host_unreachable')).length,
    ).toBeGreaterThanOrEqual(5);
  });

  it('says nothing about a retry that was asked for while it was being told', async () => {
    const { id } = await list();
    stage.portal.refuseLogin = REFUSED;
    const recordLane = stage.targets.recordLane.bind(stage.targets);
    stage.targets.recordLane = async (...all) => {
      stage.targets.recordLane = recordLane;
      const recorded = await recordLane(...all);
      stage.portal.refuseLogin = undefined;
      await stage.ask(retryListing, { id });
      return recorded;
    };
    await stage.work();
    expect(await stage.told()).toEqual([`succeeded set ${id}`]);
  });

  it('is forgotten when the target is corrected, even by a lane that still runs with the old password', async () => {
    const { id } = await list();
    stage.portal.refuseLogin = REFUSED;
    const open = stage.portal.platform.open;
    stage.portal.platform.open = async (account, signal) => {
      const opening = await open(account, signal);
      stage.portal.platform.open = open;
      stage.portal.refuseLogin = undefined;
      const credentials = { host: 'ftp.example.org', username: 'agent', password: 'better' };
      await stage.ask(updateTarget, { id: targetId, type: 'portal', credentials });
      return opening;
    };
    await stage.work();
    expect(await stage.told()).toEqual([`succeeded set ${id}`]);
    expect(stage.portal.logins.map(({ credentials }) => credentials.password)).toEqual(['secret', 'better']);
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
