import { createLogger } from '@estate/observability';
import { describe, expect, it } from 'vitest';
import { sampleRequest } from '../routing/sample-request.fixture.ts';
import type { IdempotentCall } from '../../stores/idempotency-store.ts';
import { Once } from './once.ts';
import type { OnceParts } from './once.ts';

const request = sampleRequest({
  url: '/contacts',
  headers: { 'idempotency-key': 'one' },
  body: {},
});
const answer = { status: 201, body: { id: 'made' } };

/** A store that knows no call yet. */
function once(parts: { leaseMs: number; clock?: () => Date; calls?: Partial<OnceParts['calls']> }) {
  const calls: OnceParts['calls'] = {
    begin: () => Promise.resolve(true),
    find: () => Promise.resolve(null),
    takeOver: () => Promise.resolve(null),
    extend: () => Promise.resolve(true),
    finish: () => Promise.resolve(),
    release: () => Promise.resolve(),
    ...parts.calls,
  };
  return new Once({
    calls,
    vault: { seal: (text) => text, open: (text) => text },
    clock: parts.clock ?? (() => new Date()),
    newId: () => 'd1a2b3c4e5f6g7h8i9j0',
    log: createLogger({ service: 'test', level: 'silent' }),
    leaseMs: parts.leaseMs,
  });
}

describe('the lease of a call', () => {
  it('the lease of a call is extended again while an earlier extension gets no answer from the store', async () => {
    const untils: Date[] = [];
    let goOn = () => {};
    const extended = new Promise<void>((resolve) => (goOn = resolve));
    const extend = (_id: string, _token: string, until: Date): Promise<boolean> => {
      untils.push(until);
      if (untils.length === 3) goOn();
      return new Promise(() => undefined);
    };
    const work = () => extended.then(() => answer);
    expect(await once({ leaseMs: 40, calls: { extend } }).run(request, 'account-1', work)).toBe(answer);
  }, 5000);

  it('the lease of a call that has ended by the time it is taken starts no work', async () => {
    let nowMs = 0;
    let runs = 0;
    const begin = (call: IdempotentCall): Promise<boolean> => {
      // The process stood still until after its lease.
      nowMs = (call.run?.until.getTime() ?? 0) + 1;
      return Promise.resolve(true);
    };
    const slow = once({ leaseMs: 10_000, clock: () => new Date(nowMs), calls: { begin } });
    const work = () => {
      runs += 1;
      return Promise.resolve(answer);
    };
    await expect(slow.run(request, 'account-1', work)).rejects.toMatchObject({
      status: 409,
      code: 'idempotency-in-progress',
    });
    expect(runs).toBe(0);
  });
});
