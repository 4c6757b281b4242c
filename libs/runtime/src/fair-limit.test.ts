import { describe, expect, it } from 'vitest';
import { FairLimit } from './fair-limit.ts';

const { signal } = new AbortController();
const client = { accountId: 'a', signal };

/** All work that can begin has begun. */
const settled = async () => {
  for (let turns = 0; turns < 3; turns += 1) await new Promise(setImmediate);
};

/** Starts work of these accounts in this order; each piece ends when the test says so. */
function started(limit: FairLimit, names: readonly string[]) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const all = names.map((name) =>
    limit.run({ accountId: name.split('/')[0] ?? '', signal }, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  const endOne = async () => {
    ends.shift()?.();
    await settled();
  };
  return { begun, endOne, all };
}

describe('a fair limit', () => {
  it('a fair limit gives accounts turns however much one of them has waiting', async () => {
    const { begun, endOne } = started(new FairLimit(1), ['a/1', 'a/2', 'a/3', 'b/1', 'b/2', 'c/1']);
    await settled();
    expect(begun).toEqual(['a/1']);
    for (let time = 0; time < 5; time += 1) await endOne();
    expect(begun).toEqual(['a/1', 'a/2', 'b/1', 'c/1', 'a/3', 'b/2']);
  });

  it('a fair limit fills its places, and a place is free again after work that failed', async () => {
    const limit = new FairLimit(2);
    const broken = () => Promise.reject(new Error('broken'));
    await expect(limit.run(client, broken)).rejects.toThrow('broken');
    const { begun, endOne } = started(limit, ['a/1', 'a/2', 'a/3']);
    await settled();
    expect(begun).toEqual(['a/1', 'a/2']);
    await endOne();
    expect(begun).toEqual(['a/1', 'a/2', 'a/3']);
  });

  it('a fair limit forgets work whose signal is aborted before its turn', async () => {
    const limit = new FairLimit(1);
    const { endOne, all } = started(limit, ['a/1']);
    const stopping = new AbortController();
    const waiting = limit.run({ accountId: 'a', signal: stopping.signal }, () => Promise.resolve('done'));
    stopping.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    await endOne();
    await Promise.all(all);
    expect(await limit.run(client, () => Promise.resolve('free'))).toBe('free');
  });

  it('a fair limit starts work of several places when they are free, and nothing overtakes it', async () => {
    const limit = new FairLimit(3);
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const start = (name: string, places: number) =>
      limit.run(
        { accountId: name, signal },
        () => {
          begun.push(name);
          return new Promise<void>((resolve) => ends.set(name, resolve));
        },
        places,
      );
    const end = async (name: string) => {
      ends.get(name)?.();
      await settled();
    };
    const all = [start('two', 2), start('four', 4), start('one', 1)];
    await settled();
    expect(begun).toEqual(['two']);
    await end('two');
    expect(begun).toEqual(['two', 'four']);
    await end('four');
    expect(begun).toEqual(['two', 'four', 'one']);
    await end('one');
    await Promise.all(all);
  });

  it('a fair limit goes on with others when work that waits for more places is forgotten', async () => {
    const limit = new FairLimit(2);
    const held = Promise.withResolvers<string>();
    const holding = limit.run(client, () => held.promise);
    const stopping = new AbortController();
    const large = limit.run({ accountId: 'b', signal: stopping.signal }, () => Promise.resolve(), 2);
    const small = limit.run({ accountId: 'c', signal }, () => Promise.resolve('done'));
    stopping.abort(new Error('stopped'));
    await expect(large).rejects.toThrow('stopped');
    expect(await small).toBe('done');
    held.resolve('ended');
    await holding;
  });
});
