import { eventually } from '@estate/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallTurns } from './call-turns.ts';
import type { TurnLimits, TurnOptions, TurnTimes } from './call-turns.ts';

const LIMITS: TurnLimits = { places: 8, perAccount: 3, waitingMax: 100 };

/** Calls that end one by one. An account that has called once counts as calling for ever. */
function world(limits: Partial<TurnLimits> = {}, times: TurnTimes = {}) {
  const turns = new CallTurns({ ...LIMITS, ...limits }, { callingMs: Infinity, ...times });
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

/** The same after a call of another account. */
async function sharedWorld(...options: Parameters<typeof world>) {
  const made = world(...options);
  const other = made.call('other');
  await made.settled();
  await made.endFirst();
  await other;
  return made;
}

const refused = { status: 429, code: 'too-many-calls-at-once', headers: { 'retry-after': '1' } };

describe('the turns of calls', () => {
  it('an account that calls alone has all places', async () => {
    const { call, settled, endFirst, accounts } = world({ places: 5, perAccount: 2 });
    for (let count = 0; count < 12; count += 1) void call('a');
    await settled();
    for (const begun of [5, 5, 5, 5, 5, 5, 5, 5, 4, 3, 2, 1]) {
      expect(accounts()).toHaveLength(begun);
      await endFirst();
    }
  });

  it('a call of a second account begins when one call of an account with all places ends, and the first account falls back to its share', async () => {
    const { call, settled, endFirst, accounts } = world({ places: 5, perAccount: 2 });
    for (let count = 0; count < 12; count += 1) void call('a');
    void call('b');
    await settled();
    expect(accounts()).toBe('aaaaa');
    await endFirst('a');
    expect(accounts()).toBe('aaaab');
    for (const begun of ['aaab', 'aab', 'aba', 'baa']) {
      await endFirst('a');
      expect(accounts()).toBe(begun);
    }
  });

  it('calls of other accounts begin in their order when one call each of an account with all places ends', async () => {
    const { call, settled, endFirst, accounts } = world({ places: 4, perAccount: 1 });
    for (const account of 'aaaaaaaabcd') void call(account);
    await settled();
    for (const begun of ['aaaa', 'aaab', 'aabc', 'abcd', 'bcda']) {
      expect(accounts()).toBe(begun);
      await endFirst('a');
    }
  });

  it('an account has all places again when no other one has called for a while', async () => {
    const { call, settled, endFirst, accounts } = await sharedWorld(
      { places: 4, perAccount: 1 },
      { callingMs: 0 },
    );
    for (let count = 0; count < 6; count += 1) void call('a');
    await settled();
    expect(accounts()).toBe('aaaa');
    void call('b');
    await endFirst();
    await endFirst('a');
    expect(accounts()).toBe('aab');
    await endFirst('b');
    expect(accounts()).toBe('aaaa');
  });

  it('a costly call of an account that calls alone takes as many places as beside others', async () => {
    const { call, settled, accounts } = world({ places: 7, perAccount: 3 });
    for (let count = 0; count < 4; count += 1) void call('a', { places: Infinity });
    await settled();
    expect(accounts()).toBe('aa');
  });

  it('an account has no more calls in progress than its share while others call, and further ones begin in their order', async () => {
    const { call, settled, endFirst, accounts } = await sharedWorld({ perAccount: 2 });
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
    const { call, settled, accounts } = await sharedWorld();
    for (let count = 0; count < 60; count += 1) void call('a');
    void call('b');
    await settled();
    expect(accounts()).toBe('aaab');
  });

  it('when all places are taken, the account with the fewest calls in progress is next', async () => {
    const { call, settled, endFirst, accounts } = await sharedWorld({ places: 4 });
    for (const account of 'aaaaabbbcc') void call(account);
    await settled();
    expect(accounts()).toBe('aaab');
    await endFirst('a');
    expect(accounts()).toBe('aabc');
    await endFirst('a');
    expect(accounts()).toBe('abca');
  });

  it('a costly call has the places of its account alone, and calls behind it keep their order', async () => {
    const { call, settled, endFirst, accounts } = await sharedWorld();
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
    const { call, settled, endFirst, accounts } = await sharedWorld({ places: 3 });
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
    const { call, settled, endFirst, accounts } = await sharedWorld(
      { perAccount: 1, waitingMax: 1 },
      { waitMs: 10 },
    );
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
    const { call, settled, endFirst, accounts } = world({ places: 1 }, { withoutRestMs: 0 });
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
    const turns = new CallTurns({ ...LIMITS, places: 1 });
    const failing = turns.run('a', () => Promise.reject(new Error('broken')));
    const next = turns.run('a', () => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });

  it('a call that finds too many others waiting is refused, and one of another account is not', async () => {
    const { call } = await sharedWorld({ perAccount: 1, waitingMax: 2 });
    for (let count = 0; count < 3; count += 1) void call('a');
    await expect(call('a')).rejects.toMatchObject(refused);
    const other = call('b');
    expect(await Promise.race([other.then(() => 'ended'), Promise.resolve('in progress')])).toBe(
      'in progress',
    );
  });

  it('a call that waits too long for its turn is refused, and those behind it keep their order', async () => {
    const { call, settled, endFirst, accounts } = await sharedWorld({ perAccount: 1 }, { waitMs: 20 });
    void call('a');
    await expect(call('a')).rejects.toMatchObject(refused);
    void call('a');
    await settled();
    await endFirst();
    await settled();
    expect(accounts()).toBe('a');
  });

  it('a call that waits for something outside keeps no other call waiting', async () => {
    const { call, begun } = await sharedWorld({ perAccount: 1 }, { heldMs: 10 });
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

  it('a replica never has more calls in progress than places, an account none above its share while others call, and every call ends', async () => {
    const acts = fc.array(fc.constantFrom('a', 'b', 'c', 'end'), { maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(acts, async (order) => {
        const { call, endFirst, settled, accounts, begun } = world({ places: 5 });
        const calls: Promise<unknown>[] = [];
        const inProgress = () => ['a', 'b', 'c'].map((account) => accounts().split(account).length - 1);
        const callers = new Set<string>();
        for (const act of order) {
          const before = inProgress();
          if (act === 'end') await endFirst();
          else calls.push(call(act));
          if (act !== 'end') callers.add(act);
          await settled();
          expect(begun.length).toBeLessThanOrEqual(5);
          const most = callers.size > 1 ? 3 : 5;
          for (const [index, count] of inProgress().entries())
            expect(count).toBeLessThanOrEqual(Math.max(most, before[index] ?? 0));
        }
        while (begun.length > 0) await endFirst();
        await settled();
        await Promise.all(calls);
      }),
      { numRuns: 100 },
    );
  });
});
