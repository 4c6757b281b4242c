import { createListing, deleteListing } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';

let stage: Stage;
let targetId: string;

eachOnStage(async (opened) => {
  stage = opened;
  targetId = await stage.addTarget();
});

async function list(externalId: string): Promise<string> {
  const propertyId = stage.addProperty();
  stage.catalog.change(propertyId, { externalId });
  return (await stage.ask(createListing, { propertyId, targetId })).id;
}

/** As it is kept of a listing that was published with its external id as it is. */
const unencoded = (ids: string[]) =>
  stage.stored.updateMany({ _id: { $in: ids } }, { $unset: { 'property.publishedAs': '' } });

async function again(id: string) {
  const listing = await stage.listings.find(stage.accountId, id);
  return listing && stage.listings.makeDue(listing, { at: stage.time.now, requestId: 'r' });
}
const sent = () =>
  stage.portal.sent.map(({ op, publication }) => [op, publication.listingId, publication.formerNumber]);

describe('a listing that a portal knows by another number', () => {
  it('a listing with a former number takes that off with its next publication, once', async () => {
    const id = await list(' ');
    await stage.work();
    expect(sent()).toEqual([['set', id, undefined]]);
    await unencoded([id]);
    for (let round = 0; round < 2; round += 1) {
      await again(id);
      await stage.work();
    }
    expect(sent().slice(1)).toEqual([
      ['set', id, '-'],
      ['set', id, undefined],
    ]);
  });

  it('a listing with a former number has everything published again that the portal took for the same object', async () => {
    const [blank, line, dash, other] = [
      await list(' '),
      await list('\n'),
      await list('-'),
      await list('P-1'),
    ];
    await stage.work();
    await unencoded([blank, line, dash, other]);
    stage.portal.sent.length = 0;
    await again(blank);
    while ((await stage.due.targets(stage.time.now)).length > 0) await stage.work();
    const order = sent();
    expect(order[0]).toEqual(['set', blank, '-']);
    expect(order.at(-1)).toEqual(['set', dash, undefined]);
    expect(order.filter(([, id]) => id === line)).toEqual([['set', line, '-']]);
    expect(order.some(([, id]) => id === other)).toBe(false);
  });

  it('a listing with a former number is taken off under that number, too, however its publications ended', async () => {
    const id = await list('P-77 ');
    await stage.work();
    await unencoded([id]);
    const failure = { code: 'permission_denied', message: 'No.', repeat: false, scope: 'listing' } as const;
    stage.portal.during = () => Promise.resolve({ ok: false, failure });
    await again(id);
    await stage.work();
    stage.portal.during = () => Promise.resolve({ ok: true });
    await stage.ask(deleteListing, { id });
    await stage.work();
    expect(sent().slice(1)).toEqual([
      ['set', id, 'P-77 '],
      ['delete', id, 'P-77 '],
    ]);
  });
});
