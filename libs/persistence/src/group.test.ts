import { describe, expect, it } from 'vitest';
import { Group } from './group.ts';

describe('a group', () => {
  it('does what is asked for meanwhile in one go, and gives each its own result', async () => {
    const done: number[][] = [];
    const group = new Group<number, number>((items) => {
      done.push(items);
      return Promise.resolve(items.map((item) => item * 2));
    });
    const first = group.do(1);
    const second = group.do(2);
    expect(await Promise.all([first, second])).toEqual([2, 4]);
    const third = await Promise.all([3, 4, 5].map((item) => group.do(item)));
    expect(third).toEqual([6, 8, 10]);
    expect(done).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('goes on after a failure, which everybody in it is told', async () => {
    let count = 0;
    const group = new Group<number, number>((items) => {
      count += 1;
      return count === 1 ? Promise.reject(new Error('away')) : Promise.resolve(items);
    });
    const failed = await Promise.allSettled([group.do(1), group.do(2)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await group.do(3)).toBe(3);
  });
});
