import { createListing, deleteListing, listPublicationStatistics } from '@estate/contracts';
import { idAt, newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import { failing } from '../../test/refusals.ts';
import type { Stage } from '../../test/stage.ts';
import { takeReport } from '../reports/take-report.ts';

let stage: Stage;
eachOnStage((opened) => {
  stage = opened;
});

const HOUR_MS = 3_600_000;
const today = () => stage.time.now.toISOString().slice(0, 10);
const period = () => ({ from: today(), to: today() });
const statistics = (of: { targetId?: string; propertyId?: string } = {}) =>
  stage.ask(listPublicationStatistics, { ...period(), ...of });

async function list(targetId: string, propertyId = stage.addProperty()) {
  const { id } = await stage.ask(createListing, { propertyId, targetId });
  await stage.work();
  return { id, propertyId };
}

const report = (targetId: string, listingId: string, { verified = true } = {}) => {
  const at = stage.time.now.toISOString();
  const rejected = {
    numbers: [],
    fileName: `${listingId}_00000001.zip`,
    state: 'rejected' as const,
    messages: [],
  };
  const ids = { reportId: idAt(stage.time.now), mailId: newId(), targetId };
  const said = { ...ids, receivedAt: at, at, verified, objects: [rejected], objectCount: 1 };
  return takeReport(said, stage.accountId, stage.deps);
};

async function countAll(): Promise<void> {
  while (await stage.statisticsTally.countNext(new Date(stage.time.now.getTime() + 2 * HOUR_MS)));
}

describe('the statistics of distribution', () => {
  it('statistics have what a platform accepted, what failed and what a report rejected, by target and by property', async () => {
    const [one, other] = [await stage.addTarget(), await stage.addTarget()];
    const first = await list(one);
    await list(other, first.propertyId);
    await list(one);
    stage.pass(60_000);
    await report(one, first.id);
    await report(one, first.id, { verified: false });
    stage.portal.during = () => Promise.resolve(failing('validation_rejected', false, 'listing'));
    await list(one);
    await countAll();
    const ofOne = { published: 2, failed: 1, rejected: 1 };
    expect(await statistics({ targetId: one })).toMatchObject({
      days: [{ date: today(), counts: ofOne }],
      targets: [{ targetId: one, counts: ofOne }],
    });
    const { targets } = await statistics();
    expect(targets).toHaveLength(2);
    expect(targets).toEqual(
      expect.arrayContaining([
        { targetId: one, counts: ofOne },
        { targetId: other, counts: { published: 1 } },
      ]),
    );
    const ofProperty = await statistics({ propertyId: first.propertyId });
    expect(ofProperty.days).toEqual([{ date: today(), counts: { published: 2, rejected: 1 } }]);
    expect(ofProperty.targets).toEqual(
      expect.arrayContaining([
        { targetId: one, counts: { published: 1, rejected: 1 } },
        { targetId: other, counts: { published: 1 } },
      ]),
    );
  });

  it('statistics have a report that came after its hour was counted', async () => {
    const targetId = await stage.addTarget();
    const { id } = await list(targetId);
    await countAll();
    await report(targetId, id);
    await countAll();
    const { days } = await statistics({ targetId });
    expect(days).toEqual([{ date: today(), counts: { published: 1, rejected: 1 } }]);
  });

  it('statistics of a target say until when everything is counted, and count an hour once', async () => {
    const targetId = await stage.addTarget();
    expect(await statistics({ targetId })).toEqual({
      countedUntil: new Date(0).toISOString(),
      days: [],
      targets: [],
    });
    await list(targetId);
    await countAll();
    await countAll();
    const { countedUntil, days } = await statistics({ targetId });
    expect(new Date(countedUntil).getTime()).toBeGreaterThan(stage.time.now.getTime());
    expect(days).toEqual([{ date: today(), counts: { published: 1 } }]);
  });

  it('statistics do not count a take-down that succeeded, and keep the numbers of a listing that is gone', async () => {
    const targetId = await stage.addTarget();
    const { id, propertyId } = await list(targetId);
    await stage.ask(deleteListing, { id });
    await stage.work();
    await countAll();
    for (const of of [{ targetId }, { propertyId }])
      expect((await statistics(of)).days).toEqual([{ date: today(), counts: { published: 1 } }]);
  });

  it('statistics of a target of another account are not found', async () => {
    await expect(statistics({ targetId: newId() })).rejects.toMatchObject({ code: 'target-not-found' });
  });
});
