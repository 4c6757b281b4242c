import { describe, expect, it } from 'vitest';
import { shownStateOf } from './listing-state.ts';

describe('the shown state of a listing', () => {
  it('a pending listing with a planned time is planned, and a failed one that stays online is a failed update', () => {
    const scheduledFor = '2099-02-01T12:00:00.000Z';
    expect(shownStateOf({ state: 'pending', published: false, scheduledFor })).toBe('planned');
    expect(shownStateOf({ state: 'pending', published: false })).toBe('pending');
    expect(shownStateOf({ state: 'paused', published: false, scheduledFor })).toBe('paused');
    expect(shownStateOf({ state: 'failed', published: true })).toBe('updateFailed');
    expect(shownStateOf({ state: 'failed', published: false })).toBe('failed');
  });
});
