import { EVENTS } from '@estate/contracts';
import type { EventName, Page } from '@estate/contracts';
import { newId } from '@estate/persistence';
import type { ApiClient } from '@estate/stack';
import type { ListBench, Stored } from './list-bench.ts';
import { sampleProperty } from '../sample-property.ts';
import { until } from '../until.ts';

const PROPERTIES = 50_000;
const LISTINGS = 100_000;
const TARGETS = 40;
const PATIENCE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Ids that say which thing they belong to; real ones sort by time, which nothing here depends on. */
const idOf = (kind: string, position: number): string => kind + String(position).padStart(19, '0');
const at = <T>(values: readonly T[], position: number): T => values[position % values.length] as T;

const USUAL: readonly EventName[] = [
  'publication.succeeded',
  'publication.succeeded',
  'property.processing_succeeded',
  'publication.succeeded',
  'request.created',
];
/** Half of all events are about one target. */
const targetOf = (position: number): string => idOf('t', position % 2 === 0 ? 0 : position % TARGETS);

/** One in a thousand is a failed publication. */
function document({ _id, ...template }: Stored, position: number): Stored {
  const eventName = position % 1000 === 3 ? 'publication.failed' : at(USUAL, position);
  const isOfProperty = eventName.startsWith('property.');
  const eventId = newId();
  const eventPayload = EVENTS[eventName].example;
  const eventTime = new Date();
  return {
    ...template,
    _id: eventId,
    eventName,
    eventTime,
    expiresAt: new Date(eventTime.getTime() + 30 * DAY_MS),
    propertyId: idOf('p', (position * 7919) % PROPERTIES),
    ...(!isOfProperty && {
      listingId: idOf('l', (position * 7919) % LISTINGS),
      targetId: targetOf(position),
    }),
    rawBody: JSON.stringify({ eventId, eventName, eventPayload, eventTime: eventTime.toISOString() }),
  };
}

/** Events come from what happens: here from the processing of a property. */
async function create(api: ApiClient): Promise<string> {
  const { id } = await api.post<{ id: string }>('/properties', sampleProperty);
  const events = await until(
    () => api.get<Page<{ eventId: string }>>(`/events?propertyId=${id}`),
    ({ data }) => data.length > 0,
    PATIENCE_MS,
  );
  return events.data[0]?.eventId ?? '';
}

const [property, listing] = [idOf('p', 500), idOf('l', 500)];
const [large, small] = [idOf('t', 0), idOf('t', 5)];

/** The list of events. */
export const eventLists: ListBench = {
  database: 'notifier',
  collection: 'events',
  indexes: ['listing', 'property', 'target-and-name'],
  create,
  document,
  queries: [
    ['all', '/events'],
    ['all, middle', '/events?startAfter={middle}'],
    ['all, counted', '/events?count=true'],
    ['property, counted', `/events?propertyId=${property}&count=true`],
    ['property, newest', `/events?propertyId=${property}&order=desc`],
    ['listing, counted', `/events?listingId=${listing}&count=true`],
    ['large target, middle', `/events?targetId=${large}&startAfter={middle}`],
    ['large target, counted', `/events?targetId=${large}&count=true`],
    ['small target', `/events?targetId=${small}`],
    ['type', '/events?type=publication.succeeded'],
    ['type, counted', '/events?type=publication.succeeded&count=true'],
    ['failed, middle', '/events?type=publication.failed&startAfter={middle}'],
    ['failed, counted', '/events?type=publication.failed&count=true'],
    ['large target, failed, counted', `/events?targetId=${large}&type=publication.failed&count=true`],
    ['large target, no such type', `/events?targetId=${large}&type=request.parsing_failed`],
    ['property, failed', `/events?propertyId=${property}&type=publication.failed`],
    ['property, target', `/events?propertyId=${property}&targetId=${large}`],
  ],
};
