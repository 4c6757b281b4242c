import type { Delivery, ServiceEvent } from '@estate/client';
import { api } from '../../api/client.ts';
import { newestEvents } from '../../api/events.ts';

const DAY_MS = 86_400_000;
const DAYS = 14;
const MOST_EVENTS = 1000;
const WEBHOOKS = 5;

export interface Day {
  /** Its first moment, in the reader's zone. */
  at: Date;
  published: number;
  failed: number;
  requests: number;
  deliveries: number;
}

export interface Activity {
  days: Day[];
  recent: ServiceEvent[];
  /** More happened than was counted. */
  cut: boolean;
}

/** What happened day by day, counted from the newest events and deliveries. */
export async function readActivity(signal: AbortSignal): Promise<Activity> {
  const days = emptyDays(new Date());
  const since = (days[0]?.at ?? new Date()).toISOString();
  const [events, webhooks] = await Promise.all([
    newestEvents({ since, most: MOST_EVENTS }, signal),
    api.webhooks.list({ limit: WEBHOOKS, order: 'desc' }, { signal }),
  ]);
  const pages = await Promise.all(
    webhooks.data.map(({ id }) => api.deliveries.list(id, { since, limit: 100, order: 'desc' }, { signal })),
  );
  for (const event of events) count(event, days);
  for (const delivery of pages.flatMap(({ data }) => data)) countDelivery(delivery, days);
  const cut = events.length >= MOST_EVENTS || pages.some(({ hasMore }) => hasMore) || webhooks.hasMore;
  return { days, recent: events.slice(0, 8), cut };
}

function emptyDays(now: Date): Day[] {
  return Array.from({ length: DAYS }, (_, index) => {
    const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (DAYS - 1 - index));
    return { at, published: 0, failed: 0, requests: 0, deliveries: 0 };
  });
}

const dayOf = (time: string, days: readonly Day[]): Day | undefined =>
  days.findLast(
    ({ at }) => at.getTime() <= Date.parse(time) && Date.parse(time) < at.getTime() + DAY_MS * 1.1,
  );

function count({ eventName, eventTime }: ServiceEvent, days: readonly Day[]): void {
  const day = dayOf(eventTime, days);
  if (!day) return;
  if (eventName === 'publication.succeeded') day.published += 1;
  if (eventName === 'publication.failed') day.failed += 1;
  if (eventName === 'request.created') day.requests += 1;
}

function countDelivery({ createdAt }: Delivery, days: readonly Day[]): void {
  const day = createdAt === undefined ? undefined : dayOf(createdAt, days);
  if (day) day.deliveries += 1;
}
