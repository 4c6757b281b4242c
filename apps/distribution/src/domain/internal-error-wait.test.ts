import { describe, expect, it } from 'vitest';
import { waitsAfter } from './internal-error-wait.ts';

const latest = { random: () => 1 };

describe('the wait after an internal error', () => {
  it('the wait after an internal error begins with two seconds and doubles', () => {
    const waits = [0, 1, 2].map((earlier) =>
      waitsAfter({ earlier, retryAfterMs: 1000 }, { random: () => 0.5 }),
    );
    expect(waits.map(({ aloneMs }) => aloneMs)).toEqual([2000, 4000, 8000]);
    expect(waits.map(({ allMs }) => allMs)).toEqual([1000, 2000, 4000]);
  });

  it('the wait after internal errors is less than 15 s, however many there were and whatever was requested', () => {
    expect(waitsAfter({ earlier: 500, retryAfterMs: 1000 }, latest).aloneMs).toBeLessThan(15_000);
    expect(waitsAfter({ earlier: 0, retryAfterMs: 3_600_000 }, latest).aloneMs).toBeLessThan(15_000);
  });
});
