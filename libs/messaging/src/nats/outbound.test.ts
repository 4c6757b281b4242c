import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Outbound } from './outbound.ts';

function connection(refused: readonly string[] = []) {
  const published: string[] = [];
  const publish = (subject: string) => {
    if (refused.includes(subject)) throw new Error(`${subject} is refused`);
    published.push(subject);
  };
  return { published, publish };
}

describe('what leaves for the broker', () => {
  it('outbound messages leave together at the end of the turn, in their order', async () => {
    const to = connection();
    const outbound = new Outbound(to);
    for (const subject of ['a', 'b', 'c']) outbound.send({ subject, data: '' });
    expect(to.published).toEqual([]);
    await nextTurn();
    expect(to.published).toEqual(['a', 'b', 'c']);
  });

  it('outbound messages leave once at a flush', async () => {
    const to = connection();
    const outbound = new Outbound(to);
    outbound.send({ subject: 'a', data: '' });
    outbound.flush();
    await nextTurn();
    expect(to.published).toEqual(['a']);
  });

  it('a refused outbound message is reported to its sender and does not block others', async () => {
    const to = connection(['b']);
    const outbound = new Outbound(to);
    const refusals: unknown[] = [];
    for (const subject of ['a', 'b', 'c'])
      outbound.send({ subject, data: '', onRefused: (error) => refusals.push(error) });
    await nextTurn();
    expect(to.published).toEqual(['a', 'c']);
    expect(refusals).toEqual([new Error('b is refused')]);
  });
});
