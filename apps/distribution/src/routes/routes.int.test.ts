import {
  checkTarget,
  checkProperty,
  countListings,
  createListing,
  createTarget,
  deleteListing,
  deleteTarget,
  getListing,
  getTarget,
  listListings,
  listTargetTypes,
  listTargets,
  previewListing,
  updateListing,
  updateTarget,
  validateListing,
} from '@estate/contracts';
import type { PropertySnapshot } from '@estate/contracts';
import { InvalidInput, Unavailable } from '@estate/errors';
import { newId } from '@estate/persistence';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import { PROFILE } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import type { TargetRecord } from '../domain/target.ts';
import { findProblems } from '../platforms/openimmo-ftp/problems.ts';
import { TargetStore } from '../stores/targets/target-store.ts';
import { upkeep } from '../upkeep/upkeep.ts';

let stage: Stage;

eachOnStage((opened) => {
  stage = opened;
});

const credentials = { host: 'ftp.example.org', username: 'agent', password: 'secret' };
const input = { type: 'portal', credentials };
const never = new AbortController().signal;
const keep = () => {
  const { laneMetrics: metrics, log } = stage;
  return upkeep({ ...stage.deps, metrics, log, halfMadeAfterMs: 30_000 }, never);
};

describe('a target', () => {
  it('a target never shows its password and stores it sealed', async () => {
    const target = await stage.ask(createTarget, input);
    expect(target.credentials).toEqual({ host: 'ftp.example.org', username: 'agent' });
    expect(target.emailId).toHaveLength(20);
    expect(JSON.stringify(await stage.targets.peek(target.id))).not.toContain('"secret"');
    expect(await stage.ask(getTarget, { id: target.id })).toEqual(target);
    expect((await stage.ask(listTargets, {})).data).toEqual([target]);
  });

  it('the request address of a target says nothing about that of the target before', async () => {
    const other = { ...input, credentials: { ...credentials, username: 'other' } };
    const targets = [await stage.ask(createTarget, input), await stage.ask(createTarget, other)];
    const [first, second] = targets.map(({ emailId }) => [...emailId]);
    // Made one after the other, ids of the clock and a counter differ in their last characters alone.
    expect(first?.filter((character, at) => character === second?.[at]).length).toBeLessThan(10);
    const created = targets.map(({ id }) => [...id]);
    expect(created[0]?.filter((character, at) => character === created[1]?.[at]).length).toBeGreaterThan(10);
  });

  it.each([
    [{ ...input, type: 'other' }, 'target-type-unknown'],
    [{ ...input, credentials: { ...credentials, host: '127.0.0.1' } }, 'address-forbidden'],
    [{ ...input, credentials: { ...credentials, host: 'localhost' } }, 'address-forbidden'],
    [{ ...input, credentials: { ...credentials, host: '0x7f.1' } }, 'address-forbidden'],
    [{ ...input, credentials: { ...credentials, host: 'a/b' } }, 'invalid-input'],
  ])('the target %o is refused with %s', async (given, code) => {
    await expect(stage.ask(createTarget, given)).rejects.toMatchObject({ code });
  });

  it('a target keeps its password when an update leaves it out, and its type for ever', async () => {
    const { id } = await stage.ask(createTarget, input);
    const update = { id, type: 'portal', credentials: { host: 'ftp.example.org', username: 'agent' } };
    await stage.ask(updateTarget, update);
    await stage.ask(createListing, { propertyId: stage.addProperty(), targetId: id });
    await stage.work();
    expect(stage.portal.logins[0]?.credentials).toEqual({ ...update.credentials, password: 'secret' });
    await expect(stage.ask(updateTarget, { ...update, type: 'other' })).rejects.toMatchObject({
      code: 'immutable-field',
    });
  });

  it('the password of a target is never sent to another server because an update changes the host and leaves it out', async () => {
    const { id } = await stage.ask(createTarget, input);
    const elsewhere = { host: 'ftp.evil.example', username: 'agent' };
    const update = { id, type: 'portal', credentials: elsewhere };
    await expect(stage.ask(updateTarget, update)).rejects.toMatchObject({
      code: 'credentials-incomplete',
      problems: [{ path: 'credentials.password' }],
    });
    await stage.ask(checkTarget, { id });
    expect(stage.portal.logins.map(({ credentials: { host } }) => host)).not.toContain(elsewhere.host);
  });

  describe('of two updates at the same time', () => {
    const { password: _, ...kept } = credentials;
    const overtaken = async (first: { credentials: typeof credentials }) => {
      const { id } = await stage.ask(createTarget, input);
      const { targets } = stage;
      const update = vi.spyOn(targets, 'update').mockImplementationOnce(async (...change) => {
        await stage.ask(updateTarget, { ...input, ...first, id });
        return targets.update(...change);
      });
      const second = stage.ask(updateTarget, { id, type: 'portal', name: 'Second', credentials: kept });
      return { id, outcome: (await Promise.allSettled([second]))[0], restore: () => update.mockRestore() };
    };
    const loginOf = async (id: string) => {
      await stage.ask(createListing, { propertyId: stage.addProperty(), targetId: id });
      await stage.work();
      return stage.portal.logins[0]?.credentials;
    };

    it('of two updates at the same time, the one without a password keeps that of the other one', async () => {
      const renewed = { ...credentials, password: 'secret 2' };
      const { id, outcome, restore } = await overtaken({ credentials: renewed });
      restore();
      expect(outcome).toMatchObject({ status: 'fulfilled', value: { name: 'Second' } });
      expect(await loginOf(id)).toEqual(renewed);
    });

    it('of two updates at the same time, the one without a password is refused when the other one changes the host', async () => {
      const moved = { host: 'ftp2.example.org', username: 'agent', password: 'secret 2' };
      const { id, outcome, restore } = await overtaken({ credentials: moved });
      restore();
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'credentials-incomplete' } });
      expect(await loginOf(id)).toEqual(moved);
    });
  });

  it('an updated target publishes all its listings again, even when a crash came in between', async () => {
    const { id } = await stage.ask(createTarget, input);
    const listing = await stage.ask(createListing, { propertyId: stage.addProperty(), targetId: id });
    await stage.work();
    const { makeDueOfTarget } = stage.listings;
    stage.listings.makeDueOfTarget = () => Promise.reject(new Unavailable('killed'));
    await expect(stage.ask(updateTarget, { id, ...input })).rejects.toThrow('killed');
    stage.listings.makeDueOfTarget = makeDueOfTarget;
    await keep();
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${listing.id} 1`, `set ${listing.id} 2`]);
  });

  it('an updated target publishes its listings once, however late the worker comes that finishes what crashed', async () => {
    const { id } = await stage.ask(createTarget, input);
    const listing = await stage.ask(createListing, { propertyId: stage.addProperty(), targetId: id });
    const { toRepublish } = stage.targets;
    let late: TargetRecord[] = [];
    stage.targets.listingsMadeDue = async (...done) => {
      late = await toRepublish.call(stage.targets, 10);
      return TargetStore.prototype.listingsMadeDue.apply(stage.targets, done);
    };
    await stage.ask(updateTarget, { id, ...input });
    await stage.work();
    expect(late).toMatchObject([{ id }]);
    stage.targets.toRepublish = () => Promise.resolve(late);
    await keep();
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${listing.id} 1`]);
  });

  it('a target with listings is not deleted; one without stays until the last listing is off the platform', async () => {
    const { id } = await stage.ask(createTarget, input);
    const listing = await stage.ask(createListing, { propertyId: stage.addProperty(), targetId: id });
    await stage.work();
    await expect(stage.ask(deleteTarget, { id })).rejects.toMatchObject({
      code: 'target-has-listings',
      message: 'The target still has 1 listing. Delete it first.',
    });
    await stage.ask(deleteListing, { id: listing.id });
    await stage.ask(deleteTarget, { id });
    await expect(stage.ask(getTarget, { id })).rejects.toMatchObject({ code: 'target-not-found' });
    expect(await stage.targets.peek(id)).not.toBeNull();
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${listing.id} 1`, `delete ${listing.id} 2`]);
    expect(await stage.targets.peek(id)).toBeNull();
  });

  it('a target whose deletion ended in a crash can be listed on again', async () => {
    const { id } = await stage.ask(createTarget, input);
    await stage.targets.markDeleting(stage.accountId, id, { token: 't', at: stage.time.now });
    const given = { propertyId: stage.addProperty(), targetId: id };
    await expect(stage.ask(createListing, given)).rejects.toMatchObject({ code: 'target-unknown' });
    stage.pass(31_000);
    await keep();
    await stage.ask(createListing, given);
  });

  it('a target is checked while nobody else uses the account', async () => {
    const { id } = await stage.ask(createTarget, input);
    expect(await stage.ask(checkTarget, { id })).toEqual({ ok: true, steps: [] });
    expect((await stage.targets.peek(id))?.leasedUntil).toBeUndefined();
  });

  it('a target says how its last check ended until it is changed, also when it was changed while it was checked', async () => {
    const { id } = await stage.ask(createTarget, input);
    const lastCheck = async () => (await stage.ask(getTarget, { id })).lastCheck;
    expect(await lastCheck()).toBeUndefined();
    const steps = [
      { name: 'connect' as const, ok: true, message: 'Connected.' },
      { name: 'login' as const, ok: false, message: 'The server rejected the login.' },
    ];
    const { platform } = stage.portal;
    const { check } = platform;
    platform.check = () => Promise.resolve({ ok: false, steps });
    await stage.ask(checkTarget, { id });
    const at = stage.time.now.toISOString();
    const message = 'The server rejected the login.';
    expect(await lastCheck()).toEqual({ at, ok: false, failedStep: 'login', message });
    await stage.ask(updateTarget, { id, ...input });
    expect(await lastCheck()).toBeUndefined();
    platform.check = async () => {
      await stage.ask(updateTarget, { id, ...input });
      return { ok: true, steps: [] };
    };
    await stage.ask(checkTarget, { id });
    expect(await lastCheck()).toBeUndefined();
    platform.check = check;
    await stage.ask(checkTarget, { id });
    expect(await lastCheck()).toEqual({ at, ok: true });
  });

  it('a target of another account is not found', async () => {
    const { id } = await stage.ask(createTarget, input);
    const other = { accountId: newId(), requestId: 'r' };
    await expect(stage.bus.others.ask(getTarget, { id }, other)).rejects.toMatchObject({
      code: 'target-not-found',
    });
  });

  it('a target type says what its targets need', async () => {
    expect(await stage.ask(listTargetTypes, {})).toEqual([
      {
        type: 'portal',
        name: 'Portal',
        requiredCredentials: ['host', 'username', 'password'],
        supportsRequestCollection: true,
        supportsLinks: true,
        tls: 'optional',
        attachmentTypes: ['image/jpeg'],
      },
      {
        type: 'marketplace-24',
        name: 'Market',
        requiredCredentials: ['redirectUrl'],
        authorizationFlow: true,
        supportsRequestCollection: true,
        maxImages: 150,
      },
    ]);
  });
});

describe('a listing', () => {
  let targetId: string;
  let propertyId: string;
  beforeEach(async () => {
    targetId = await stage.addTarget();
    propertyId = stage.addProperty();
  });

  it('a listing is made once a property and target', async () => {
    const { id } = await stage.ask(createListing, { propertyId, targetId });
    const second = stage.ask(createListing, { propertyId, targetId });
    await expect(second).rejects.toMatchObject({ code: 'listing-exists' });
    await expect(second).rejects.toThrow(id);
    await stage.ask(deleteListing, { id });
    await stage.ask(createListing, { propertyId, targetId });
  });

  it('a listing needs its target and its property', async () => {
    const unknown = newId();
    await expect(stage.ask(createListing, { propertyId, targetId: unknown })).rejects.toMatchObject({
      code: 'target-unknown',
    });
    await expect(stage.ask(createListing, { propertyId: unknown, targetId })).rejects.toMatchObject({
      code: 'property-unknown',
    });
    const both = { propertyId: unknown, targetId: unknown };
    for (const operation of [createListing, validateListing])
      await expect(stage.ask(operation, both)).rejects.toMatchObject({
        code: 'target-unknown',
        problems: [{ path: 'targetId' }, { path: 'propertyId', code: 'property-unknown' }],
      });
    expect(await stage.stored.countDocuments({})).toBe(0);
  });

  it('a listing that is created while the catalog is unavailable leaves nothing behind', async () => {
    stage.bus.answer(checkProperty, () => Promise.reject(new Unavailable('away')));
    await expect(stage.ask(createListing, { propertyId, targetId })).rejects.toBeInstanceOf(Unavailable);
    expect(await stage.stored.countDocuments({})).toBe(0);
  });

  it('a listing that is not accepted yet is not reported as existing: it may still be undone', async () => {
    let undo: (error: Error) => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      stage.bus.answer(checkProperty, () => {
        resolve();
        return new Promise((_resolve, reject) => (undo = reject));
      });
    });
    const first = stage.ask(createListing, { propertyId, targetId });
    await asked;
    const second = stage.ask(createListing, { propertyId, targetId });
    const winner = await stage.stored.findOne({ propertyId });
    await expect(second).rejects.toMatchObject({
      kind: 'conflict',
      code: 'listing-in-the-making',
      message: expect.stringContaining(`the listing ${winner?._id ?? '?'}`) as string,
    });
    undo(new Unavailable('away'));
    await expect(first).rejects.toBeInstanceOf(Unavailable);
  });

  it('a listing that a crash left pending is settled by what the catalog says', async () => {
    const { removePending } = stage.listings;
    stage.listings.removePending = () => Promise.resolve();
    stage.bus.answer(checkProperty, () => Promise.reject(new Unavailable('away')));
    const gone = stage.addProperty();
    for (const id of [propertyId, gone]) {
      await stage.ask(createListing, { propertyId: id, targetId }).catch(() => undefined);
    }
    stage.listings.removePending = removePending;
    expect(await stage.ask(countListings, { propertyId })).toEqual({ count: 1 });
    expect((await stage.ask(listListings, {})).data).toEqual([]);
    stage.bus.answer(checkProperty, async (asked) => ({ exists: asked.propertyId === propertyId }));
    stage.pass(31_000);
    await keep();
    expect((await stage.ask(listListings, {})).data.map((listing) => listing.propertyId)).toEqual([
      propertyId,
    ]);
    expect(await stage.ask(countListings, { propertyId: gone })).toEqual({ count: 0 });
  });

  it('a listing of a portal cannot be moved or kept unpublished', async () => {
    const { id } = await stage.ask(createListing, { propertyId, targetId });
    await stage.ask(updateListing, { id, propertyId, targetId });
    const moved = stage.ask(updateListing, { id, targetId: newId() });
    await expect(moved).rejects.toMatchObject({ code: 'immutable-field' });
    const held = stage.ask(updateListing, { id, preventPublication: true });
    await expect(held).rejects.toMatchObject({ code: 'prevent-publication-unsupported' });
  });

  it('a listing is refused with everything that is wrong with it', async () => {
    const impossible = {
      preventPublication: true,
      publishFrom: '2030-01-02T00:00:00Z',
      publishUntil: '2030-01-01T00:00:00Z',
    };
    const paths = (refused: Promise<unknown>) =>
      refused.then(
        () => 'accepted',
        (error: unknown) => (error instanceof InvalidInput ? error.problems.map(({ path }) => path) : error),
      );
    const gone = { propertyId: newId(), targetId: newId() };
    expect(await paths(stage.ask(createListing, { propertyId, targetId, ...impossible }))).toEqual([
      'preventPublication',
      'publishUntil',
    ]);
    const { id } = await stage.ask(createListing, { propertyId, targetId });
    expect(await paths(stage.ask(updateListing, { id, ...gone, ...impossible }))).toEqual([
      'propertyId',
      'targetId',
      'preventPublication',
      'publishUntil',
    ]);
    expect(await paths(stage.ask(createListing, { ...gone, ...impossible, propertyId }))).toEqual([
      'targetId',
      'publishUntil',
    ]);
  });

  it('a listing is invisible from the moment it is deleted', async () => {
    const { id } = await stage.ask(createListing, { propertyId, targetId });
    expect(await stage.ask(deleteListing, { id })).toMatchObject({ id });
    await expect(stage.ask(getListing, { id })).rejects.toMatchObject({ code: 'listing-not-found' });
    expect((await stage.ask(listListings, {})).data).toEqual([]);
    expect(await stage.ask(countListings, { propertyId })).toEqual({ count: 0 });
  });

  it('listings are found by property, target and whether they are published', async () => {
    const { id } = await stage.ask(createListing, { propertyId, targetId });
    await stage.work();
    await stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
    const ids = async (query: object) =>
      (await stage.ask(listListings, query)).data.map((listing) => listing.id);
    expect(await ids({ targetId })).toHaveLength(2);
    expect(await ids({ propertyId })).toEqual([id]);
    expect(await ids({ published: 'true' })).toEqual([id]);
    expect(await stage.ask(listListings, { limit: '1' })).toMatchObject({ hasMore: true });
  });

  it('a listing can be validated and previewed without a connection', async () => {
    const { id } = await stage.ask(createListing, { propertyId, targetId });
    expect(await stage.ask(previewListing, { id })).toMatchObject({ mediaType: 'application/xml' });
    expect(await stage.ask(validateListing, { propertyId, targetId })).toEqual({
      publishable: true,
      problems: [],
    });
    await expect(stage.ask(validateListing, { propertyId: newId(), targetId })).rejects.toMatchObject({
      code: 'property-unknown',
    });
    expect(stage.portal.logins).toEqual([]);
  });

  it('a listing can be made while its property is being processed; validation names a failed processing once', async () => {
    stage.portal.platform.problems = (account, snapshot) => findProblems(PROFILE, account, snapshot);
    const { ofProcessing, publishable } = await dryRun({ processingStatus: 'pending' });
    expect({ ofProcessing, publishable }).toMatchObject({
      ofProcessing: [{ severity: 'warning', field: 'attachments' }],
      publishable: true,
    });
    const failureMessage = 'attachments.0 is gone.';
    const processingFailure = { failureCode: 'attachment_not_found' as const, failureMessage };
    expect(await dryRun({ processingStatus: 'failed', processingFailure })).toMatchObject({
      ofProcessing: [{ severity: 'error', field: 'attachments', message: failureMessage }],
      publishable: false,
    });

    async function dryRun(changes: Partial<PropertySnapshot>) {
      const at = stage.time.now.toISOString();
      const contact = {
        id: newId(),
        lastName: 'Beispiel',
        email: 'anna@example.org',
        createdAt: at,
        updatedAt: at,
      };
      stage.catalog.change(propertyId, { contact, ...changes });
      const { publishable, problems } = await stage.ask(validateListing, { propertyId, targetId });
      return {
        publishable,
        ofProcessing: problems.filter(({ code }) => code === 'property_not_processed'),
      };
    }
  });
});

describe('creating a listing against deleting what it needs', () => {
  const random = (below: number) => Math.floor(Math.random() * below);
  /** Lets the other side go first, or not: the steps of both sides fall in every order. */
  const pause = (belowMs = 4) => new Promise((resolve) => setTimeout(resolve, random(belowMs)));

  beforeEach(() => {
    const insert = stage.listings.insert.bind(stage.listings);
    stage.listings.insert = async (record) => {
      await pause();
      const existing = await insert(record);
      await pause();
      return existing;
    };
    const countOfTarget = stage.listings.countOfTarget.bind(stage.listings);
    stage.listings.countOfTarget = async (id) => {
      await pause();
      return countOfTarget(id);
    };
  });

  it('a creation against the deletion of the property leaves no listing without property, in 500 interleavings', async () => {
    const targetId = await stage.addTarget();
    const round = async (order: 'create first' | 'delete first' | 'together') => {
      const propertyId = stage.addProperty();
      // The catalog's side of the rule: its own mark first, then the question.
      const deleteProperty = async () => {
        await pause(20);
        stage.catalog.deleting.add(propertyId);
        await pause();
        const { count } = await stage.ask(countListings, { propertyId });
        if (count === 0) stage.catalog.properties.delete(propertyId);
        stage.catalog.deleting.delete(propertyId);
        return count === 0;
      };
      const create = () =>
        stage.ask(createListing, { propertyId, targetId }).then(
          () => true,
          () => false,
        );
      const first = order === 'delete first' ? await deleteProperty() : undefined;
      const creating = pause().then(create);
      if (order === 'create first') await creating;
      const [listed, deleted] = await Promise.all([creating, first ?? deleteProperty()]);
      const { count } = await stage.ask(countListings, { propertyId });
      expect(listed && deleted).toBe(false);
      expect(count).toBe(listed ? 1 : 0);
      return listed ? 'listed' : deleted ? 'deleted' : 'neither';
    };
    const outcomes = new Set<string>();
    for (let times = 0; times < 50; times += 1) {
      const together = Array.from({ length: 10 }, () => round('together'));
      for (const outcome of await Promise.all(together)) outcomes.add(outcome);
    }
    // Which of the two is first when both go together is up to the machine.
    for (const order of ['create first', 'delete first'] as const) outcomes.add(await round(order));
    expect([...outcomes]).toEqual(expect.arrayContaining(['listed', 'deleted']));
  });

  it('a creation against the deletion of the target leaves no listing without target, in 200 interleavings', async () => {
    const round = async () => {
      const targetId = await stage.addTarget();
      const propertyId = stage.addProperty();
      const answers = await Promise.allSettled([
        pause().then(() => stage.ask(createListing, { propertyId, targetId })),
        pause().then(() => stage.ask(deleteTarget, { id: targetId })),
      ]);
      const [listed, deleted] = answers.map(({ status }) => status === 'fulfilled');
      expect(listed && deleted).toBe(false);
      expect(await stage.listings.countOfTarget(targetId)).toBe(listed ? 1 : 0);
    };
    for (let times = 0; times < 20; times += 1) await Promise.all(Array.from({ length: 10 }, round));
  });
});
