import { expect, it } from 'vitest';
import { answerOf } from './mail.ts';

const [FIRST, LATER] = [new Date('2026-11-20T10:00:00.000Z'), new Date('2026-11-20T12:00:00.000Z')];
const anna = { kind: 'user', id: '01h9z0xk4tq8v2m3c5d7', name: 'Anna' };

it('a request is answered by whoever first sets another state than new, and stays so', () => {
  const first = answerOf(undefined, { state: 'inProgress', changedAt: FIRST, changedBy: anna });
  expect(first).toEqual({ answeredAt: FIRST, answeredBy: anna });
  const before = { state: 'new' as const, changedAt: FIRST, ...first };
  expect(answerOf(before, { state: 'done', changedAt: LATER })).toEqual(first);
});

it('a request that stays new is not answered, and one that was answered before that was recorded has no time', () => {
  expect(answerOf(undefined, { state: 'new', changedAt: FIRST, changedBy: anna })).toEqual({});
  const untouched = { state: 'new' as const, changedAt: FIRST };
  expect(answerOf(untouched, { state: 'done', changedAt: LATER })).toEqual({ answeredAt: LATER });
  const recordedNowhere = { state: 'done' as const, changedAt: FIRST };
  expect(answerOf(recordedNowhere, { state: 'inProgress', changedAt: LATER })).toEqual({});
});
