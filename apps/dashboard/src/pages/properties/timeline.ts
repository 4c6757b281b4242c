import type { Delivery, Property, ServiceEvent, Webhook } from '@estate/client';
import { api } from '../../api/client.ts';
import { newestEvents } from '../../api/events.ts';

const MOST_EVENTS = 500;
const WEBHOOKS = 5;

export interface SentTo {
  webhookId: string;
  host: string;
  delivery: Delivery;
}

export type Moment =
  | { kind: 'created' | 'updated'; at: string }
  | { kind: 'event'; at: string; event: ServiceEvent; sentTo: SentTo[] };

/** All that happened to a property, newest first, each event with where it was delivered to. */
export async function readTimeline(property: Property, signal: AbortSignal): Promise<Moment[]> {
  const since = property.createdAt;
  const [events, webhooks] = await Promise.all([
    newestEvents({ since, most: MOST_EVENTS }, signal),
    api.webhooks.list({ limit: WEBHOOKS, order: 'desc' }, { signal }),
  ]);
  const about = events.filter((event) => isAbout(event, property.id));
  const sent = await Promise.all(webhooks.data.map((webhook) => deliveriesOf(webhook, since, signal)));
  const all = sent.flat();
  const moments: Moment[] = about.map((event) => ({
    kind: 'event',
    at: event.eventTime,
    event,
    sentTo: all.filter(({ delivery }) => delivery.eventId === event.eventId),
  }));
  if (property.updatedAt !== property.createdAt) moments.push({ kind: 'updated', at: property.updatedAt });
  moments.push({ kind: 'created', at: property.createdAt });
  return moments.sort((a, b) => b.at.localeCompare(a.at));
}

async function deliveriesOf({ id, url }: Webhook, since: string, signal: AbortSignal): Promise<SentTo[]> {
  const { data } = await api.deliveries.list(id, { since, limit: 100, order: 'desc' }, { signal });
  return data.map((delivery) => ({ webhookId: id, host: new URL(url).host, delivery }));
}

function isAbout({ eventPayload }: ServiceEvent, propertyId: string): boolean {
  if ('propertyId' in eventPayload) return eventPayload.propertyId === propertyId;
  return 'id' in eventPayload && eventPayload.id === propertyId;
}
