import { createListing, retryListing } from '@estate/contracts';
import type { Listing } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';
import { takeReport } from '../reports/take-report.ts';
import { noticeSilence } from './notice-silence.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
let stage: Stage;
let targetId: string;
let listing: Listing;
eachOnStage((opened) => {
  stage = opened;
});
beforeEach(async () => {
  targetId = await stage.addTarget();
  listing = await stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
  await stage.work();
});

async function upload(): Promise<string> {
  await stage.ask(retryListing, { id: listing.id });
  await stage.work();
  return stage.time.now.toISOString();
}
const report = async ({ verified = true, recognized = true, at: reportedAt = stage.time.now } = {}) => {
  const at = reportedAt.toISOString();
  const ids = { reportId: newId(), targetId, mailId: newId() };
  await takeReport(
    { ...ids, receivedAt: at, at, verified, recognized, objects: [], objectCount: 0 },
    stage.accountId,
    stage.deps,
  );
};
/** The platform reports so often, each time after an upload. */
async function reportAfterUploads(times: number, delayMs: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    if (time > 0) await upload();
    stage.pass(delayMs);
    await report();
  }
}
const isSilentAfter = async (ms: number) => {
  stage.pass(ms);
  await noticeSilence(stage.deps);
  return (await stage.targets.peek(targetId))?.reporting?.silentSince !== undefined;
};
const silences = () => stage.eventsOf('event.target.silent');

describe('a platform that used to report', () => {
  it('a platform that used to report and does not for three days leads to one event', async () => {
    await reportAfterUploads(3, 10 * MINUTE);
    expect(await isSilentAfter(30 * DAY)).toBe(false);
    const since = await upload();
    expect(await isSilentAfter(3 * DAY - MINUTE)).toBe(false);
    await upload();
    expect(await isSilentAfter(MINUTE)).toBe(true);
    await upload();
    expect(await isSilentAfter(30 * DAY)).toBe(true);
    const [silent, ...others] = await silences();
    expect(others).toEqual([]);
    expect(silent).toMatchObject({ targetId, targetType: 'portal', since, usualMinutes: 10 });
    expect(silent?.['message']).toContain('10 minutes after an upload');
  });

  it('a platform that reports again is silent no more, and can become silent again', async () => {
    await reportAfterUploads(3, 10 * MINUTE);
    await upload();
    expect(await isSilentAfter(4 * DAY)).toBe(true);
    await report();
    expect(await isSilentAfter(MINUTE)).toBe(false);
    await upload();
    expect(await isSilentAfter(40 * DAY)).toBe(true);
    expect(await silences()).toHaveLength(2);
  });

  it('a platform that usually takes days is given three times as long', async () => {
    await reportAfterUploads(3, 2 * DAY);
    await upload();
    expect(await isSilentAfter(6 * DAY - MINUTE)).toBe(false);
    expect(await isSilentAfter(MINUTE)).toBe(true);
  });

  it('a platform with a report folder is silent only once the folder was read after the time of its report', async () => {
    stage.portal.results = new Map();
    await reportAfterUploads(3, 10 * MINUTE);
    await upload();
    expect(await isSilentAfter(4 * DAY)).toBe(false);
    stage.portal.resultsProblem = 'The report folder /results cannot be read: 550 No such directory.';
    await stage.readFolders();
    expect(await isSilentAfter(6 * HOUR)).toBe(false);
    stage.portal.resultsProblem = undefined;
    await stage.readFolders();
    expect(await isSilentAfter(MINUTE)).toBe(true);
    expect(await silences()).toHaveLength(1);
  });

  it('a report that is older than an upload is no answer to it', async () => {
    await reportAfterUploads(3, 10 * MINUTE);
    const earlier = stage.time.now;
    stage.pass(HOUR);
    await upload();
    await report({ at: earlier });
    expect((await stage.targets.peek(targetId))?.reporting).toMatchObject({ count: 3, usualMs: 10 * MINUTE });
    expect(await isSilentAfter(4 * DAY)).toBe(true);
  });

  it('an email that is no report, such as a newsletter, is no answer to an upload', async () => {
    await reportAfterUploads(3, 10 * MINUTE);
    await upload();
    await report({ recognized: false });
    expect(await isSilentAfter(4 * DAY)).toBe(true);
  });

  it('a platform that reported twice only, or whose reports are not verified, is not missed', async () => {
    await reportAfterUploads(2, MINUTE);
    await upload();
    await report({ verified: false });
    expect(await isSilentAfter(30 * DAY)).toBe(false);
    expect(await silences()).toEqual([]);
  });
});
