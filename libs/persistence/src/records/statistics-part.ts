import type { Statistic, StatisticsPart } from '@estate/contracts';
import { sumOfCounts } from './usage-store.ts';
import type { CountedDay, Counts, UsageStore, Whose } from './usage-store.ts';

/** A period of days in UTC, both included. */
export interface DayPeriod {
  from: string;
  to: string;
}

/** The bounds of a period: the first included, the second excluded. */
export const endsOf = ({ from, to }: DayPeriod): [Date, Date] => [
  new Date(from),
  new Date(Date.parse(to) + 86_400_000),
];

/** The statistics of an account or of one of its targets, as far as they are counted. */
export async function statisticsPart(
  statistics: Pick<UsageStore, 'ofDays' | 'until'>,
  whose: Whose,
  period: DayPeriod,
): Promise<StatisticsPart> {
  const countedUntil = (await statistics.until('hours')) ?? new Date(0);
  return { countedUntil: countedUntil.toISOString(), ...(await summed(statistics.ofDays(whose, period))) };
}

interface Counted {
  at: Date;
  targetId: string;
  name: Statistic | undefined;
}

/** The statistics from fresh counts. */
export async function statisticsOf(
  all: readonly Counted[],
  { isLimited, clock }: { isLimited: boolean; clock: () => Date },
): Promise<StatisticsPart> {
  const days = all.flatMap(({ at, targetId, name }): CountedDay[] => {
    const day = at.toISOString().slice(0, 10);
    return name === undefined ? [] : [{ accountId: '', of: targetId, day, counts: { [name]: 1 } }];
  });
  return {
    countedUntil: clock().toISOString(),
    ...(isLimited && { isLimited }),
    ...(await summed(days)),
  };
}

async function summed(counted: AsyncIterable<CountedDay> | Iterable<CountedDay>) {
  const days = new Map<string, Counts>();
  const targets = new Map<string, Counts>();
  for await (const { day, of = '', counts } of counted) {
    days.set(day, sumOfCounts([days.get(day) ?? {}, counts]));
    targets.set(of, sumOfCounts([targets.get(of) ?? {}, counts]));
  }
  return {
    days: [...days].map(([date, each]) => ({ date, counts: each })),
    targets: [...targets].map(([targetId, each]) => ({ targetId, counts: each })),
  };
}
