import * as contracts from '@estate/contracts';
import type {
  AccountStatistics,
  PropertyStatistics,
  Statistic,
  StatisticsPart,
  StatisticsQuery,
  TargetStatistics,
} from '@estate/contracts';
import { NotFound, refusalOf } from '@estate/errors';
import type { InvalidInput } from '@estate/errors';
import type { AccountsDeps } from '../accounts-deps.ts';
import type { Call } from '../../edge/routing/call.ts';

const DAY_MS = 86_400_000;
const { STATISTICS, STATISTICS_DAYS, STATISTICS_KEPT_DAYS, STATISTICS_TARGETS_MAX } = contracts;

type Asking = Pick<AccountsDeps, 'askOwner' | 'clock'>;
type Counts = Record<Statistic, number>;
type Period = Record<'from' | 'to', string>;

/** The statistics of an account. @throws Unavailable if a service does not answer, InvalidInput */
export async function accountStatistics(
  query: StatisticsQuery,
  call: Call,
  deps: Asking,
): Promise<AccountStatistics> {
  const period = periodOf(query, deps.clock());
  const parts = await askBoth(period, call, deps);
  return { ...sumOf(parts, period), targets: targetsOf(parts) };
}

/** The statistics of a target. @throws Unavailable, InvalidInput, NotFound */
export async function targetStatistics(
  { id: targetId, ...query }: StatisticsQuery & { id: string },
  call: Call,
  deps: Asking,
): Promise<TargetStatistics> {
  const period = periodOf(query, deps.clock());
  return sumOf(await askBoth({ ...period, targetId }, call, deps), period);
}

/** The statistics of a property, even of a deleted one. @throws Unavailable, InvalidInput, NotFound */
export async function propertyStatistics(
  { id: propertyId, ...query }: StatisticsQuery & { id: string },
  call: Call,
  deps: Asking,
): Promise<PropertyStatistics> {
  const period = periodOf(query, deps.clock());
  const [{ isKnown }, parts] = await Promise.all([
    deps.askOwner(contracts.listCatalogTimeline, { propertyId, limit: 1 }, call),
    askBoth({ ...period, propertyId }, call, deps),
  ]);
  const targets = targetsOf(parts);
  if (!isKnown && targets.length === 0)
    throw new NotFound(`There is no property with the id ${propertyId}.`, { code: 'property-not-found' });
  const isLimited = parts.some((part) => part.isLimited);
  return { ...sumOf(parts, period), targets, ...(isLimited && { isLimited }) };
}

const askBoth = (
  input: Period & { targetId?: string; propertyId?: string },
  call: Call,
  { askOwner }: Pick<Asking, 'askOwner'>,
) =>
  Promise.all([
    askOwner(contracts.listPublicationStatistics, input, call),
    askOwner(contracts.listRequestStatistics, input, call),
  ]);

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** @throws InvalidInput for a period that ends before it begins, or that is too long */
export function periodOf(query: StatisticsQuery, now: Date): Period {
  const { to = dayOf(now.getTime()) } = query;
  const { from = dayOf(Date.parse(to) - (STATISTICS_DAYS - 1) * DAY_MS) } = query;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) throw refusedPeriod(`must not be after the last day, ${to}`);
  if (days > STATISTICS_KEPT_DAYS)
    throw refusedPeriod(
      `must be at most ${String(STATISTICS_KEPT_DAYS - 1)} days before the last day, ${to}`,
    );
  return { from, to };
}

const refusedPeriod = (rule: string): InvalidInput =>
  refusalOf([{ path: 'from', message: `from ${rule}`, code: 'invalid' }], 'validation-failed');

function sumOf(parts: readonly StatisticsPart[], { from, to }: Period): TargetStatistics {
  const byDay = new Map<string, Counts>();
  for (const { date, counts } of parts.flatMap(({ days }) => days))
    byDay.set(date, plus(byDay.get(date) ?? nothing(), counts));
  const days = daysOf({ from, to }).map((date) => ({ date, ...(byDay.get(date) ?? nothing()) }));
  const total = days.reduce<Counts>((sum, day) => plus(sum, day), nothing());
  const countedUntil = parts.map((part) => part.countedUntil).toSorted()[0] ?? '';
  return { from, to, countedUntil, ...total, days };
}

/** The targets with most requests first, and then most publications. */
function targetsOf(parts: readonly StatisticsPart[]): AccountStatistics['targets'] {
  const byTarget = new Map<string, Counts>();
  for (const { targetId, counts } of parts.flatMap(({ targets }) => targets))
    byTarget.set(targetId, plus(byTarget.get(targetId) ?? nothing(), counts));
  return [...byTarget]
    .map(([targetId, counts]) => ({ targetId, ...counts }))
    .toSorted((one, other) => other.requests - one.requests || other.published - one.published)
    .slice(0, STATISTICS_TARGETS_MAX);
}

const nothing = (): Counts => ({ published: 0, failed: 0, rejected: 0, requests: 0 });

const plus = (sum: Counts, counts: Partial<Counts>): Counts =>
  Object.fromEntries(STATISTICS.map((name) => [name, sum[name] + (counts[name] ?? 0)])) as Counts;

function daysOf({ from, to }: Period): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length: count }, (_, index) => dayOf(Date.parse(from) + index * DAY_MS));
}
