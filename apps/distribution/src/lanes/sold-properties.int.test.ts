import { createListing, getListing, validateListing } from '@estate/contracts';
import type { PropertySnapshot } from '@estate/contracts';
import { EXAMPLE_FIELDS } from '@estate/contracts/examples';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import { failing } from '../../test/refusals.ts';
import type { Stage } from '../../test/stage.ts';
import { upkeep } from '../upkeep/upkeep.ts';

let stage: Stage;
let targetId: string;
let propertyId: string;
let id: string;

eachOnStage(async (opened) => {
  stage = opened;
  targetId = await stage.addTarget();
  propertyId = stage.addProperty();
  ({ id } = await stage.ask(createListing, { propertyId, targetId }));
  await stage.work();
});

type Status = 'open' | 'reserved' | 'sold';

async function become(salesStatus: Status, changes: Partial<PropertySnapshot> = {}) {
  const revision = stage.catalog.change(propertyId, {
    fields: { ...EXAMPLE_FIELDS, salesStatus },
    ...changes,
  });
  await stage.listings.makeDueOfRevision({ propertyId, revision }, { at: stage.time.now, requestId: 'r' });
  await stage.work();
}

const listing = () => stage.ask(getListing, { id });

describe('the listings of a property that is sold', () => {
  it('a property that is sold is taken down, and published again as a new object when it is open again', async () => {
    await become('sold');
    expect(await listing()).toMatchObject({
      state: 'unpublished',
      published: false,
      unpublishedReason: 'sold',
    });
    await become('sold');
    expect(stage.portal.story).toEqual([`set ${id} 1`, `delete ${id} 2`]);
    await become('open');
    expect(stage.portal.sent.at(-1)).toMatchObject({ op: 'set', publication: { firstTime: true } });
    expect(await listing()).toMatchObject({ state: 'published', published: true });
  });

  it('a property that is sold is taken down although its attachments could not be processed', async () => {
    await become('sold', { processingStatus: 'failed' });
    expect(stage.portal.story.at(-1)).toBe(`delete ${id} 2`);
  });

  it.each([
    ['reserved', {}],
    ['sold', { onSold: 'keep' }],
  ] as const)('a property that is %s with %j stays published', async (status, changes) => {
    await become(status, changes);
    expect(stage.portal.story).toEqual([`set ${id} 1`, `set ${id} 2`]);
    expect((await listing()).state).toBe('published');
  });

  it('a sold property that its platform refuses to take down is tried again after growing pauses, and reported once', async () => {
    const { laneMetrics: metrics, log } = stage;
    const later = async (hours: number) => {
      stage.pass(hours * 3_600_000);
      await upkeep({ ...stage.deps, metrics, log, halfMadeAfterMs: 60_000 }, new AbortController().signal);
      await stage.work();
      return stage.portal.story.filter((line) => line.startsWith('delete')).length;
    };
    stage.portal.during = () => Promise.resolve(failing('validation_rejected', false, 'listing'));
    await become('sold');
    expect([await later(0.9), await later(0.2), await later(1.7), await later(0.4)]).toEqual([1, 2, 2, 3]);
    expect(await listing()).toMatchObject({ state: 'failed', published: true });
    stage.portal.during = () => Promise.resolve({ ok: true });
    expect([await later(24), await later(48)]).toEqual([4, 4]);
    expect(await listing()).toMatchObject({ state: 'unpublished', unpublishedReason: 'sold' });
    const reported = [`failed delete ${id} validation_rejected`, `succeeded delete ${id}`];
    expect((await stage.publicationEvents()).slice(1)).toEqual(reported);
  });

  it('a property that is open again after its platform refused to take it down is published, and not taken down later', async () => {
    stage.portal.during = () => Promise.resolve(failing('validation_rejected', false, 'listing'));
    await become('sold');
    await become('open');
    expect(await listing()).toMatchObject({ state: 'failed', published: true });
    const { length } = stage.portal.story;
    stage.pass(48 * 3_600_000);
    await upkeep(
      { ...stage.deps, metrics: stage.laneMetrics, log: stage.log, halfMadeAfterMs: 60_000 },
      new AbortController().signal,
    );
    await stage.work();
    expect(stage.portal.story).toHaveLength(length);
    expect((await stage.stored.findOne({ _id: id }))?.stillOnline).toBeUndefined();
  });

  it('the dry run of a property that is sold says that it is not shown', async () => {
    await become('sold');
    const { problems } = await stage.ask(validateListing, { propertyId, targetId });
    expect(problems).toMatchObject([
      { severity: 'warning', code: 'property_sold', field: 'fields.salesStatus' },
    ]);
  });
});
