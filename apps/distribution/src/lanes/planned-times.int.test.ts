import {
  createListing,
  deleteListing,
  getListing,
  listDistributionTimeline,
  pauseTarget,
  resumeTarget,
  retryListing,
  updateListing,
  validateListing,
} from '@estate/contracts';
import { Auditor } from '@estate/persistence';
import { byEngine, eventually, freshDatabase, startMongo } from '@estate/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import { LOGIN_REFUSED } from '../../test/refusals.ts';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import { beginPlanned } from '../upkeep/begin-planned.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let stage: Stage;
let targetId: string;
/** By the last step of the test. */
let lastViolated: readonly string[] = [];

eachOnStage(async (opened) => {
  stage = opened;
  targetId = await stage.addTarget();
  lastViolated = [];
});
afterEach(() => expectViolated(stage, lastViolated));

const ahead = (ms: number, of = stage) => new Date(of.time.now.getTime() + ms).toISOString();

/** Works on everything that becomes due by now; then nobody has anything else to complain about. */
async function workNow(on = stage, violated: readonly string[] = []) {
  await beginPlanned({ ...on.deps, listings: on.listings, log: on.log });
  await on.work();
  lastViolated = violated;
  // All invariants take a second engine longer than the test; there they are looked at where one is violated, and in the end.
  if (byEngine(true, violated.length > 0)) await expectViolated(on, violated);
}

async function expectViolated(on: Stage, violated: readonly string[]) {
  const { metrics, log, stores, time } = on;
  const options = { invariants: stores.invariants, metrics, log, everyMs: 60_000 };
  const violations = await new Auditor({ ...options, clock: () => time.now }).violations();
  expect(violations.map(({ promise }) => promise)).toEqual(violated);
}

interface Times {
  publishFrom?: string;
  publishUntil?: string;
}

async function list(times: Times = {}) {
  const propertyId = stage.addProperty();
  const { id } = await stage.ask(createListing, { propertyId, targetId, ...times });
  await workNow();
  return { id, propertyId };
}

const listing = (id: string) => stage.ask(getListing, { id });
const shown = async (id: string) => {
  const { state, published, scheduledFor, unpublishedReason } = await listing(id);
  return [state, published, scheduledFor ?? unpublishedReason].filter((each) => each !== undefined);
};

describe('a listing with planned times', () => {
  it('a listing is pending until its planned publication, to the minute', async () => {
    const publishFrom = ahead(DAY_MS);
    const { id } = await list({ publishFrom });
    expect(await shown(id)).toEqual(['pending', false, publishFrom]);
    stage.pass(DAY_MS - 60_000);
    await workNow();
    expect(stage.portal.story).toEqual([]);
    stage.pass(60_000);
    await workNow();
    expect(stage.portal.story).toEqual([`set ${id} 1`]);
    expect(await shown(id)).toEqual(['published', true]);
  });

  it('a listing whose planned end has passed is taken down once and stays as unpublished', async () => {
    const publishUntil = ahead(DAY_MS);
    const { id } = await list({ publishUntil });
    stage.pass(DAY_MS);
    await workNow();
    stage.pass(DAY_MS);
    await workNow();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `delete ${id} 2`]);
    expect(await shown(id)).toEqual(['unpublished', false, 'ended']);
    expect(await stage.publicationEvents()).toEqual([`succeeded set ${id}`, `succeeded delete ${id}`]);
  });

  it('a listing that ended is published again as a new object when its end moves back into the future', async () => {
    const { id } = await list({ publishUntil: ahead(HOUR_MS) });
    stage.pass(HOUR_MS);
    await workNow();
    const { state } = await stage.ask(updateListing, { id, publishUntil: ahead(HOUR_MS) });
    expect(state).toBe('pending');
    await workNow();
    expect(stage.portal.sent.at(-1)).toMatchObject({ op: 'set', publication: { firstTime: true } });
    stage.pass(HOUR_MS);
    await workNow();
    expect(stage.portal.story).toEqual([1, 2, 3, 4].map((n) => `${n % 2 ? 'set' : 'delete'} ${id} ${n}`));
  });

  it('a published listing without planned times is taken down until a begin that is set later', async () => {
    const { id } = await list();
    const publishFrom = ahead(HOUR_MS);
    await stage.ask(updateListing, { id, publishFrom });
    await workNow();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `delete ${id} 2`]);
    expect(await shown(id)).toEqual(['pending', false, publishFrom]);
    stage.pass(HOUR_MS);
    await workNow();
    expect(await shown(id)).toEqual(['published', true]);
  });

  it('a listing is published at once when its planned times are removed', async () => {
    const { id } = await list({ publishFrom: ahead(DAY_MS), publishUntil: ahead(2 * DAY_MS) });
    await stage.ask(updateListing, { id });
    await workNow();
    stage.pass(3 * DAY_MS);
    await workNow();
    expect(stage.portal.story).toEqual([`set ${id} 1`]);
    expect(await listing(id)).not.toHaveProperty('publishUntil');
  });

  it('an update of a listing may set an end in the past, which takes it down', async () => {
    const { id } = await list();
    await stage.ask(updateListing, { id, publishUntil: ahead(-HOUR_MS) });
    await workNow();
    expect(await shown(id)).toEqual(['unpublished', false, 'ended']);
  });

  it.each([
    ['an end before the begin', () => ({ publishFrom: ahead(2 * HOUR_MS), publishUntil: ahead(HOUR_MS) })],
    ['an end in the past', () => ({ publishUntil: ahead(-1) })],
  ])('a new listing with %s is refused', async (_what, times) => {
    const input = { propertyId: stage.addProperty(), targetId, ...times() };
    await expect(stage.ask(createListing, input)).rejects.toMatchObject({
      code: 'publish-until-impossible',
      problems: [{ path: 'publishUntil' }],
    });
  });

  it('a dry run names impossible times of a new listing as the call that creates it does', async () => {
    const pair = { propertyId: stage.addProperty(), targetId };
    const begin = ahead(2 * HOUR_MS);
    const dryRun = (wish: object) => stage.ask(validateListing, { ...pair, ...wish });
    for (const [wish, reason] of [
      [{ publishFrom: begin, publishUntil: ahead(HOUR_MS) }, 'end_before_begin'],
      [{ publishFrom: begin, publishUntil: begin }, 'end_before_begin'],
      [{ publishUntil: ahead(-1) }, 'end_in_the_past'],
      [{ preventPublication: true }, 'always_published'],
    ] as const) {
      const { publishable, problems } = await dryRun(wish);
      expect(problems).toMatchObject([{ severity: 'error', reason }]);
      expect(publishable).toBe(false);
      const refused = await stage.ask(createListing, { ...pair, ...wish }).catch((error: unknown) => error);
      const { field, message } = problems[0] ?? { field: '', message: '' };
      const said = message.replace(/^It (.*)\.$/, `${field} $1`);
      expect(refused).toMatchObject({ problems: [{ path: field, message: said }] });
    }
    expect(await dryRun({ publishFrom: begin, publishUntil: ahead(3 * HOUR_MS) })).toMatchObject({
      publishable: true,
      problems: [{ severity: 'warning', reason: 'not_shown_before', parameters: { publishFrom: begin } }],
    });
    expect(await dryRun({ publishUntil: begin })).toEqual({ publishable: true, problems: [] });
  });

  it('a dry run accepts an end in the past for a listing that there is, as an update does, and says what it means', async () => {
    const { id, propertyId } = await list();
    const publishUntil = ahead(-HOUR_MS);
    expect(await stage.ask(validateListing, { propertyId, targetId, publishUntil })).toMatchObject({
      publishable: true,
      problems: [{ severity: 'warning', reason: 'not_shown_after', parameters: { publishUntil } }],
    });
    expect(await stage.ask(updateListing, { id, publishUntil })).toMatchObject({ publishUntil });
  });

  it('an update of the property does not publish a listing before its time or after its end', async () => {
    const waiting = await list({ publishFrom: ahead(DAY_MS) });
    const ended = await list();
    await stage.ask(updateListing, { id: ended.id, publishUntil: ahead(-1) });
    await workNow();
    const before = stage.portal.story;
    for (const { propertyId } of [waiting, ended]) {
      const revision = stage.catalog.change(propertyId);
      const reason = { at: stage.time.now, requestId: 'r' };
      await stage.listings.makeDueOfRevision({ propertyId, revision }, reason);
    }
    await workNow();
    expect(stage.portal.story).toEqual(before);
    expect((await shown(waiting.id))[0]).toBe('pending');
    expect(await shown(ended.id)).toEqual(['unpublished', false, 'ended']);
  });

  it('the deletion of a listing that waits or has ended sends nothing to the platform', async () => {
    const waiting = await list({ publishFrom: ahead(HOUR_MS) });
    const ended = await list({ publishUntil: ahead(HOUR_MS / 2) });
    stage.pass(HOUR_MS / 2);
    await workNow();
    const before = stage.portal.story;
    for (const { id } of [waiting, ended]) await stage.ask(deleteListing, { id });
    stage.pass(DAY_MS);
    await workNow();
    expect(stage.portal.story).toEqual(before);
    await eventually(async () => expect(await stage.stored.countDocuments({})).toBe(0));
  });

  it('a target that is paused over the begin and the end of a listing never shows it', async () => {
    const { id } = await list({ publishFrom: ahead(HOUR_MS), publishUntil: ahead(2 * HOUR_MS) });
    await stage.ask(pauseTarget, { id: targetId });
    stage.pass(HOUR_MS);
    await workNow();
    expect((await shown(id))[0]).toBe('paused');
    stage.pass(HOUR_MS);
    await workNow();
    await stage.ask(resumeTarget, { id: targetId });
    await workNow();
    expect(stage.portal.story).toEqual([]);
    expect(await shown(id)).toEqual(['unpublished', false, 'ended']);
  });

  it('a planned end comes in time although the next attempt of a failed update is later', async () => {
    const { id, propertyId } = await list({ publishUntil: ahead(60_000) });
    const failure = { code: 'disk_full', message: 'full', repeat: true, scope: 'listing' } as const;
    const changed = async () => {
      const revision = stage.catalog.change(propertyId);
      await stage.listings.makeDueOfRevision(
        { propertyId, revision },
        { at: stage.time.now, requestId: 'r' },
      );
      await stage.work({ schedule: { delaysMs: [HOUR_MS], random: () => 0.5 } });
    };
    stage.portal.during = () => Promise.resolve({ ok: false, failure });
    await changed();
    stage.portal.during = () => Promise.resolve({ ok: true });
    stage.pass(60_000);
    await workNow();
    expect(stage.portal.story.at(-1)).toBe(`delete ${id} 3`);
  });

  it('a failed take-down is retried under its number and then fails as one, and a retry takes it down', async () => {
    const { id } = await list({ publishUntil: ahead(60_000) });
    const failure = { code: 'disk_full', message: 'full', repeat: true, scope: 'listing' } as const;
    stage.portal.during = () => Promise.resolve({ ok: false, failure });
    for (const violated of [[], [], ['deleted-listings-leave-their-platform']]) {
      stage.pass(60_000);
      await workNow(stage, violated);
    }
    expect(stage.portal.story.slice(1)).toEqual(Array(3).fill(`delete ${id} 2`));
    expect(await listing(id)).toMatchObject({ state: 'failed', published: true });
    expect((await stage.publicationEvents()).at(-1)).toBe(`failed delete ${id} disk_full`);
    stage.portal.during = () => Promise.resolve({ ok: true });
    await stage.ask(retryListing, { id });
    await workNow();
    expect(await shown(id)).toEqual(['unpublished', false, 'ended']);
  });

  it('a login that the platform refuses fails no listing that is planned for later', async () => {
    stage.portal.refuseLogin = LOGIN_REFUSED;
    const publishFrom = ahead(HOUR_MS);
    const given = { propertyId: stage.addProperty(), targetId, publishFrom };
    await stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
    const { id } = await stage.ask(createListing, given);
    await workNow();
    expect(await shown(id)).toEqual(['pending', false, publishFrom]);
  });

  it('a change of the times while the object is being taken down is carried out afterwards', async () => {
    const { id } = await list({ publishUntil: ahead(60_000) });
    stage.portal.during = async () => {
      stage.portal.during = () => Promise.resolve({ ok: true });
      await stage.ask(updateListing, { id, publishUntil: ahead(HOUR_MS) });
      return { ok: true };
    };
    stage.pass(60_000);
    await workNow();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `delete ${id} 2`, `set ${id} 3`]);
    expect(stage.portal.sent.at(-1)).toMatchObject({ publication: { firstTime: true } });
    expect(await shown(id)).toEqual(['published', true]);
  });

  it('a listing that is deleted while it is being taken down ends, and nothing else is sent', async () => {
    const { id } = await list({ publishUntil: ahead(60_000) });
    stage.portal.during = async () => {
      await stage.ask(deleteListing, { id });
      return { ok: true };
    };
    stage.pass(60_000);
    await workNow();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `delete ${id} 2`]);
    await eventually(async () => expect(await stage.stored.countDocuments({})).toBe(0));
  });

  it('the timeline of a listing contains its planned times and that it was taken down', async () => {
    const times = { publishFrom: ahead(HOUR_MS), publishUntil: ahead(2 * HOUR_MS) };
    const { id } = await list(times);
    for (let passed = 0; passed < 2; passed += 1) {
      stage.pass(HOUR_MS);
      await workNow();
    }
    const { data } = await stage.ask(listDistributionTimeline, { listingId: id, limit: 10 });
    expect(data.toReversed()).toMatchObject([
      { kind: 'listing_created', ...times },
      { kind: 'publication_attempt', operation: 'set', outcome: 'succeeded' },
      { kind: 'publication_attempt', operation: 'delete', outcome: 'succeeded' },
    ]);
  });
});

describe('planned times and the database', () => {
  it('planned times survive a restart of the service, and a restored backup repeats them', async () => {
    const server = await startMongo();
    const database = freshDatabase();
    const first = await openStage(server.uri, { database });
    const target = await first.addTarget();
    const propertyId = first.addProperty();
    const times = { publishFrom: ahead(HOUR_MS, first), publishUntil: ahead(2 * HOUR_MS, first) };
    const { id } = await first.ask(createListing, { propertyId, targetId: target, ...times });
    await workNow(first);
    const backup = await first.stored.find().toArray();
    await first.close();
    const second = await openStage(server.uri, { database });
    second.catalog.add(propertyId);
    for (let passed = 0; passed < 2; passed += 1) {
      second.pass(HOUR_MS);
      await workNow(second);
    }
    expect(second.portal.story).toEqual([`set ${id} 1`, `delete ${id} 2`]);
    await second.stored.deleteMany({});
    await second.stored.insertMany(backup);
    await second.listings.makeDueOfTarget(target, {
      ...{ at: second.time.now, requestId: 'r', token: 'restored', restored: true },
    });
    await workNow(second);
    expect(second.portal.sent.map(({ op }) => op)).toEqual(['set', 'delete', 'delete']);
    await expectViolated(second, []);
    await second.close();
    await server.stop();
  });
});
