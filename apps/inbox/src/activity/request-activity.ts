import { COUNT_MAX, REQUEST_ORIGINS_MAX } from '@estate/contracts';
import type { RequestActivity } from '@estate/contracts';
import { timeOfId } from '@estate/persistence';

interface Received {
  _id: string;
  targetId: string;
  propertyId?: string | undefined;
}

/** Counts requests by the day and by what they are about; those beyond the most that are counted only show that there are more. */
export function requestActivity(newest: readonly Received[], dates: readonly string[]): RequestActivity {
  const counted = newest.slice(0, COUNT_MAX);
  const byDay = Map.groupBy(counted, ({ _id }) => timeOfId(_id).toISOString().slice(0, 10));
  const byOrigin = Map.groupBy(counted, ({ targetId, propertyId = '' }) => `${targetId} ${propertyId}`);
  const origins = [...byOrigin.values()].map((alike) => ({
    targetId: alike[0]?.targetId ?? '',
    ...(alike[0]?.propertyId !== undefined && { propertyId: alike[0].propertyId }),
    requests: alike.length,
  }));
  return {
    total: counted.length,
    ...(newest.length > counted.length && { isLimited: true as const }),
    days: dates.map((date) => ({ date, requests: byDay.get(date)?.length ?? 0 })),
    // The order of equal counts is that of the newest requests, which does not change while nothing arrives.
    origins: origins.toSorted((one, other) => other.requests - one.requests).slice(0, REQUEST_ORIGINS_MAX),
  };
}
