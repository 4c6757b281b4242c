import { describe, expect, it } from 'vitest';
import { Batcher } from './batcher.ts';

describe('a batcher', () => {
  it('a batcher processes waiting items in one batch and returns to each its own result', async () => {
    const done: number[][] = [];
    const batcher = new Batcher<number, number>((items) => {
      done.push(items);
      return Promise.resolve(items.map((item) => item * 2));
    });
    const first = batcher.do(1);
    const second = batcher.do(2);
    expect(await Promise.all([first, second])).toEqual([2, 4]);
    const third = await Promise.all([3, 4, 5].map((item) => batcher.do(item)));
    expect(third).toEqual([6, 8, 10]);
    expect(done).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('a batcher continues after a failure, which rejects every item of the batch', async () => {
    let count = 0;
    const batcher = new Batcher<number, number>((items) => {
      count += 1;
      return count === 1 ? Promise.reject(new Error('away')) : Promise.resolve(items);
    });
    const failed = await Promise.allSettled([batcher.do(1), batcher.do(2)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await batcher.do(3)).toBe(3);
  });
});
