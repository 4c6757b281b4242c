import { createListing, deleteListing, getListing, updateListing } from '@estate/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import { failing } from '../../test/refusals.ts';
import type { Stage } from '../../test/stage.ts';
import { beginPlanned } from '../upkeep/begin-planned.ts';
import { upkeep } from '../upkeep/upkeep.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const never = new AbortController().signal;
let stage: Stage;
let id: string;
eachOnStage((opened) => {
  stage = opened;
});

/** Works on everything that becomes due by now. */
async function workNow() {
  const { laneMetrics: metrics, log } = stage;
  await beginPlanned({ ...stage.deps, listings: stage.listings, log });
  await upkeep({ ...stage.deps, metrics, log, halfMadeAfterMs: 60_000 }, never);
  await stage.work();
}
const listing = () => stage.ask(getListing, { id });
const takeDowns = () => stage.portal.story.filter((line) => line.startsWith('delete')).length;
const accept = () => (stage.portal.during = () => Promise.resolve({ ok: true }));

describe('a listing whose planned end the platform refuses', () => {
  let endsAt: string;
  beforeEach(async () => {
    const [propertyId, targetId] = [stage.addProperty(), await stage.addTarget()];
    endsAt = new Date(stage.time.now.getTime() + DAY_MS).toISOString();
    ({ id } = await stage.ask(createListing, { propertyId, targetId, publishUntil: endsAt }));
    await workNow();
    stage.portal.during = ({ op }) =>
      Promise.resolve(op === 'delete' ? failing('validation_rejected', false, 'listing') : { ok: true });
    stage.pass(DAY_MS);
    await workNow();
  });

  it('a refused take-down is shown as still online with the next attempt, and reported once', async () => {
    expect(await listing()).toMatchObject({
      ...{ state: 'failed', published: true, stillOnlineSince: endsAt },
      nextAttemptAt: new Date(stage.time.now.getTime() + HOUR_MS).toISOString(),
      lastError: { failureCode: 'validation_rejected' },
    });
    const counts: number[] = [];
    for (const hours of [0.9, 0.2, 1.7, 0.4, 4.1]) {
      stage.pass(hours * HOUR_MS);
      await workNow();
      counts.push(takeDowns());
    }
    expect(counts).toEqual([1, 2, 2, 3, 4]);
    expect((await listing()).stillOnlineSince).toBe(endsAt);
    expect((await stage.publicationEvents()).slice(1)).toEqual([`failed delete ${id} validation_rejected`]);
  });

  it('a refused take-down ends once the platform accepts it', async () => {
    accept();
    stage.pass(HOUR_MS);
    await workNow();
    const shown = await listing();
    expect(shown).toMatchObject({ state: 'unpublished', published: false, unpublishedReason: 'ended' });
    expect(shown).not.toHaveProperty('stillOnlineSince');
    expect((await stage.publicationEvents()).at(-1)).toBe(`succeeded delete ${id}`);
  });

  it('a refused take-down ends if its customer lets the platform show the property again', async () => {
    const publishUntil = new Date(stage.time.now.getTime() + DAY_MS).toISOString();
    await stage.ask(updateListing, { id, publishUntil });
    await workNow();
    const shown = await listing();
    expect(shown).toMatchObject({ state: 'published', published: true });
    expect(shown).not.toHaveProperty('stillOnlineSince');
    stage.pass(2 * HOUR_MS);
    await workNow();
    expect(takeDowns()).toBe(1);
  });

  it('a deletion of a listing whose take-down was refused is reported anew if it is refused', async () => {
    await stage.ask(deleteListing, { id });
    await workNow();
    const refused = `failed delete ${id} validation_rejected`;
    expect((await stage.publicationEvents()).slice(1)).toEqual([refused, refused]);
  });
});
