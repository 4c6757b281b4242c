import { describe, expect, it } from 'vitest';
import { Turns } from './turns.ts';

interface Due {
  targetId: string;
  accountId: string;
}

/** Targets in the order in which they wait: `big/1` is a target of the account `big`. */
function waiting(...names: string[]) {
  const due: Due[] = names.map((name) => ({ targetId: name, accountId: name.split('/')[0] ?? '' }));
  return {
    oldest: ({ targets, accounts }: { targets: readonly string[]; accounts: readonly string[] }) =>
      Promise.resolve(
        due.find(({ targetId, accountId }) => !targets.includes(targetId) && !accounts.includes(accountId)),
      ),
    ifDue: (id: string) => Promise.resolve(due.find(({ targetId }) => targetId === id) ?? null),
  };
}

const NONE = new Set<string>();
const LARGE = ['big/1', 'big/2', 'big/3', 'big/4', 'big/5'];

async function begin(turns: Turns, times: number): Promise<(string | undefined)[]> {
  const names: (string | undefined)[] = [];
  for (let time = 0; time < times; time += 1) {
    const next = await turns.next(NONE);
    if (next) turns.begin(next);
    names.push(next?.targetId);
  }
  return names;
}

describe('turns', () => {
  it('go by age within an account', async () => {
    expect(await begin(new Turns(waiting('a/2', 'a/1'), 2), 3)).toEqual(['a/2', 'a/1', undefined]);
  });

  it('go to accounts without a lane first, however long others wait', async () => {
    const turns = new Turns(waiting(...LARGE, 'small/1', 'tiny/1'), 3);
    expect(await begin(turns, 4)).toEqual(['big/1', 'small/1', 'tiny/1', 'big/2']);
  });

  it('leave places for others when one account has its share', async () => {
    const turns = new Turns(waiting(...LARGE), 2);
    expect(await begin(turns, 3)).toEqual(['big/1', 'big/2', undefined]);
    turns.end('big/1');
    expect(await begin(turns, 1)).toEqual(['big/3']);
  });

  it('come again after those that still wait', async () => {
    const turns = new Turns(waiting('a/1', 'a/2'), 1);
    const order: (string | undefined)[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const [name = ''] = await begin(turns, 1);
      order.push(name);
      turns.end(name);
    }
    expect(order).toEqual(['a/1', 'a/2', 'a/1', 'a/2']);
  });

  it('alternate between accounts that always have something due, beside one that holds its share', async () => {
    const turns = new Turns(waiting(...LARGE, 'a/1', 'b/1'), 1);
    expect(await begin(turns, 1)).toEqual(['big/1']);
    const order: (string | undefined)[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const [name = ''] = await begin(turns, 1);
      order.push(name);
      turns.end(name);
    }
    expect(order).toEqual(['a/1', 'b/1', 'a/1', 'b/1']);
  });

  it('go at once to a target that is said to be due, without a look at all others', async () => {
    const look = waiting(...LARGE, 'small/1');
    const turns = new Turns({ ...look, oldest: () => Promise.resolve(undefined) }, 2);
    turns.hint('small/2');
    turns.hint('small/1');
    expect(await begin(turns, 2)).toEqual(['small/1', undefined]);
  });

  it('do not go by hints to targets of busy accounts that had their turn, nor beyond a share', async () => {
    const turns = new Turns(waiting('a/1', 'a/2', 'a/3'), 2);
    expect(await begin(turns, 2)).toEqual(['a/1', 'a/2']);
    turns.hint('a/3');
    expect(await begin(turns, 1)).toEqual([undefined]);
    turns.end('a/1');
    turns.hint('a/1');
    expect(await begin(turns, 1)).toEqual(['a/3']);
  });

  it('go by hint and by age in turn, so that neither starves the other', async () => {
    const turns = new Turns(waiting('old/1', 'a/1', 'b/1'), 1);
    const order: (string | undefined)[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      turns.hint('a/1');
      turns.hint('b/1');
      const [name = ''] = await begin(turns, 1);
      order.push(name);
      turns.end(name);
    }
    expect(order).toEqual(['a/1', 'old/1', 'b/1', 'old/1']);
  });

  it('are not given twice to what is at work, nor to what was refused', async () => {
    const turns = new Turns(waiting('a/1', 'a/2'), 5);
    const next = await turns.next(new Set(['a/1']));
    expect(next?.targetId).toBe('a/2');
    expect(next && turns.begin(next)).toBe(true);
    expect(next && turns.begin(next)).toBe(false);
  });
});
