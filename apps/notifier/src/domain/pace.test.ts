import { describe, expect, it } from 'vitest';
import { REACH_MS, nextSlots } from './pace.ts';

const NOW = 1_793_522_400_000;

describe('the slots of a limit', () => {
  it('the slots of a limit are evenly spaced and begin now when none was used recently', () => {
    expect(nextSlots({ maxPerSecond: 50, nextSlotMs: NOW - 5000 }, 3, NOW)).toEqual({
      at: [NOW, NOW + 20, NOW + 40],
      nextSlotMs: NOW + 60,
    });
  });

  it('the slots of a limit are given only as far ahead as attempts may wait in a process', () => {
    const { at, nextSlotMs } = nextSlots({ maxPerSecond: 50 }, 1000, NOW);
    expect(at.at(-1)).toBe(NOW + REACH_MS);
    expect(nextSlots({ maxPerSecond: 50, nextSlotMs }, 1000, NOW)).toEqual({ at: [], nextSlotMs });
  });

  it('a slot of the far future counts as due, and one that is seconds away does not', () => {
    const taken = nextSlots({ maxPerSecond: 50, nextSlotMs: Date.parse('2099-01-01') }, 2, NOW);
    expect(taken).toEqual({ at: [NOW, NOW + 20], nextSlotMs: NOW + 40 });
    expect(nextSlots({ maxPerSecond: 50, nextSlotMs: NOW + 30_000 }, 2, NOW).at).toEqual([]);
  });

  it.each([1, 3, 7, 50, 333, 1000])(
    'the slots of a limit of %i are never more in any second, however they are taken',
    (maxPerSecond) => {
      const all: number[] = [];
      let nextSlotMs: number | undefined;
      for (let nowMs = NOW; nowMs < NOW + 5000; nowMs += 17) {
        const slots = nextSlots({ maxPerSecond, nextSlotMs }, 1 + (nowMs % 40), nowMs);
        all.push(...slots.at);
        nextSlotMs = slots.nextSlotMs;
      }
      for (const from of all) {
        const inSecond = all.filter((at) => at >= from && at < from + 999.999);
        expect(inSecond.length).toBeLessThanOrEqual(maxPerSecond);
      }
      expect(all.length).toBeGreaterThan(4 * maxPerSecond);
    },
  );
});
