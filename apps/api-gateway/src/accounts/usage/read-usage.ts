import * as contracts from '@estate/contracts';
import type { Usage, UsageDay, UsageName, UsagePart } from '@estate/contracts';
import type { AccountsDeps } from '../accounts-deps.ts';
import { askEveryOwner } from '../../edge/routing/ask-every-owner.ts';
import type { Call } from '../../edge/routing/call.ts';

const FLOWS: readonly UsageName[] = contracts.USAGE_FLOWS;
const NAMES: readonly UsageName[] = [...contracts.USAGE_FLOWS, ...contracts.USAGE_LEVELS];

type Counts = Record<UsageName, number>;

/** The usage of accounts in a month, counted by all services. @throws Unavailable if one of them does not answer */
export async function readUsage(
  accountIds: readonly string[],
  month: string,
  { call, askOwner }: { call: Call } & Pick<AccountsDeps, 'askOwner'>,
): Promise<Usage[]> {
  if (accountIds.length === 0) return [];
  const input = { month, accountIds: [...accountIds] };
  const parts = await askEveryOwner(contracts.listUsage, input, { call, askOwner });
  return accountIds.map((accountId) => usageOf(accountId, month, parts));
}

/** The month of a time, in UTC. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

function usageOf(accountId: string, month: string, parts: readonly UsagePart[]): Usage {
  const countedUntil = parts.map((part) => part.countedUntil).toSorted()[0] ?? '';
  const byDay = new Map<string, Counts>();
  for (const { days } of parts) {
    for (const { day, counts } of days.filter((each) => each.accountId === accountId)) {
      byDay.set(day, { ...(byDay.get(day) ?? nothing()), ...counts });
    }
  }
  const days: UsageDay[] = [...byDay].map(([day, counts]) => ({ day, ...counts }));
  days.sort((one, other) => (one.day < other.day ? -1 : 1));
  return { accountId, month, countedUntil, ...monthly(days), days };
}

const nothing = (): Counts => Object.fromEntries(NAMES.map((name) => [name, 0])) as Counts;

/** The counts of a month: flows are added up, levels have their highest value. */
const monthly = (days: readonly Counts[]): Counts =>
  Object.fromEntries(
    NAMES.map((name) => {
      const values = days.map((counts) => counts[name]);
      const isFlow = FLOWS.includes(name);
      return [name, isFlow ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values)];
    }),
  ) as Counts;

/** The days of a month as CSV with a header line. */
export function usageCsv({ days }: Pick<Usage, 'days'>): string {
  const lines = days.map((day) => [day.day, ...NAMES.map((name) => String(day[name]))]);
  return [['day', ...NAMES], ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}
