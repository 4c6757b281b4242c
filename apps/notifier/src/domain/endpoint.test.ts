import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FRESH_ENDPOINT, afterAttempt, isHeld } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';

const limits = { windowMax: 16, holdMs: 30_000 };
const answered = (endpoint: Endpoint, durationMs = 20) =>
  afterAttempt(endpoint, { deliveryId: 'any', ok: true, durationMs }, { nowMs: 0, limits });
const refused = (endpoint: Endpoint, deliveryId: string, nowMs = 0) =>
  afterAttempt(endpoint, { deliveryId, ok: false, durationMs: 20 }, { nowMs, limits });
const times = (count: number, change: (endpoint: Endpoint, n: number) => Endpoint, from = FRESH_ENDPOINT) =>
  Array.from({ length: count }, (_, n) => n).reduce(change, from);

describe('how much a receiver is sent at a time', () => {
  it('the window of a receiver starts small and grows with its successes up to the limit', () => {
    expect(FRESH_ENDPOINT.window).toBe(2);
    expect(times(5, (endpoint) => answered(endpoint)).window).toBe(7);
    expect(times(100, (endpoint) => answered(endpoint)).window).toBe(16);
  });

  it('the window of a receiver is halved by a failure and then grows slowly', () => {
    const full = times(100, (endpoint) => answered(endpoint));
    const shrunk = refused(full, 'one');
    expect(shrunk.window).toBe(8);
    expect(answered(shrunk).window).toBeCloseTo(8.125);
    expect(times(10, (endpoint, n) => refused(endpoint, `d${n % 3}`), full).window).toBe(1);
  });

  it('the window of a slow receiver stays small', () => {
    const slow = times(100, (endpoint) => answered(endpoint, 3000));
    expect(slow).toMatchObject({ window: 4, slow: true });
    expect(answered(slow).slow).toBe(false);
  });

  it('the window of a receiver is at least one and never above the limit', () => {
    const outcome = fc.record({
      deliveryId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      ok: fc.boolean(),
      durationMs: fc.nat(20_000),
    });
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 200 }), (outcomes) => {
        let nowMs = 0;
        let endpoint: Endpoint = FRESH_ENDPOINT;
        for (const one of outcomes) {
          endpoint = afterAttempt(endpoint, one, { nowMs: (nowMs += 1000), limits });
          expect(Math.floor(endpoint.window)).toBeGreaterThanOrEqual(1);
          expect(endpoint.window).toBeLessThanOrEqual(limits.windowMax);
        }
      }),
    );
  });
});

describe('a receiver that seems dead', () => {
  const dead = times(5, (endpoint, n) => refused(endpoint, `delivery ${n}`));

  it('a receiver is suspended once five different deliveries have failed in a row', () => {
    expect(times(4, (endpoint, n) => refused(endpoint, `delivery ${n}`)).heldUntilMs).toBe(0);
    expect(dead.heldUntilMs).toBe(30_000);
    expect(isHeld(dead, 29_999)).toBe(true);
    expect(isHeld(dead, 30_000)).toBe(false);
  });

  it('a receiver is not suspended because one delivery failed nine times, or because of failures between successes', () => {
    expect(times(9, (endpoint) => refused(endpoint, 'the same')).heldUntilMs).toBe(0);
    const mixed = times(40, (endpoint, n) =>
      n % 4 === 3 ? answered(endpoint) : refused(endpoint, `delivery ${n}`),
    );
    expect(mixed.heldUntilMs).toBe(0);
  });

  it('a suspended receiver is tried with one delivery and suspended twice as long after each failure, at most sixteen times as long', () => {
    let endpoint = dead;
    const holds = Array.from({ length: 7 }, () => {
      const nowMs = endpoint.heldUntilMs;
      endpoint = refused(endpoint, 'probe', nowMs);
      expect(endpoint.window).toBe(1);
      return (endpoint.heldUntilMs - nowMs) / 1000;
    });
    expect(holds).toEqual([60, 120, 240, 480, 480, 480, 480]);
  });

  it('a suspended receiver is not suspended longer because of attempts that were under way', () => {
    expect(refused(dead, 'late', 1000).heldUntilMs).toBe(30_000);
  });

  it('a suspended receiver is active again after its first success', () => {
    expect(answered(dead)).toMatchObject({ heldUntilMs: 0, holds: 0, failed: [] });
  });
});
