import {
  createListing,
  getListing,
  listDistributionTimeline,
  retryListing,
  updateListing,
} from '@estate/contracts';
import type { Listing } from '@estate/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';
import type { SeenObject } from '../domain/remote-object.ts';
import type { PublicationFailure } from '../platforms/platform.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let stage: Stage;
let targetId: string;
let listing: Listing;
eachOnStage((opened) => {
  stage = opened;
});
beforeEach(async () => {
  stage.portal.during = async (sent) => {
    if (sent.op === 'delete') return { ok: true };
    await sent.remember({ objectId: objectOf(sent.publication.listingId) });
    return {
      ok: true,
      published: sent.publication.preventPublication !== true,
      said: { state: 'confirmed', messages: [] },
    };
  };
  targetId = await stage.addTarget();
  listing = await list();
});

const objectOf = (listingId: string) => `o-${listingId}`;
const list = async () => {
  const made = await stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
  await stage.work();
  return made;
};
const shown = () => stage.ask(getListing, { id: listing.id });
const drift = (seen: SeenObject) => stage.portal.drifted.set(objectOf(listing.id), seen);
/** The next look, and what it makes due. */
const lookAfter = async (ms = DAY) => {
  stage.pass(ms);
  await stage.lookUp();
  await stage.work();
};
const events = (name: string) => stage.eventsOf(`event.publication.${name}`);
const answers = async () =>
  (await stage.ask(listDistributionTimeline, { listingId: listing.id })).data.flatMap((entry) =>
    entry.kind === 'listing_answered' ? [entry.state] : [],
  );

describe('a listing that is shown', () => {
  it('a listing that its platform still shows is confirmed with the time of the look, without an event', async () => {
    await lookAfter();
    expect(await shown()).toMatchObject({
      platformState: { state: 'confirmed', at: stage.time.now.toISOString() },
    });
    expect(stage.portal.sent).toHaveLength(1);
    expect(await events('confirmed')).toHaveLength(1);
  });

  it('a listing that was deactivated on its platform is removed with an event, and stays deactivated', async () => {
    drift('hidden');
    for (let day = 0; day < 3; day += 1) await lookAfter();
    expect(await shown()).toMatchObject({
      state: 'published',
      platformState: {
        state: 'removed',
        source: 'api',
        messages: [
          {
            severity: 'error',
            observed: 'deactivated',
            text: expect.stringContaining('deactivated') as unknown,
          },
        ],
      },
    });
    expect(await events('rejected')).toMatchObject([{ listingId: listing.id, state: 'removed' }]);
    expect(stage.portal.sent).toHaveLength(1);
  });

  it('a listing that was deactivated is confirmed again when it is activated there', async () => {
    drift('hidden');
    await lookAfter();
    drift('shown');
    await lookAfter();
    expect((await shown()).platformState?.state).toBe('confirmed');
    expect(await events('confirmed')).toHaveLength(2);
  });

  it('a listing that was deactivated and then deleted on its platform is not published again', async () => {
    drift('hidden');
    await lookAfter();
    drift('missing');
    await lookAfter();
    expect(stage.portal.sent).toHaveLength(1);
    expect((await shown()).platformState?.messages).toMatchObject([
      { text: expect.stringContaining('missing') as unknown },
    ]);
  });
});

describe('a listing whose object vanished', () => {
  it('a listing whose object vanished is published again once, and its timeline says so', async () => {
    drift('missing');
    await lookAfter();
    drift('shown');
    await lookAfter();
    expect(stage.portal.story).toEqual([`set ${listing.id} 1`, `set ${listing.id} 2`]);
    expect((await shown()).platformState?.state).toBe('confirmed');
    expect(await answers()).toEqual(['removed']);
    expect(await events('rejected')).toEqual([]);
  });

  it('a listing whose object vanishes again is removed with one event, until it is retried', async () => {
    drift('missing');
    for (let day = 0; day < 4; day += 1) await lookAfter();
    expect(stage.portal.sent).toHaveLength(2);
    expect((await shown()).platformState?.state).toBe('removed');
    expect(await events('rejected')).toHaveLength(1);
    await stage.ask(retryListing, { id: listing.id });
    await stage.work();
    expect(stage.portal.sent).toHaveLength(3);
    expect((await shown()).platformState?.state).toBe('confirmed');
  });

  it('a listing whose object vanished is made due once, whoever looks at it at the same time', async () => {
    drift('missing');
    stage.pass(DAY);
    await Promise.all([stage.lookUp('a'), stage.lookUp('b')]);
    await stage.work();
    await stage.lookUp('b');
    await stage.work();
    expect(stage.portal.sent).toHaveLength(2);
    expect(stage.portal.lookedUp).toHaveLength(1);
  });

  it('a look that made a listing due before its process crashed changes nothing the second time', async () => {
    drift('missing');
    stage.pass(DAY);
    await stage.lookUp();
    await stage.db.collection('targets').updateMany({}, { $unset: { lookUp: '' } });
    await stage.lookUp();
    await stage.work();
    expect(stage.portal.sent).toHaveLength(2);
  });
});

describe('many objects that are missing at once', () => {
  it('many objects that are missing at once are not published again until their listings are retried, and are confirmed when they are back', async () => {
    const listings = [listing, await list(), await list(), await list()];
    for (const { id } of listings) stage.portal.drifted.set(objectOf(id), 'missing');
    for (let day = 0; day < 3; day += 1) await lookAfter();
    expect(stage.portal.sent).toHaveLength(4);
    expect(await events('rejected')).toHaveLength(4);
    expect(await shown()).toMatchObject({ state: 'published', platformState: { state: 'removed' } });
    await stage.ask(retryListing, { id: listing.id });
    for (const { id } of listings) stage.portal.drifted.set(objectOf(id), 'shown');
    await lookAfter();
    expect(stage.portal.sent).toHaveLength(5);
    await lookAfter();
    for (const { id } of listings)
      expect(await stage.ask(getListing, { id })).toMatchObject({ platformState: { state: 'confirmed' } });
  });

  it('all objects of a small account that are missing at once are not published again', async () => {
    const listings = [listing, await list()];
    for (const { id } of listings) stage.portal.drifted.set(objectOf(id), 'missing');
    await lookAfter();
    expect(stage.portal.sent).toHaveLength(2);
    expect(await events('rejected')).toHaveLength(2);
  });

  it('a few objects that are missing among many are published again', async () => {
    const others = [];
    for (let count = 0; count < 19; count += 1) others.push(await list());
    for (const { id } of [listing, ...others.slice(0, 3)]) stage.portal.drifted.set(objectOf(id), 'missing');
    await lookAfter();
    expect(stage.portal.sent).toHaveLength(24);
  });
});

describe('a listing that is not to be shown', () => {
  it('a listing that ended and is shown again under the same id is taken down each time it is found', async () => {
    const publishUntil = new Date(stage.time.now.getTime() + 1000).toISOString();
    await stage.ask(updateListing, { id: listing.id, publishUntil });
    await stage.work();
    stage.pass(2000);
    await stage.stored.updateOne({ _id: listing.id }, { $set: { dueAt: stage.time.now } });
    await stage.work();
    const sent = stage.portal.sent.length;
    await lookAfter();
    expect(stage.portal.sent.slice(sent).map(({ op }) => op)).toEqual(['delete']);
    expect(stage.portal.sent.at(-1)?.publication.remote).toEqual({ objectId: objectOf(listing.id) });
    drift('missing');
    await lookAfter();
    expect(stage.portal.sent).toHaveLength(sent + 1);
    expect(await shown()).toMatchObject({ state: 'unpublished' });
  });

  it('a listing that only stores its object is taken off the public pages when it is found there', async () => {
    await stage.stored.updateOne({ _id: listing.id }, { $set: { preventPublication: true } });
    await stage.ask(retryListing, { id: listing.id });
    await stage.work();
    await lookAfter();
    expect(stage.portal.sent).toHaveLength(3);
    drift('hidden');
    await lookAfter();
    expect(stage.portal.sent).toHaveLength(3);
    expect(await shown()).toMatchObject({ platformState: { state: 'confirmed' } });
  });
});

describe('what is not looked at', () => {
  const failure = (more: Partial<PublicationFailure>): PublicationFailure => ({
    ...{ code: 'platform_unavailable', message: 'It is busy.', repeat: true, scope: 'listing' },
    ...more,
  });

  it('a listing that waits, or failed, and a target that is paused are not looked at', async () => {
    stage.pass(DAY);
    await stage.ask(retryListing, { id: listing.id });
    await stage.lookUp();
    stage.portal.during = () =>
      Promise.resolve({ ok: false, failure: failure({ code: 'validation_rejected', repeat: false }) });
    await stage.work();
    await lookAfter();
    await stage.db.collection('targets').updateMany({}, { $set: { customerPause: { at: stage.time.now } } });
    await lookAfter();
    expect(stage.portal.lookedUp).toEqual([]);
  });

  it('a failure for one object changes nothing and lets the others be looked at', async () => {
    const other = await list();
    drift('missing');
    stage.portal.lookUpFailure = (id) => (id === objectOf(listing.id) ? failure({}) : undefined);
    await lookAfter();
    expect(stage.portal.lookedUp).toEqual([objectOf(listing.id), objectOf(other.id)]);
    expect(stage.portal.sent).toHaveLength(2);
    expect((await shown()).platformState?.state).toBe('confirmed');
  });

  it('a platform that limits the rate is asked again for the same object after the time that it named', async () => {
    stage.portal.lookUpFailure = () => failure({ scope: 'target', retryAfterMs: 40 * MINUTE });
    await lookAfter();
    stage.portal.lookUpFailure = () => undefined;
    await lookAfter(39 * MINUTE);
    expect(stage.portal.lookedUp).toHaveLength(1);
    await lookAfter(MINUTE);
    expect(stage.portal.lookedUp).toEqual([objectOf(listing.id), objectOf(listing.id)]);
  });

  it('an object at which the platform fails each time does not keep the others waiting', async () => {
    const other = await list();
    stage.portal.lookUpFailure = (id) =>
      id === objectOf(listing.id) ? failure({ scope: 'target' }) : undefined;
    await lookAfter();
    await lookAfter(15 * MINUTE);
    expect(stage.portal.lookedUp).toEqual([objectOf(listing.id), objectOf(other.id)]);
  });
});

describe('portions', () => {
  it('portions of one target follow each other over the interval, and each object is looked at once', async () => {
    for (let count = 0; count < 29; count += 1) await list();
    await lookAfter();
    expect(stage.portal.lookedUp).toHaveLength(25);
    await lookAfter(DAY / 2 - 1);
    expect(stage.portal.lookedUp).toHaveLength(25);
    await lookAfter(1);
    expect(new Set(stage.portal.lookedUp).size).toBe(30);
    await lookAfter(DAY / 2);
    expect(stage.portal.lookedUp).toHaveLength(55);
  });
});
