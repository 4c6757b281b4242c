import type { AccountStatistics } from '@estate/client';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { TargetNumbers } from './target-numbers.tsx';
import { drawn } from '../../api/drawn.fixture.ts';

const week = {
  from: '2026-11-22',
  targets: [{ targetId: 't', published: 9, failed: 2, rejected: 1, requests: 4 }],
} as unknown as AccountStatistics;

function links(refused: number): string[] {
  const now = { online: { count: 5 }, rejected: { count: refused }, refused };
  const markup = drawn(createElement(TargetNumbers, { id: 't', week }), {
    role: 'viewer',
    read: [[['listings', 'standings', 't'], now]],
  });
  return [...markup.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => to.replaceAll('&amp;', '&'));
}

describe('the numbers of a portal', () => {
  it('a number of a portal leads only to a list with as many rows', () => {
    const rejected = '/listings?targetId=t&status=published&platformState=rejected';
    const requests = '/requests?targetId=t&from=2026-11-22T00:00:00.000Z';
    expect(links(0)).toEqual(['/listings?targetId=t&status=published', rejected, requests]);
    // What the portal refuses is published for the list, but not online.
    expect(links(1)).toEqual([rejected, requests]);
  });
});
