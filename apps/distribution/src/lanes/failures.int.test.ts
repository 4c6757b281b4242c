import {
  createListing,
  getListing,
  getPropertySnapshot,
  retryListing,
  updateTarget,
} from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import { LOGIN_REFUSED, failing } from '../../test/refusals.ts';
import type { Stage } from '../../test/stage.ts';

let stage: Stage;
let targetId: string;

eachOnStage(async (opened) => {
  stage = opened;
  targetId = await stage.addTarget();
});

const list = async () => stage.ask(createListing, { propertyId: stage.addProperty(), targetId });

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

  const cut = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });

  it('with the store, met while a listing is sent, is not the failure of the listing', async () => {
    const { id } = await list();
    vi.spyOn(stage.due, 'remember').mockRejectedValue(cut);
    stage.portal.during = async (sent) => {
      if (sent.op === 'set') await sent.remember({ objectId: '77' });
      return { ok: true };
    };
    await stage.work();
    expect(await stage.stored.findOne({ _id: id })).toMatchObject({ attempt: 0 });
    expect(await stage.ask(getListing, { id })).not.toHaveProperty('lastError');
  });

  it('is not what a platform leaves unexplained, though it has the words of a broken connection', async () => {
    const { id } = await list();
    stage.portal.during = () => Promise.reject(cut);
    await stage.work();
    expect(await stage.stored.findOne({ _id: id })).toMatchObject({ attempt: 1 });
    expect(await stage.ask(getListing, { id })).toMatchObject({ lastError: { failureCode: 'internal' } });
    const { open } = stage.portal.platform;
    stage.portal.platform.open = () => Promise.reject(cut);
    stage.pass(1000);
    await stage.work();
    expect(await stage.targets.peek(targetId)).toMatchObject({ laneAttempt: 1 });
    stage.portal.platform.open = open;
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

  it('that was short lets every listing be due again within 15 s, with the pauses of production', async () => {
    const schedule = { delaysMs: [10_000, 60_000, 300_000], random: () => 1 };
    for (let times = 0; times < 6; times += 1) troubled.add((await list()).id);
    // As long as the trouble lasts: for a second, for a minute.
    for (const rounds of [1, 10]) {
      for (let round = 0; round < rounds; round += 1) {
        await stage.work({ schedule });
        const rows = await stage.stored.find({ targetId }).toArray();
        const latest = Math.max(...rows.map(({ dueAt }) => Number(dueAt)));
        expect(latest - stage.time.now.getTime()).toBeLessThan(15_000);
        expect(latest - stage.time.now.getTime()).toBeGreaterThan(0);
        stage.pass(latest - stage.time.now.getTime());
      }
    }
    troubled.clear();
    await stage.work({ schedule });
    expect(await stage.told()).toHaveLength(6);
    expect(await stage.stored.countDocuments({ targetId, troubles: { $exists: true } })).toBe(0);
  });

  it('met at the login counts for no attempt of the account', async () => {
    const { id } = await list();
    const { open } = stage.portal.platform;
    stage.portal.platform.open = () => Promise.reject(away);
    await stage.work();
    expect(await stage.targets.peek(targetId)).toMatchObject({ laneAttempt: 0 });
    expect(await stage.stored.findOne({ _id: id })).toMatchObject({ attempt: 0, everUploaded: false });
    stage.portal.platform.open = open;
    stage.pass(2000);
    await stage.work();
    expect(await stage.ask(getListing, { id })).toMatchObject({ published: true });
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
    stage.portal.refuseLogin = LOGIN_REFUSED;
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
    stage.portal.refuseLogin = LOGIN_REFUSED;
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
    stage.portal.refuseLogin = LOGIN_REFUSED;
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
