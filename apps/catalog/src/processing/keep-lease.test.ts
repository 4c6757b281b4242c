import { newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { NOW, aProperty } from '../../test/fakes.ts';
import { keepLease } from './keep-lease.ts';

const record = aProperty();
const claimed = {
  record,
  lease: { id: record.id, fence: 1, owner: newId() },
  claims: 1,
  schedule: { attempt: 0, troubles: 0, trace: { requestId: 'req-test-0001' } },
};

const aborted = (signal: AbortSignal) =>
  new Promise<string>((resolve) => (signal.onabort = () => resolve('aborted')));

describe('a lease that is kept', () => {
  it('ends the work when it is lost, and not when the store is away for a moment', async () => {
    const answers = [Promise.reject(new Error('store away')), Promise.resolve(true), Promise.resolve(false)];
    let asked = 0;
    const extend = () => {
      asked += 1;
      return answers.shift() ?? Promise.resolve(false);
    };
    const keeping = { queue: { extend }, leaseMs: 3, clock: () => NOW };
    answers[0]?.catch(() => undefined);
    expect(await keepLease(keeping, claimed, aborted)).toBe('aborted');
    expect(asked).toBeGreaterThanOrEqual(3);
  });
});
