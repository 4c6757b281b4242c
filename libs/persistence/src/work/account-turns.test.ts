import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AccountTurns } from './account-turns.ts';
import type { DueLook } from './account-turns.ts';

const START = Date.parse('2026-11-01T08:00:00.000Z');

/** Work in the order in which it became due: `big/1` is of the account `big`. */
function waiting(...names: string[]) {
  const due = names.map((name, index) => ({
    id: name,
    accountId: name.split('/')[0] ?? '',
    dueAt: new Date(START + index),
  }));
  return {
    all: () => Promise.resolve(due),
    ifDue: (id: string) => Promise.resolve(due.find(({ id: name }) => name === id) ?? null),
  };
}

/** Later than everything became due; each look at it is later than the one before. */
function turnsOf(look: DueLook, perAccount: number): AccountTurns {
  let now = START + 1000;
  return new AccountTurns(look, { perAccount, clock: () => new Date((now += 1)) });
}

/** The time of a look at all, on a clock that stands still meanwhile; the rest that follows takes as long. */
const LOOK_MS = 50;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => vi.useRealTimers();
});

const NONE = new Set<string>();
const LARGE = ['big/1', 'big/2', 'big/3', 'big/4', 'big/5'];

async function begin(turns: AccountTurns, times: number): Promise<(string | undefined)[]> {
  const names: (string | undefined)[] = [];
  for (let time = 0; time < times; time += 1) {
    const next = await turns.next(NONE);
    if (next) turns.begin(next);
    names.push(next?.id);
  }
  return names;
}

describe('turns of accounts', () => {
  it('turns within an account go by age', async () => {
    expect(await begin(turnsOf(waiting('a/2', 'a/1'), 2), 3)).toEqual(['a/2', 'a/1', undefined]);
  });

  it('turns go first to accounts without work in progress, however long others wait', async () => {
    const turns = turnsOf(waiting(...LARGE, 'small/1', 'tiny/1'), 3);
    expect(await begin(turns, 4)).toEqual(['big/1', 'small/1', 'tiny/1', 'big/2']);
  });

  it('turns are left to other accounts when one has its share', async () => {
    const turns = turnsOf(waiting(...LARGE), 2);
    expect(await begin(turns, 3)).toEqual(['big/1', 'big/2', undefined]);
    turns.end('big/1');
    expect(await begin(turns, 1)).toEqual(['big/3']);
  });

  it('work gets its next turn after work that still waits', async () => {
    const turns = turnsOf(waiting('a/1', 'a/2'), 1);
    const order: (string | undefined)[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const [name = ''] = await begin(turns, 1);
      order.push(name);
      turns.end(name);
    }
    expect(order).toEqual(['a/1', 'a/2', 'a/1', 'a/2']);
  });

  it('turns alternate between accounts with constant work, beside one that has its share', async () => {
    const turns = turnsOf(waiting(...LARGE, 'a/1', 'b/1'), 1);
    expect(await begin(turns, 1)).toEqual(['big/1']);
    const order: (string | undefined)[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const [name = ''] = await begin(turns, 1);
      order.push(name);
      turns.end(name);
    }
    expect(order).toEqual(['a/1', 'b/1', 'a/1', 'b/1']);
  });

  it('turns go to hinted work at once, without another look at all work', async () => {
    const look = waiting(...LARGE, 'small/1');
    let looks = 0;
    const nothingYet = () => {
      looks += 1;
      vi.advanceTimersByTime(LOOK_MS);
      return Promise.resolve([]);
    };
    const turns = turnsOf({ ...look, all: nothingYet }, 2);
    expect(await begin(turns, 1)).toEqual([undefined]);
    turns.hint('small/2');
    turns.hint('small/1');
    expect(await begin(turns, 2)).toEqual(['small/1', undefined]);
    expect(looks).toBe(1);
  });

  it('turns go to hinted work while all work is looked up', async () => {
    const look = waiting(...LARGE, 'small/1');
    const looks: (() => void)[] = [];
    const none = () => new Promise<never[]>((resolve) => looks.push(() => resolve([])));
    const turns = turnsOf({ ...look, all: none }, 2);
    const first = begin(turns, 1);
    await Promise.resolve();
    turns.hint('small/1');
    const second = begin(turns, 1);
    await new Promise(setImmediate);
    looks.forEach((end) => end());
    expect([...(await first), ...(await second)]).toContain('small/1');
  });

  it('hints give no turn to work that just had one while others wait, nor beyond a share', async () => {
    const turns = turnsOf(waiting('a/1', 'a/2', 'a/3'), 2);
    expect(await begin(turns, 2)).toEqual(['a/1', 'a/2']);
    turns.hint('a/3');
    expect(await begin(turns, 1)).toEqual([undefined]);
    turns.end('a/1');
    turns.hint('a/1');
    expect(await begin(turns, 1)).toEqual(['a/3']);
  });

  it('hints take no turns from work without hints', async () => {
    const turns = turnsOf(waiting('a/1', 'b/1', 'old/1'), 1);
    const order: (string | undefined)[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      turns.hint('a/1');
      turns.hint('b/1');
      const [name = ''] = await begin(turns, 1);
      order.push(name);
      turns.end(name);
    }
    expect(order).toEqual(['a/1', 'b/1', 'old/1', 'a/1']);
  });

  it('one look at all due work serves many turns', async () => {
    const look = waiting(...LARGE, 'small/1');
    let looks = 0;
    const slow = () => {
      looks += 1;
      vi.advanceTimersByTime(LOOK_MS);
      return look.all();
    };
    const turns = turnsOf({ ...look, all: slow }, 5);
    expect(await begin(turns, 6)).toEqual(['big/1', 'small/1', 'big/2', 'big/3', 'big/4', 'big/5']);
    expect(looks).toBe(1);
    vi.advanceTimersByTime(10 * LOOK_MS);
    await begin(turns, 1);
    expect(looks).toBe(2);
  });

  it('turns are given neither to work in progress nor to refused work', async () => {
    const turns = turnsOf(waiting('a/1', 'a/2'), 5);
    const next = await turns.next(new Set(['a/1']));
    expect(next?.id).toBe('a/2');
    expect(next && turns.begin(next)).toBe(true);
    expect(next && turns.begin(next)).toBe(false);
  });
});
