import { eventually } from '@estate/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallTurns } from './call-turns.ts';
import type { TurnLimits, TurnOptions } from './call-turns.ts';

const LIMITS: TurnLimits = { places: 8, perAccount: 3, waitingMax: 100 };

/** Calls that end one by one. */
function world(
  limits: Partial<TurnLimits> = {},
  times: { heldMs?: number; waitMs?: number; withoutRestMs?: number } = {},
) {
  const turns = new CallTurns({ ...LIMITS, ...limits }, times);
  const begun: { account: string; end: () => void }[] = [];
  const call = (account: string, options?: TurnOptions): Promise<unknown> => {
    const done = turns.run(
      account,
      () => {
        const { promise, resolve } = Promise.withResolvers<undefined>();
        begun.push({ account, end: () => resolve(undefined) });
        return promise;
      },
      options,
    );
    done.catch(() => undefined);
    return done;
  };
  /** Every call that can begin has begun. */
  const settled = async () => {
    for (let turns = 0; turns < 3; turns += 1) await new Promise(setImmediate);
  };
  const endFirst = async (account?: string) => {
    const index = begun.findIndex((one) => account === undefined || one.account === account);
    begun.splice(index, 1)[0]?.end();
    await settled();
  };
  const accounts = () => begun.map(({ account }) => account).join('');
  return { call, settled, endFirst, accounts, begun };
}

const refused = { status: 429, code: 'too-many-calls-at-once', headers: { 'retry-after': '1' } };

describe('the turns of calls', () => {
  it('an account has no more calls in progress than its share, and further ones begin in their order', async () => {
    const { call, settled, endFirst, accounts } = world({ perAccount: 2 });
    const order: number[] = [];
    for (const number of [1, 2, 3, 4]) void call('a').then(() => order.push(number));
    await settled();
    expect(accounts()).toBe('aa');
    for (const waiting of [2, 2, 2, 1]) {
      expect(accounts()).toHaveLength(waiting);
      await endFirst();
    }
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it('a call of another account begins at once, however many calls of the first one wait', async () => {
    const { call, settled, accounts } = world();
    for (let count = 0; count < 60; count += 1) void call('a');
    void call('b');
    await settled();
    expect(accounts()).toBe('aaab');
  });

  it('when all places are taken, the account with the fewest calls in progress is next', async () => {
    const { call, settled, endFirst, accounts } = world({ places: 4 });
    for (const account of 'aaaaabbbcc') void call(account);
    await settled();
    expect(accounts()).toBe('aaab');
    await endFirst('a');
    expect(accounts()).toBe('aabc');
    await endFirst('a');
    expect(accounts()).toBe('abca');
  });

  it('a costly call has the places of its account alone, and calls behind it keep their order', async () => {
    const { call, settled, endFirst, accounts } = world();
    const order: string[] = [];
    const named = (name: string, places: number) => void call('a', { places }).then(() => order.push(name));
    named('one', 1);
    named('costly', Infinity);
    named('two', 2);
    named('three', 1);
    await settled();
    for (const begun of ['a', 'a', 'aa', 'a']) {
      expect(accounts()).toBe(begun);
      await endFirst();
    }
    expect(order).toEqual(['one', 'costly', 'two', 'three']);
  });

  it('a costly call is not overtaken for ever by calls of other accounts', async () => {
    const { call, settled, endFirst, accounts } = world({ places: 3 });
    for (const account of 'abc') void call(account);
    void call('d', { places: 3 });
    for (const account of 'efghefgh') void call(account);
    await settled();
    for (const begun of ['abc', 'bc', 'c', 'd']) {
      expect(accounts()).toBe(begun);
      await endFirst();
    }
    expect(accounts()).toBe('efg');
  });

  it('a patient call waits behind any number of others, and longer than others may wait', async () => {
    const { call, settled, endFirst, accounts } = world({ perAccount: 1, waitingMax: 1 }, { waitMs: 10 });
    void call('a');
    const impatient = call('a');
    const patient = call('a', { isPatient: true });
    await expect(impatient).rejects.toMatchObject(refused);
    await endFirst();
    await settled();
    expect(accounts()).toBe('a');
    await endFirst();
    await patient;
  });

  it('an account with waiting calls rests after its first calls while another account calls, and not while it is alone', async () => {
    const { call, settled, endFirst, accounts } = world({ perAccount: 1 }, { withoutRestMs: 0 });
    const calls = [call('a'), call('a'), call('a')];
    await settled();
    await endFirst();
    expect(accounts()).toBe('a');
    const other = call('b');
    await new Promise((resolve) => setTimeout(resolve, 5));
    await endFirst('a');
    expect(accounts()).toBe('b');
    await endFirst('b');
    await other;
    await eventually(() => accounts() === 'a');
    await endFirst();
    await settled();
    await Promise.all(calls);
  });

  it('a call that fails gives its place to the next one', async () => {
    const turns = new CallTurns({ ...LIMITS, perAccount: 1 });
    const failing = turns.run('a', () => Promise.reject(new Error('broken')));
    const next = turns.run('a', () => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });

  it('a call that finds too many others waiting is refused, and one of another account is not', async () => {
    const { call } = world({ perAccount: 1, waitingMax: 2 });
    for (let count = 0; count < 3; count += 1) void call('a');
    await expect(call('a')).rejects.toMatchObject(refused);
    const other = call('b');
    expect(await Promise.race([other.then(() => 'ended'), Promise.resolve('in progress')])).toBe(
      'in progress',
    );
  });

  it('a call that waits too long for its turn is refused, and those behind it keep their order', async () => {
    const { call, settled, endFirst, accounts } = world({ perAccount: 1 }, { waitMs: 20 });
    void call('a');
    await expect(call('a')).rejects.toMatchObject(refused);
    void call('a');
    await settled();
    await endFirst();
    await settled();
    expect(accounts()).toBe('a');
  });

  it('a call that waits for something outside keeps no other call waiting', async () => {
    const { call, begun } = world({ perAccount: 1 }, { heldMs: 10 });
    const first = call('a');
    const second = call('a');
    const isFirstOver = await Promise.race([
      first.then(() => true),
      new Promise<boolean>((resolve) => {
        const look = () => (begun.length === 2 ? resolve(false) : setImmediate(look));
        look();
      }),
    ]);
    expect(isFirstOver).toBe(false);
    for (const { end } of begun) end();
    await Promise.all([first, second]);
  });

  it('no account and no replica ever has more calls in progress than allowed, and every call ends', async () => {
    const acts = fc.array(fc.constantFrom('a', 'b', 'c', 'end'), { maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(acts, async (order) => {
        const { call, endFirst, settled, accounts, begun } = world({ places: 5 });
        const calls: Promise<unknown>[] = [];
        for (const act of order) {
          if (act === 'end') await endFirst();
          else calls.push(call(act));
          await settled();
          expect(begun.length).toBeLessThanOrEqual(5);
          for (const account of 'abc') expect(accounts().split(account).length - 1).toBeLessThanOrEqual(3);
        }
        while (begun.length > 0) await endFirst();
        await settled();
        await Promise.all(calls);
      }),
      { numRuns: 100 },
    );
  });
});
