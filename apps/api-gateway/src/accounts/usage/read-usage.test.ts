import type { UsagePart } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import type { AccountsDeps } from '../accounts-deps.ts';
import { monthOf, readUsage, usageCsv } from './read-usage.ts';

const call = { accountId: '', requestId: 'request-1', permissions: [] };
const day = (accountId: string, date: string, counts: UsagePart['days'][number]['counts']) => ({
  accountId,
  day: date,
  counts,
});
const PARTS: Record<string, UsagePart> = {
  'ask.catalog.list-usage': {
    countedUntil: '2026-11-24T10:00:00.000Z',
    days: [
      day('a', '2026-11-02', { properties: 5, bytes: 100 }),
      day('a', '2026-11-01', { properties: 7, bytes: 50 }),
    ],
  },
  'ask.distribution.list-usage': {
    countedUntil: '2026-11-24T09:00:00.000Z',
    days: [
      day('a', '2026-11-01', { publications: 3, listings: 2 }),
      day('b', '2026-11-01', { publications: 9 }),
    ],
  },
  'ask.inbox.list-usage': { countedUntil: '2026-11-24T10:00:00.000Z', days: [] },
  'ask.notifier.list-usage': {
    countedUntil: '2026-11-24T10:00:00.000Z',
    days: [day('a', '2026-11-01', { deliveries: 1 }), day('a', '2026-11-02', { deliveries: 10 })],
  },
};
const askOwner = (({ subject }: { subject: string }) =>
  Promise.resolve(PARTS[subject])) as AccountsDeps['askOwner'];

describe('the usage of a month', () => {
  it('the usage of a month adds up what happened and has the highest levels, of each account its own', async () => {
    const [a, b, c] = await readUsage(['a', 'b', 'c'], '2026-11', { call, askOwner });
    expect(a).toMatchObject({
      properties: 7,
      bytes: 100,
      listings: 2,
      publications: 3,
      deliveries: 11,
      requests: 0,
    });
    expect(a?.days.map((each) => each.day)).toEqual(['2026-11-01', '2026-11-02']);
    expect(b).toMatchObject({ publications: 9, properties: 0, days: [{ publications: 9, deliveries: 0 }] });
    expect(c).toMatchObject({ publications: 0, days: [] });
  });

  it('the usage of a month is counted until the time that all services have reached', async () => {
    const [usage] = await readUsage(['a'], '2026-11', { call, askOwner });
    expect(usage?.countedUntil).toBe('2026-11-24T09:00:00.000Z');
  });

  it('the usage of a month as CSV has a line of names and one line a day', async () => {
    const [usage] = await readUsage(['a'], '2026-11', { call, askOwner });
    expect(usageCsv(usage ?? { days: [] })).toBe(
      'day,publications,deliveries,requests,properties,listings,bytes\r\n' +
        '2026-11-01,3,1,0,7,2,50\r\n2026-11-02,0,10,0,5,0,100\r\n',
    );
  });

  it('the month of a time is the month in UTC', () => {
    expect(monthOf(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11');
  });
});
