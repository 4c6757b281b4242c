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

const UNREACHABLE = {
  code: 'host_unreachable',
  message: 'No answer.',
  repeat: true,
  scope: 'target',
} as const;
const attemptsOf = async (id: string) => (await stage.ask(getListing, { id })).attemptCount;
/** Lets the longest pause of the schedule pass. */
const afterPause = async () => {
  stage.pass(2500);
  await stage.work();
};
const list = async () => stage.ask(createListing, { propertyId: stage.addProperty(), targetId });

describe('a failure of one listing', () => {
  it('a transient failure of a listing is retried by the schedule with the same package, then reported once', async () => {
    const { id } = await list();
    stage.portal.during = () => Promise.resolve(failing('connection_lost', true, 'listing'));
    for (let times = 0; times < 5; times += 1) {
      await stage.work();
      stage.pass(2000);
    }
    expect(stage.portal.story).toEqual([`set ${id} 1`, `set ${id} 1`, `set ${id} 1`]);
    expect(await stage.publicationEvents()).toEqual([`failed set ${id} connection_lost`]);
  });

  it('a failure of one listing does not keep the others from being published', async () => {
    const { id } = await list();
    await list();
    stage.portal.during = ({ publication }) =>
      Promise.resolve(
        publication.listingId === id ? failing('validation_rejected', false, 'listing') : { ok: true },
      );
    await stage.work();
    expect((await stage.publicationEvents()).map((line) => line.split(' ')[0]).sort()).toEqual([
      'failed',
      'succeeded',
    ]);
  });

  it('a listing that drops every connection fails alone', async () => {
    const { id } = await list();
    for (let times = 0; times < 3; times += 1) await list();
    stage.portal.during = ({ publication }) =>
      Promise.resolve(
        publication.listingId === id ? failing('connection_lost', true, 'target') : { ok: true },
      );
    for (let times = 0; times < 6; times += 1) {
      await stage.work();
      stage.pass(2500);
    }
    const events = await stage.publicationEvents();
    expect(events.filter((line) => line.startsWith('failed'))).toEqual([`failed set ${id} connection_lost`]);
    expect(events).toHaveLength(4);
  });

  it('a retry publishes a failed listing at once and with all attempts', async () => {
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

describe('an internal error', () => {
  const away = new Unavailable('The catalog does not answer.');
  const interrupted = new Set<string>();

  beforeEach(() => {
    interrupted.clear();
    stage.portal.during = ({ publication }) =>
      interrupted.has(publication.listingId) ? Promise.reject(away) : Promise.resolve({ ok: true });
  });

  it('a listing that meets an internal error waits alone, and no attempt is counted', async () => {
    const ids: string[] = [];
    for (let times = 0; times < 3; times += 1) ids.push((await list()).id);
    const [first = '', ...others] = ids;
    interrupted.add(first);
    await stage.work();
    expect(await stage.publicationEvents()).toEqual(others.map((id) => `succeeded set ${id}`));
    expect(await stage.stored.findOne({ _id: first })).toMatchObject({ attempt: 0 });
    interrupted.clear();
    stage.pass(2000);
    await stage.work();
    expect(await stage.ask(getListing, { id: first })).toMatchObject({ published: true });
  });

  const cut = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });

  it('an error of the store while a listing is sent is no failure of the listing', async () => {
    const { id } = await list();
    vi.spyOn(stage.progress, 'remember').mockRejectedValue(cut);
    stage.portal.during = async (sent) => {
      if (sent.op === 'set') await sent.remember({ objectId: '77' });
      return { ok: true };
    };
    await stage.work();
    expect(await stage.stored.findOne({ _id: id })).toMatchObject({ attempt: 0 });
    expect(await stage.ask(getListing, { id })).not.toHaveProperty('lastError');
  });

  it('an unexplained error of a platform counts as an attempt, though it reads like a broken connection of the store', async () => {
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

  it('a snapshot that is unavailable does not keep the other listings from being published', async () => {
    const { id, propertyId } = await list();
    const { id: other } = await list();
    stage.bus.answer(getPropertySnapshot, (asked) => {
      const snapshot = stage.catalog.properties.get(asked.propertyId);
      return asked.propertyId === propertyId || !snapshot ? Promise.reject(away) : Promise.resolve(snapshot);
    });
    await stage.work();
    expect(await stage.publicationEvents()).toEqual([`succeeded set ${other}`]);
    expect(await stage.stored.findOne({ _id: id })).toMatchObject({ attempt: 0 });
  });

  it('every listing is due again within 15 s after an internal error, with the pauses of production', async () => {
    const schedule = { delaysMs: [10_000, 60_000, 300_000], random: () => 1 };
    for (let times = 0; times < 6; times += 1) interrupted.add((await list()).id);
    // However long the errors last: for a second, for a minute.
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
    interrupted.clear();
    await stage.work({ schedule });
    expect(await stage.publicationEvents()).toHaveLength(6);
    expect(await stage.stored.countDocuments({ targetId, troubles: { $exists: true } })).toBe(0);
  });

  it('an internal error at the login counts as no attempt of the account', async () => {
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

  it('all listings of a lane are postponed after two in a row met internal errors', async () => {
    for (let times = 0; times < 6; times += 1) interrupted.add((await list()).id);
    await stage.work();
    expect(stage.portal.sent).toHaveLength(2);
    interrupted.clear();
    stage.pass(2000);
    await stage.work();
    expect(await stage.publicationEvents()).toHaveLength(6);
  });

  it('listings whose internal errors never end keep no other listing from being published', async () => {
    for (let times = 0; times < 3; times += 1) interrupted.add((await list()).id);
    const { id } = await list();
    for (let times = 0; times < 4; times += 1) {
      await stage.work();
      stage.pass(1000);
    }
    expect(await stage.publicationEvents()).toEqual([`succeeded set ${id}`]);
  });
});

describe('a failure of the whole account', () => {
  it('a refused login fails every due listing after a single login', async () => {
    const ids = [];
    for (let times = 0; times < 45; times += 1) ids.push((await list()).id);
    stage.portal.refuseLogin = LOGIN_REFUSED;
    await stage.work();
    expect(stage.portal.logins).toHaveLength(1);
    expect((await stage.publicationEvents()).sort()).toEqual(
      ids.map((id) => `failed set ${id} credentials_rejected`).sort(),
    );
  });

  it('an unreachable host costs one login a pause, and fails each listing after its own attempts', async () => {
    const first = [(await list()).id, (await list()).id].sort();
    stage.portal.refuseLogin = UNREACHABLE;
    await stage.work();
    const { id: late } = await list();
    await stage.work();
    expect(stage.portal.logins).toHaveLength(1);
    expect(await Promise.all([...first, late].map(attemptsOf))).toEqual([1, 1, 0]);
    await afterPause();
    expect(await Promise.all([...first, late].map(attemptsOf))).toEqual([2, 2, 1]);
    await afterPause();
    expect(stage.portal.logins).toHaveLength(3);
    expect(await Promise.all([...first, late].map(attemptsOf))).toEqual([3, 3, 2]);
    expect(await stage.stored.countDocuments({ dueAt: { $exists: true } })).toBe(1);
    await afterPause();
    const failed = [...first, late].map((id) => `failed set ${id} host_unreachable`);
    expect((await stage.publicationEvents()).toSorted()).toEqual(failed.toSorted());
    expect(await stage.ask(getListing, { id: late })).toMatchObject({
      state: 'failed',
      attemptCount: 3,
      lastError: { failureCode: 'host_unreachable' },
    });
  });

  it('a target that takes a part of what is due before it stops fails no listing that it did not refuse', async () => {
    const ids: string[] = [];
    for (let times = 0; times < 4; times += 1) ids.push((await list()).id);
    for (let times = 0; times < 4; times += 1) {
      let taken = 0;
      stage.portal.during = () => {
        taken += 1;
        return Promise.resolve(taken === 1 ? { ok: true } : failing('rate_limited', true, 'target'));
      };
      await stage.work();
      stage.pass(2500);
    }
    expect((await stage.publicationEvents()).toSorted()).toEqual(
      ids.map((id) => `succeeded set ${id}`).toSorted(),
    );
  });

  it('a lane whose last listing failed in an outage is open for the next one', async () => {
    await list();
    stage.portal.refuseLogin = UNREACHABLE;
    await stage.work();
    for (let times = 0; times < 2; times += 1) await afterPause();
    expect(await stage.stored.countDocuments({ dueAt: { $exists: true } })).toBe(0);
    expect(await stage.targets.peek(targetId)).toMatchObject({ laneAttempt: 0 });
    stage.portal.refuseLogin = undefined;
    const { id } = await list();
    await stage.work();
    expect((await stage.publicationEvents()).at(-1)).toBe(`succeeded set ${id}`);
  });

  it('a listing that became due late in an outage is published when the host is there again', async () => {
    await list();
    stage.portal.refuseLogin = UNREACHABLE;
    await stage.work();
    await afterPause();
    const { id } = await list();
    await afterPause();
    stage.portal.refuseLogin = undefined;
    await afterPause();
    expect((await stage.publicationEvents()).at(-1)).toBe(`succeeded set ${id}`);
    expect(await attemptsOf(id)).toBe(0);
  });

  it('a refused login does not fail a listing whose retry was requested while the refusal was recorded', async () => {
    const { id } = await list();
    stage.portal.refuseLogin = LOGIN_REFUSED;
    const recordLane = stage.leases.record.bind(stage.leases);
    stage.leases.record = async (...all) => {
      stage.leases.record = recordLane;
      const recorded = await recordLane(...all);
      stage.portal.refuseLogin = undefined;
      await stage.ask(retryListing, { id });
      return recorded;
    };
    await stage.work();
    expect(await stage.publicationEvents()).toEqual([`succeeded set ${id}`]);
  });

  it('a refused login is forgotten when the target is corrected, even by a lane that still runs with the old password', async () => {
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
    expect(await stage.publicationEvents()).toEqual([`succeeded set ${id}`]);
    expect(stage.portal.logins.map(({ credentials }) => credentials.password)).toEqual(['secret', 'better']);
  });
});
