import { LISTING_STATES } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { STANDINGS, isShown, standingOf, standingsIn, stateOf } from './listing-standing.ts';

const at = new Date('2026-11-01T08:00:00.000Z');
const lastError = { failureCode: 'internal', failureMessage: 'x', at };

describe('the state of a listing', () => {
  it.each([
    [{ published: false }, 'pending', 'pending', 'paused'],
    [{ published: false, preventPublication: true }, 'pending', 'pending', 'paused'],
    [
      { published: false, preventPublication: true, lastPublishedAt: at },
      'unpublished',
      'unpublished',
      'unpublished',
    ],
    [{ published: false, lastPublishedAt: at }, 'pending', 'pending', 'paused'],
    [{ published: true, lastPublishedAt: at }, 'published', 'published', 'published'],
    [{ published: true, preventPublication: true }, 'published', 'published', 'published'],
    [{ published: false, lastError }, 'failed', 'failed', 'failed'],
    [{ published: true, lastError }, 'update_failed', 'failed', 'failed'],
  ] as const)(
    'the state of a listing of %j is as it stands, and as its target stands',
    (progress, standing, open, paused) => {
      expect(standingOf(progress)).toBe(standing);
      expect([stateOf(standing, false), stateOf(standing, true)]).toEqual([open, paused]);
      expect(isShown(standing)).toBe(progress.published);
    },
  );

  it('the state of a listing is found by the standings that listings in it have, and every standing is in a state', () => {
    for (const state of LISTING_STATES) {
      for (const standing of standingsIn(state)) expect(stateOf(standing, state === 'paused')).toBe(state);
    }
    expect(new Set(LISTING_STATES.flatMap(standingsIn))).toEqual(new Set(STANDINGS));
  });
});
