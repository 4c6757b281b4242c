import { describe, expect, it } from 'vitest';
import { Pace } from './pace.ts';

describe('the pace of a mailbox', () => {
  it('the pace of a mailbox slows down to single emails while batches fail, and recovers', () => {
    const pace = new Pace();
    expect([pace.begin(), pace.begin(), pace.begin(), pace.begin(), pace.begin()]).toEqual([
      100, 25, 6, 1, 1,
    ]);
    pace.succeeded();
    expect(pace.begin()).toBe(2);
    for (let n = 0; n < 10; n += 1) {
      pace.succeeded();
      pace.begin();
    }
    expect(pace.begin()).toBe(25);
  });
});
