import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOfNight, nextNight } from './night.ts';

const HOUR_MS = 3_600_000;
const time = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2029-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin', dateStyle: 'short' });

describe('the nights of a target', () => {
  it('a night has one time for a target, which lies within it and before its end', () => {
    fc.assert(
      fc.property(fc.uuid(), time, (id, after) => {
        const at = nextNight(id, after);
        const following = nextNight(id, at);
        expect(at.getTime()).toBeGreaterThan(after.getTime());
        expect(at.getTime() - after.getTime()).toBeLessThanOrEqual(25 * HOUR_MS);
        expect(endOfNight(at).getTime()).toBeGreaterThan(at.getTime());
        expect(endOfNight(at).getTime() - at.getTime()).toBeLessThanOrEqual(5 * HOUR_MS);
        expect(dayOf.format(following)).toBe(dayOf.format(new Date(at.getTime() + 24 * HOUR_MS)));
      }),
    );
  });

  it.each([
    ['in winter', '2026-11-27T12:00:00Z', '2026-11-28T04:00:00Z'],
    ['in summer', '2026-07-01T12:00:00Z', '2026-07-02T03:00:00Z'],
    ['in March that has no two o’clock', '2027-03-27T12:00:00Z', '2027-03-28T03:00:00Z'],
    ['in October that has two o’clock twice', '2026-10-24T12:00:00Z', '2026-10-25T04:00:00Z'],
  ])('a night %s ends at five o’clock in Germany', (_when, after, end) => {
    expect(endOfNight(nextNight('t1', new Date(after)))).toEqual(new Date(end));
  });

  it('the nights of many targets are spread', () => {
    const after = new Date('2026-11-27T12:00:00Z');
    const times = new Set(Array.from({ length: 200 }, (_, n) => nextNight(`target-${n}`, after).getTime()));
    expect(times.size).toBeGreaterThan(150);
  });
});
