import { COUNT_MAX, REQUEST_ANSWERERS_MAX, REQUEST_ORIGINS_MAX } from '@estate/contracts';
import type { Actor, RequestActivity } from '@estate/contracts';
import { timeOfId } from '@estate/persistence';
import type { StoredHandling } from '../domain/mail.ts';

interface Received {
  _id: string;
  targetId: string;
  propertyId?: string | undefined;
  handling?: Pick<StoredHandling, 'answeredAt' | 'answeredBy'> | undefined;
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
    answers: answersOf(counted),
  };
}

/** Requests that nobody is known to have answered are left out. */
function answersOf(counted: readonly Received[]): RequestActivity['answers'] {
  const answers = new Map<string, { by: Actor; seconds: number[] }>();
  for (const { _id, handling: { answeredAt, answeredBy: by } = {} } of counted) {
    if (!answeredAt || !by) continue;
    const key = `${by.kind} ${by.id ?? ''}`;
    const own = answers.get(key) ?? { by, seconds: [] };
    own.seconds.push(Math.max(0, answeredAt.getTime() - timeOfId(_id).getTime()) / 1000);
    answers.set(key, own);
  }
  return [...answers.values()]
    .map(({ by, seconds }) => ({
      by,
      requests: seconds.length,
      medianSeconds: Math.round(medianOf(seconds)),
    }))
    .toSorted((one, other) => other.requests - one.requests)
    .slice(0, REQUEST_ANSWERERS_MAX);
}

/** The lower one of two in the middle. */
function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
