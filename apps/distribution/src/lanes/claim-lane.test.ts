import { createLogger } from '@estate/observability';
import { CRASHES_MAX, isSuspect, newId } from '@estate/persistence';
import { expect, it } from 'vitest';
import type { ClaimedTarget } from '../domain/target.ts';
import { claimLane } from './claim-lane.ts';

const TARGET = newId();
const now = new Date('2026-11-01T08:00:00.000Z');

/** The claim of a target after so many processes crashed in a row, and what it was set aside with. */
async function claimAfter(crashes: number) {
  const target = {
    id: TARGET,
    accountId: newId(),
    type: 'portal',
    crashes,
    lease: { id: TARGET, fence: 7 },
  } as ClaimedTarget;
  const marks: unknown[] = [];
  const claimed = await claimLane(
    TARGET,
    {
      clock: () => now,
      newId,
      log: createLogger({ service: 'distribution', level: 'silent' }),
      options: { owner: 'a', leaseMs: 30_000 },
      timeline: { add: () => Promise.resolve() },
      leases: {
        claim: () => Promise.resolve(target),
        setAside: (...mark) => Promise.resolve(marks.push(mark) > 0),
      },
    },
    { suspects: true },
  );
  return { claimed, marks };
}

it('a lane whose last process handed it back is claimed and no suspect', async () => {
  const { claimed, marks } = await claimAfter(0);
  expect(claimed && isSuspect(claimed)).toBe(false);
  expect(marks).toEqual([]);
});

it('a lane whose processes crashed less than five times is claimed as a suspect', async () => {
  const { claimed, marks } = await claimAfter(CRASHES_MAX - 1);
  expect(claimed && isSuspect(claimed)).toBe(true);
  expect(marks).toEqual([]);
});

it('a lane whose processes crashed five times is set aside under its lease and not claimed', async () => {
  const { claimed, marks } = await claimAfter(CRASHES_MAX);
  expect(claimed).toBeNull();
  expect(marks).toEqual([
    [
      { id: TARGET, fence: 7 },
      { at: now, deaths: CRASHES_MAX },
      expect.objectContaining({
        subject: 'event.target.paused',
        data: expect.objectContaining({ targetId: TARGET, by: 'service' }) as unknown,
      }),
    ],
  ]);
});
