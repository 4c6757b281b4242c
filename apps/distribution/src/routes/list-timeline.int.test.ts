import {
  createListing,
  deleteListing,
  getPublicationActivity,
  getTargetSummary,
  listDistributionTimeline,
  retryListing,
  updateListing,
} from '@estate/contracts';
import type { TimelineEntry } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { withTrace } from '@estate/observability';
import { newId } from '@estate/persistence';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import { LOGIN_REFUSED, failing } from '../../test/refusals.ts';
import type { Stage } from '../../test/stage.ts';

let stage: Stage;
let targetId: string;
let propertyId: string;
let listingId: string;

eachOnStage((opened) => {
  stage = opened;
});
beforeEach(async () => {
  targetId = await stage.addTarget();
  propertyId = stage.addProperty();
  listingId = (await stage.ask(createListing, { propertyId, targetId })).id;
});

async function timeline(of: { listingId: string } | { propertyId: string }, limit = 100) {
  const entries: TimelineEntry[] = [];
  for (let startAfter: string | undefined, more = true; more;) {
    const page = await stage.ask(listDistributionTimeline, {
      ...of,
      limit,
      ...(startAfter !== undefined && { startAfter }),
    });
    entries.push(...page.data);
    startAfter = entries.at(-1)?.id;
    more = page.hasMore;
  }
  return entries.toReversed();
}

const words = (entries: readonly TimelineEntry[]) =>
  entries.map((entry) =>
    entry.kind === 'publication_attempt' ? `${entry.operation} ${entry.outcome}` : entry.kind,
  );
const attempts = async () =>
  (await timeline({ listingId })).filter(({ kind }) => kind === 'publication_attempt');

const fail = (...how: Parameters<typeof failing>) => {
  stage.portal.during = () => Promise.resolve({ ...failing(...how), fileName: 'package_1.zip' });
};
const succeed = () => {
  stage.portal.during = () => Promise.resolve({ ok: true, fileName: 'package_2.zip' });
};
const work = async () => {
  stage.pass(10_000);
  await stage.work();
};

describe('the summary of a target', () => {
  const today = async () => stage.ask(getTargetSummary, { id: targetId, days: 1 });

  it('the attempts of a summary, of a target and of its account, are those of the timeline, with every retry and take-down', async () => {
    fail('connection_lost', true, 'listing');
    await work();
    stage.pass(60_000);
    succeed();
    await work();
    await stage.ask(deleteListing, { id: listingId });
    await work();
    expect(words(await attempts())).toEqual(['set retry', 'set succeeded', 'delete succeeded']);
    expect(await today()).toMatchObject({ succeeded: 2, failed: 1 });
    expect(await stage.ask(getPublicationActivity, { days: 1 })).toEqual(await today());
  });

  it('an internal error says nothing about the target and is not counted', async () => {
    stage.portal.during = () => Promise.reject(new Unavailable('The attachments are unavailable.'));
    await work();
    expect(words(await attempts())).toContain('set internal_error');
    expect(await today()).toMatchObject({ succeeded: 0, failed: 0 });
  });

  it('the summary of a target of another account is not answered', async () => {
    await expect(stage.ask(getTargetSummary, { id: newId(), days: 1 })).rejects.toMatchObject({
      code: 'target-not-found',
    });
  });
});

describe('the timeline of a listing', () => {
  it('the timeline of a listing has every call and every attempt, in order, with who made the call', async () => {
    const actor = { kind: 'api_key', id: newId(), name: 'Production' };
    fail('validation_rejected', false, 'listing');
    await work();
    stage.pass(1000);
    await withTrace({ requestId: 'req-retry', actor }, () => stage.ask(retryListing, { id: listingId }));
    succeed();
    await work();
    stage.pass(1000);
    await stage.ask(updateListing, { id: listingId });
    await work();
    stage.pass(1000);
    await stage.ask(deleteListing, { id: listingId });
    await work();
    const all = await timeline({ listingId });
    expect(words(all)).toEqual([
      'listing_created',
      'set failed',
      'listing_retried',
      'set succeeded',
      'listing_updated',
      'set succeeded',
      'listing_deleted',
      'delete succeeded',
    ]);
    expect(all[1]).toMatchObject({
      ...{ listingId, propertyId, targetId, targetType: 'portal', fileName: 'package_1.zip' },
      failureCode: 'validation_rejected',
      failureMessage: 'It said validation_rejected.',
    });
    expect(all[2]).toMatchObject({ actor });
    expect(all[3], 'an attempt has the actor of the call that wanted it').toMatchObject({ actor });
    expect(all[5], 'a later call without an actor leaves none').not.toHaveProperty('actor');
    expect(await timeline({ listingId }, 1)).toEqual(all);
    expect(await timeline({ propertyId }, 3)).toEqual(all);
  });

  it('a timeline survives the removal of its listing and says what the listing was of', async () => {
    await work();
    stage.pass(1000);
    await stage.ask(deleteListing, { id: listingId });
    await work();
    await stage.publicationEvents();
    expect(await stage.stored.findOne({ _id: listingId })).toBeNull();
    const page = await stage.ask(listDistributionTimeline, { listingId });
    expect(page).toMatchObject({ isKnown: true, listing: { propertyId, targetId } });
    expect(words(await timeline({ listingId }))).toEqual([
      'listing_created',
      'set succeeded',
      'listing_deleted',
      'delete succeeded',
    ]);
  });

  it('a listing that nobody knows has no timeline, and that of another account is not known', async () => {
    expect(await stage.ask(listDistributionTimeline, { listingId: newId() })).toEqual({
      hasMore: false,
      data: [],
      isKnown: false,
    });
    const other = { accountId: newId(), requestId: 'r-test' };
    const page = await stage.bus.others.ask(listDistributionTimeline, { listingId }, other);
    expect(page).toMatchObject({ data: [], isKnown: false });
  });

  it('more changes of a listing than its document holds stay in its timeline', async () => {
    for (let times = 0; times < 95; times += 1) {
      stage.pass(1);
      await stage.ask(updateListing, { id: listingId });
    }
    const stored = await stage.stored.findOne({ _id: listingId });
    expect(stored?.history?.length).toBeLessThanOrEqual(40);
    const all = await timeline({ listingId }, 7);
    expect(all).toHaveLength(96);
    expect(all[0]).toMatchObject({ kind: 'listing_created' });
  });

  it('a listing that is older than its timeline begins with its creation', async () => {
    await stage.stored.updateOne({ _id: listingId }, { $unset: { history: '' } });
    await work();
    expect(words(await timeline({ listingId }))).toEqual(['listing_created', 'set succeeded']);
  });
});

describe('attempts on the timeline', () => {
  it('an attempt that is retried says when', async () => {
    fail('validation_rejected', true, 'listing');
    await stage.work();
    const [attempt] = await attempts();
    expect(attempt).toMatchObject({ outcome: 'retry', nextAttemptAt: '2026-11-01T08:00:01.000Z' });
  });

  it('an attempt that met an internal error is on the timeline', async () => {
    stage.portal.during = () => Promise.reject(new Unavailable('The attachments are unavailable.'));
    await stage.work();
    expect(await attempts()).toMatchObject([{ outcome: 'internal_error', failureCode: 'internal' }]);
  });

  it('an attempt that was cut off by a stop is on the timeline, and the listing is attempted again', async () => {
    const stop = new AbortController();
    stage.portal.during = () => {
      stop.abort();
      return Promise.resolve(failing('connection_lost', true, 'target'));
    };
    await stage.lanes().runNext(stop.signal);
    succeed();
    await work();
    expect(words(await attempts())).toEqual(['set interrupted', 'set succeeded']);
  });

  it('a login that the portal refuses for now is an attempt that is retried', async () => {
    stage.portal.refuseLogin = { ...LOGIN_REFUSED, code: 'host_unreachable', repeat: true };
    await stage.work();
    expect(await attempts()).toMatchObject([
      { outcome: 'retry', failureCode: 'host_unreachable', nextAttemptAt: expect.any(String) as string },
    ]);
  });

  it('an attempt whose process crashes before its outcome is settled is on the timeline, and so is the next one', async () => {
    const crash = new Error('crashed');
    const { progress } = stage.laneDeps;
    const crashing = Object.assign(Object.create(progress) as typeof progress, {
      settle: () => Promise.reject(crash),
      begin: progress.begin.bind(progress),
      olderDeletion: progress.olderDeletion.bind(progress),
    });
    await expect(stage.work({ progress: crashing })).rejects.toThrow(crash);
    stage.pass(60_000);
    await stage.work();
    expect(words(await attempts())).toEqual(['set succeeded', 'set succeeded']);
  });
});
