import { describe, expect, it } from 'vitest';
import { answerAfter, currentAnswer, eventOf } from './platform-answer.ts';
import type { PlatformAnswer, Said } from './platform-answer.ts';

const UPLOADED = new Date('2026-11-20T10:00:00.400Z');
const at = (seconds: number) => new Date(UPLOADED.getTime() - 400 + seconds * 1000);
type Answered = Parameters<typeof answerAfter>[0];
const uploading: Answered = {
  doneVersion: 2,
  everUploaded: true,
  intent: { version: 3 },
  published: false,
  sequence: 3,
};
const listing = (more: Partial<Answered> = {}): Answered => ({
  ...uploading,
  ...{ doneVersion: 3, lastPublishedAt: UPLOADED, published: true },
  ...more,
});
const says = (state: Said['state'], more: Partial<Said> = {}): Said => ({
  state,
  at: at(60),
  source: 'email',
  messages: [],
  ...more,
});
const stored = (state: Said['state'], more: Partial<PlatformAnswer> = {}): PlatformAnswer => ({
  ...{ state, at: at(30), source: 'email', messages: [], sequence: 3 },
  ...more,
});

describe('what a platform says about a listing', () => {
  it('the answer about a package that a newer one has replaced does not reject the newer one', () => {
    expect(answerAfter(listing(), says('rejected', { sequence: 2 }))).toBeUndefined();
    expect(answerAfter(listing(), says('rejected', { sequence: 3 }))).toMatchObject({ sequence: 3 });
  });

  it('the answer that names no package is about the last upload unless it is older', () => {
    expect(answerAfter(listing(), says('rejected', { at: at(-5) }))).toBeUndefined();
    expect(answerAfter(listing(), says('rejected', { at: at(0) }))).toMatchObject({ state: 'rejected' });
  });

  it('the answer to the only upload counts, whatever the clock of the platform says', () => {
    const first = { sequence: 1, intent: { version: 1 }, doneVersion: 1 };
    expect(answerAfter(listing(first), says('confirmed', { at: at(-500) }))).toMatchObject({ sequence: 1 });
  });

  it('the answer that comes before the upload has ended counts', () => {
    expect(answerAfter(uploading, says('rejected'))).toMatchObject({ state: 'rejected' });
  });

  it('the answer about a listing that was never sent changes nothing', () => {
    expect(answerAfter(listing({ everUploaded: false }), says('confirmed'))).toBeUndefined();
  });

  it('the answer of a platform counts more than an inquiry, also if it was written before', () => {
    const platformAnswer = stored('confirmed', { source: 'inquiry' });
    expect(answerAfter(listing({ platformAnswer }), says('rejected', { at: at(10) }))).toMatchObject({
      state: 'rejected',
    });
    expect(answerAfter(listing({ platformAnswer }), says('confirmed', { at: at(10) }))).toBeUndefined();
  });

  it('the answer that is certain stays when one that is not certain follows about the same upload, in whatever order they come', () => {
    for (const state of ['rejected', 'confirmed', 'removed'] as const) {
      const certain = listing({ platformAnswer: stored(state) });
      expect(answerAfter(certain, says('unknown', { at: at(90) }))).toBeUndefined();
      const unknown = listing({ platformAnswer: stored('unknown', { at: at(90) }) });
      expect(answerAfter(unknown, says(state))).toMatchObject({ state });
    }
    expect(answerAfter(listing(), says('unknown'))).toMatchObject({ state: 'unknown' });
    const earlier = listing({ platformAnswer: stored('confirmed', { sequence: 2 }) });
    expect(answerAfter(earlier, says('unknown'))).toMatchObject({ state: 'unknown' });
  });

  it('the same answer twice has one effect, and a later one replaces it', () => {
    const platformAnswer = stored('rejected');
    expect(answerAfter(listing({ platformAnswer }), says('rejected'))).toBeUndefined();
    expect(answerAfter(listing({ platformAnswer }), says('confirmed'))).toMatchObject({ state: 'confirmed' });
    expect(answerAfter(listing({ platformAnswer }), says('confirmed', { at: at(10) }))).toBeUndefined();
  });

  it('an inquiry confirms a listing of which nothing is known, and overrules no report', () => {
    const inquiry = says('confirmed', { source: 'inquiry' });
    expect(answerAfter(listing(), inquiry)).toMatchObject({ source: 'inquiry' });
    expect(answerAfter(listing({ published: false }), inquiry)).toBeUndefined();
    for (const state of ['confirmed', 'rejected', 'removed'] as const)
      expect(answerAfter(listing({ platformAnswer: stored(state) }), inquiry)).toBeUndefined();
    expect(answerAfter(listing({ platformAnswer: stored('unknown') }), inquiry)).toBeDefined();
  });
});

describe('the answer that is shown', () => {
  it('a rejection is shown until a newer package has arrived, a confirmation stays', () => {
    const rejected = stored('rejected', { sequence: 2 });
    expect(currentAnswer({ ...uploading, platformAnswer: rejected })).toEqual(rejected);
    expect(currentAnswer(listing({ platformAnswer: rejected }))).toBeUndefined();
    const confirmed = stored('confirmed', { sequence: 2 });
    expect(currentAnswer(listing({ platformAnswer: confirmed }))).toEqual(confirmed);
  });

  it('a removal leads to the event of a rejection unless the property is off the platform anyway', () => {
    expect(eventOf({ state: 'removed' }, { published: true })).toBe('rejected');
    expect(eventOf({ state: 'removed' }, { published: false })).toBeUndefined();
    expect(eventOf({ state: 'unknown' }, { published: true })).toBeUndefined();
  });
});
