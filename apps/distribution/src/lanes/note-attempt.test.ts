import { describe, expect, it } from 'vitest';
import type { ListingRecord } from '../domain/listing.ts';
import type { AttemptEntry, ListingEntry } from '../domain/timeline.ts';
import { AttemptLog } from './attempt-log.ts';
import type { Lane } from './lane-deps.ts';
import { noteLostAttempt } from './note-attempt.ts';
import { createLogger } from '@estate/observability';

const BEGAN_AT = new Date('2026-11-24T13:03:00Z');
const record = (id: string) =>
  ({
    id,
    accountId: 'account-1',
    propertyId: 'property-1',
    targetId: 'target-1',
    wanted: { action: 'set', requestId: 'request-1' },
  }) as ListingRecord;

/** A lane, and what a store keeps of its attempts: of two entries with one id, the first one. */
function world() {
  let attempting: AttemptEntry[] = [];
  const timeline = new Map<string, ListingEntry>();
  const deps = {
    log: createLogger({ service: 'distribution', level: 'silent' }),
    leases: {
      begin: (_lease: unknown, begun: readonly AttemptEntry[]) => {
        attempting = [...begun];
        return Promise.resolve(true);
      },
    },
    counter: { add: () => undefined, save: () => Promise.resolve() },
    timeline: {
      add: (_accountId: string, entries: readonly ListingEntry[]) => {
        for (const entry of entries) if (!timeline.has(entry.id)) timeline.set(entry.id, entry);
        return Promise.resolve();
      },
    },
  };
  const lane = { target: { type: 'portal', lease: { id: 'target-1', fence: 7 } } } as Lane;
  const attempts = new AttemptLog(lane, deps);
  return {
    attempts,
    /** The next process takes the lane. */
    takeOver: () => noteLostAttempt({ accountId: 'account-1', attempting }, deps),
    outcomes: () => [...timeline.values()].map((entry) => [entry.listingId, (entry as AttemptEntry).outcome]),
  };
}

describe('the attempt of a process that is killed', () => {
  it('the attempt of a process that is killed is interrupted, and its begin is its time', async () => {
    const { attempts, takeOver, outcomes } = world();
    await attempts.begin(record('listing-1'), BEGAN_AT);
    await takeOver();
    await takeOver();
    expect(outcomes()).toEqual([['listing-1', 'interrupted']]);
  });

  it('the attempt of a process that is killed keeps an outcome that was recorded', async () => {
    const { attempts, takeOver, outcomes } = world();
    await attempts.begin(record('listing-1'), BEGAN_AT);
    await attempts.end(record('listing-1'), { beganAt: BEGAN_AT, outcome: 'succeeded', durationMs: 20 });
    await takeOver();
    expect(outcomes()).toEqual([['listing-1', 'succeeded']]);
  });

  it('the attempt of a process that is killed is recorded although the next attempt has begun', async () => {
    const { attempts, takeOver, outcomes } = world();
    for (const id of ['listing-1', 'listing-2']) await attempts.begin(record(id), BEGAN_AT);
    await takeOver();
    expect(outcomes()).toEqual([
      ['listing-1', 'interrupted'],
      ['listing-2', 'interrupted'],
    ]);
  });
});
