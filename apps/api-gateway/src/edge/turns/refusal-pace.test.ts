import { NotFound, Unavailable } from '@estate/errors';
import { HttpRefusal } from '@estate/http';
import { describe, expect, it } from 'vitest';
import { RefusalPace } from './refusal-pace.ts';

const tooMany = () =>
  Promise.reject(new HttpRefusal({ status: 429, code: 'rate-limited', message: 'Too many.' }));
const notFound = () => Promise.reject(new NotFound('There is none.', { code: 'contact-not-found' }));
const unavailable = () => Promise.reject(new Unavailable('It is unavailable.'));

/** An interval that no test lives to see. */
const NEVER_MS = 1_000_000;

function world(everyMs = NEVER_MS) {
  const stopping = new AbortController();
  const pace = new RefusalPace({ stopping: stopping.signal, everyMs });
  const answered: string[] = [];
  const call = (account: string | undefined, work: () => Promise<unknown>) =>
    pace
      .run(() => account, work)
      .catch(() => undefined)
      .then(() => void answered.push(account ?? ''));
  const settled = () => new Promise(setImmediate);
  return { answered, call, settled, stop: () => stopping.abort() };
}

describe('the pace of refusals', () => {
  it('the first refusals of each account are sent at once, and further ones wait', async () => {
    const { answered, call, settled, stop } = world();
    for (let count = 0; count < 50; count += 1) void call('a', tooMany);
    void call('b', tooMany);
    await settled();
    expect(answered.filter((account) => account === 'a')).toHaveLength(10);
    expect(answered).toContain('b');
    stop();
    await settled();
    expect(answered).toHaveLength(51);
  });

  it('refusals for other reasons than too many calls wait after the first hundred', async () => {
    const { answered, call, settled, stop } = world();
    for (let count = 0; count < 150; count += 1) void call('a', notFound);
    await settled();
    expect(answered).toHaveLength(100);
    stop();
    await settled();
    expect(answered).toHaveLength(150);
  });

  it('other outcomes, and refusals of nobody known, wait for nothing', async () => {
    const { answered, call, settled } = world();
    for (let count = 0; count < 200; count += 1) {
      void call('a', unavailable);
      void call('a', () => Promise.resolve());
      void call(undefined, tooMany);
    }
    await settled();
    expect(answered).toHaveLength(600);
  });

  it('every refusal is sent in the end', async () => {
    const { answered, call } = world(1);
    await Promise.all(Array.from({ length: 40 }, () => call('a', tooMany)));
    expect(answered).toHaveLength(40);
  });
});
