import { expect, it } from 'vitest';
import { usageCsv } from './usage-csv.ts';

it('the usage of all accounts as CSV has one line for each account, with the names of the fields first', () => {
  const counts = { properties: 2, listings: 4, bytes: 1000, publications: 5, deliveries: 6, requests: 7 };
  const usage = {
    accountId: 'a1',
    month: '2026-11',
    countedUntil: '2026-11-24T10:00:00.000Z',
    days: [],
    ...counts,
  };
  expect(usageCsv([usage])).toBe(
    'accountId,month,countedUntil,properties,listings,bytes,publications,deliveries,requests\n' +
      'a1,2026-11,2026-11-24T10:00:00.000Z,2,4,1000,5,6,7\n',
  );
});
