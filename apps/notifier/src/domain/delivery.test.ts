import { describe, expect, it } from 'vitest';
import { decide, newDelivery } from './delivery.ts';
import { RESPONSE_RULES, verdictOn } from './response-rules.ts';

const now = new Date('2026-11-01T08:30:00.000Z');
/** After the attempt number `n` of a plan. */
const after = (n: number) => ({
  attemptsLeft: 9 - n,
  now,
  schedule: { baseMs: 1000, random: () => 0.5 },
});
const inMs = (ms: number) => ({ status: 'pending', nextAttemptAt: new Date(now.getTime() + ms) });

describe('what an answer means', () => {
  it.each([
    [200, 'succeeded'],
    [204, 'succeeded'],
    [299, 'succeeded'],
    [101, 'repeat'],
    [301, 'repeat'],
    [302, 'repeat'],
    [308, 'repeat'],
    [400, 'repeat'],
    [404, 'repeat'],
    [409, 'repeat'],
    [410, 'gone'],
    [411, 'repeat'],
    [429, 'repeat'],
    [500, 'repeat'],
    [503, 'repeat'],
    [599, 'repeat'],
    [undefined, 'repeat'],
  ])('%s: %s', (statusCode, verdict) => {
    expect(verdictOn(statusCode)).toBe(verdict);
  });

  it('the meaning of a response status comes from exactly one rule', () => {
    for (let status = 100; status < 600; status += 1) {
      const fitting = RESPONSE_RULES.filter(({ from, to }) => from <= status && status <= to);
      expect(fitting.length, String(status)).toBeLessThanOrEqual(1);
    }
  });
});

describe('what becomes of a delivery', () => {
  it('a delivery ends with its first success', () => {
    expect(decide({ statusCode: 202 }, after(9))).toEqual({ status: 'succeeded' });
  });

  it('a delivery is retried eight times, then it has failed', () => {
    const decisions = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => decide({ statusCode: 500 }, after(n)));
    expect(decisions.slice(0, 8).every(({ status }) => status === 'pending')).toBe(true);
    expect(decisions[0]).toEqual(inMs(1000));
    expect(decisions[7]).toEqual(inMs(16_384_000));
    expect(decisions[8]).toEqual({ status: 'failed', receiverGone: false });
  });

  it.each([302, 404, 429, 500, 503])(
    'a delivery waits after a %i for as long as `Retry-After` says',
    (statusCode) => {
      expect(decide({ statusCode, retryAfter: '2' }, after(1))).toEqual(inMs(2000));
      expect(decide({ statusCode, retryAfter: '99999999999999999999' }, after(1))).toEqual(inMs(2000));
      for (const retryAfter of ['-5', 'soon', '', '0'])
        expect(decide({ statusCode, retryAfter }, after(1))).toEqual(inMs(1000));
    },
  );

  it('a delivery ends at once when its receiver is gone', () => {
    expect(decide({ statusCode: 410 }, after(1))).toEqual({ status: 'failed', receiverGone: true });
  });

  it('the first status of a delivery depends on the status of its webhook', () => {
    const event = { id: 'event', eventName: 'publication.failed', eventTime: now, accountId: 'account' };
    const first = (status: 'active' | 'paused' | 'disabled') =>
      newDelivery(event, { id: 'webhook', status }, { id: 'delivery', now });
    expect(first('active')).toMatchObject({ status: 'pending', nextAttemptAt: now });
    for (const status of ['paused', 'disabled'] as const) expect(first(status).nextAttemptAt).toBeUndefined();
    expect([first('paused').status, first('disabled').status]).toEqual(['held', 'discarded']);
  });
});
