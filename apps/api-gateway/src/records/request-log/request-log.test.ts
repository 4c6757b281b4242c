import { ID_PATTERN } from '@estate/contracts';
import type { AnsweredRequest } from '@estate/http';
import { createLogger, createMetrics } from '@estate/observability';
import { createIdSource } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { describe, expect, it } from 'vitest';
import { sampleRequest } from '../../edge/routing/sample-request.fixture.ts';
import type { LoggedRequest, RequestLogGap } from '../../domain/logged-request.ts';
import { RequestLog } from './request-log.ts';

const START = new Date('2026-11-01T08:00:00Z');
const ID = '0123456789abcdefghij';

const answered = (accountId = 'account-1', fields: Partial<AnsweredRequest> = {}): AnsweredRequest => ({
  head: sampleRequest({
    method: 'GET',
    url: `/targets/${ID}?q=Anna`,
    notes: { accountId, actor: { kind: 'api_key', id: 'key-1', name: 'Production' }, resourceIds: [ID] },
  }),
  route: '/targets/{id}',
  status: 200,
  durationMs: 12.5,
  ...fields,
});

function world({ waitingMax = 100, gatherMs = 5 } = {}) {
  const state = { away: false, seconds: 0, refusals: 0 };
  const stored: (readonly LoggedRequest[])[] = [];
  const batches: number[] = [];
  const gaps: RequestLogGap[] = [];
  const metrics = createMetrics('test');
  const clock = () => new Date(START.getTime() + state.seconds * 1000);
  const requestLog = new RequestLog({
    store: {
      insert: (buckets) => {
        if (state.away) {
          state.refusals += 1;
          return Promise.reject(new Error('away'));
        }
        batches.push(buckets.length);
        return Promise.resolve(void stored.push(...buckets));
      },
      insertGaps: (some) => {
        if (state.away) return Promise.reject(new Error('away'));
        return Promise.resolve(void gaps.push(...some));
      },
    },
    clock,
    newId: createIdSource(() => clock().getTime()),
    log: createLogger({ service: 'test', level: 'silent' }),
    metrics,
    waitingMax,
    gatherMs,
  });
  const missed = async () =>
    (await metrics.registry.metrics()).match(/request_log_missed_total\S* (\d+)/)?.[1];
  return { requestLog, state, stored, batches, gaps, missed };
}

describe('the request log', () => {
  it('the request log keeps a call with its caller and its resources, without its query', async () => {
    const { requestLog, stored } = world();
    requestLog.add(answered('account-1', { status: 404, code: 'target-not-found' }));
    await requestLog.close();
    expect(stored.flat()).toEqual([
      {
        id: expect.stringMatching(ID_PATTERN),
        accountId: 'account-1',
        at: new Date(START.getTime() - 12.5),
        method: 'GET',
        route: '/targets/{id}',
        path: `/targets/${ID}`,
        status: 404,
        code: 'target-not-found',
        durationMs: 12.5,
        actor: { kind: 'api_key', id: 'key-1', name: 'Production' },
        address: '192.0.2.1',
        requestId: 'request-1',
        resourceIds: [ID],
      },
    ]);
  });

  it('the request log keeps nothing of callers without a valid key, of the operator, or of its own page', async () => {
    const { requestLog, batches } = world();
    const unknown = answered();
    unknown.head.notes = {};
    const operator = answered();
    operator.head.notes = { actor: { kind: 'operator' } };
    const page = answered('account-1', { route: '/request-log' });
    page.head.notes.actor = { kind: 'dashboard' };
    for (const one of [unknown, operator, page]) requestLog.add(one);
    await requestLog.close();
    expect(batches).toEqual([]);
  });

  it('the request log stores the calls of an account in a second as one bucket, and those of all accounts with one write', async () => {
    const { requestLog, state, stored, batches } = world();
    for (const account of ['a', 'b', 'a', 'a']) requestLog.add(answered(account));
    state.seconds += 1;
    requestLog.add(answered('a'));
    await requestLog.close();
    expect(batches.reduce((sum, buckets) => sum + buckets, 0)).toBe(3);
    const accounts = stored.map((calls) => calls.map(({ accountId }) => accountId).join(' '));
    expect(accounts.toSorted()).toEqual(['a', 'a a a', 'b']);
  });

  it('the request log stores a thousand calls of an account in a second in the order of their ids, in buckets of 64 KiB before the second ends', async () => {
    const { requestLog, stored } = world({ waitingMax: 2000, gatherMs: 3_600_000 });
    for (let call = 0; call < 1000; call += 1) requestLog.add(answered());
    await eventually(() => stored.length > 0);
    await requestLog.close();
    const ids = stored.flat().map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted());
    expect(ids).toHaveLength(1000);
    const sizes = stored.map((calls) => JSON.stringify(calls).length);
    expect(Math.max(...sizes)).toBeLessThan(66 * 1024);
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(62 * 1024);
  });

  it('the request log stores buckets of a moment when no further call comes', async () => {
    const { requestLog, stored } = world();
    requestLog.add(answered());
    await eventually(() => stored.length === 1);
    requestLog.add(answered());
    await eventually(() => stored.length === 2);
    await requestLog.close();
  });

  it('the request log stores a bucket again as it was, and later calls of its second in another one', async () => {
    const { requestLog, state, stored } = world();
    state.away = true;
    requestLog.add(answered('a', { status: 201 }));
    await eventually(() => state.refusals > 1);
    requestLog.add(answered('a', { status: 202 }));
    state.away = false;
    await requestLog.close();
    expect(stored.map((calls) => calls.map(({ status }) => status))).toEqual([[201], [202]]);
  });

  it('the request log keeps calls until the database is back, and counts what does not fit as a gap of its account', async () => {
    const { requestLog, state, stored, gaps, missed } = world({ waitingMax: 3 });
    expect(await missed()).toBe('0');
    state.away = true;
    for (const account of ['a', 'b', 'c', 'a', 'b', 'a']) {
      state.seconds += 1;
      requestLog.add(answered(account));
    }
    expect(await missed()).toBe('3');
    state.away = false;
    await eventually(() => gaps.length === 2);
    expect(stored.flat().map(({ accountId }) => accountId)).toEqual(['a', 'b', 'c']);
    const after = (seconds: number) => new Date(START.getTime() + seconds * 1000);
    expect(gaps).toMatchObject([
      { accountId: 'a', since: after(4), at: after(6), missing: 2 },
      { accountId: 'b', since: after(5), at: after(5), missing: 1 },
    ]);
    await requestLog.close();
  });

  it('the request log ends with its process although the database is unavailable, and counts what is lost', async () => {
    const { requestLog, state, missed } = world();
    state.away = true;
    requestLog.add(answered());
    await requestLog.close();
    expect(await missed()).toBe('1');
  });
});
