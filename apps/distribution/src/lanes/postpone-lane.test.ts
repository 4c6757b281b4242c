import { expect, it } from 'vitest';
import type { TargetRecord } from '../domain/target.ts';
import { postponeLane } from './postpone-lane.ts';

const now = new Date('2026-11-01T08:00:00.000Z');
const until = new Date('2026-11-01T08:05:00.000Z');

/** The writes to the listings of a target whose lane has this generation by now. */
async function writesAt(laneGeneration: number): Promise<unknown[]> {
  const writes: unknown[] = [];
  const due = {
    postpone: (...write: unknown[]) => Promise.resolve(void writes.push(['postpone', ...write])),
    bringForward: (...write: unknown[]) => Promise.resolve(void writes.push(['bring forward', ...write])),
  };
  const targets = { peek: () => Promise.resolve({ laneGeneration } as TargetRecord) };
  await postponeLane({ id: 't', laneGeneration: 1 }, { now, until }, { due, targets });
  return writes;
}

it('what is due on a target waits until its lane may run again', async () => {
  expect(await writesAt(1)).toEqual([['postpone', 't', now, { dueAt: until }]]);
});

it('what is due on a target does not wait when its customer gave the lane a fresh start meanwhile', async () => {
  expect(await writesAt(2)).toEqual([
    ['postpone', 't', now, { dueAt: until }],
    ['bring forward', 't', { from: until, to: now }],
  ]);
});
