import type { WebhookFilter } from '@estate/contracts';
import type { StoredEvent } from './event.ts';
import type { StoredWebhook } from './webhook.ts';

/** The values that filters compare. The type is absent if it is unknown. */
export type FilteredEvent = Pick<StoredEvent, 'eventName' | 'targetId' | 'propertyType' | 'aboutWebhookId'>;

/** True if a webhook is sent an event of its account, by its names and its filter. */
export const wants = (
  { id, events, filter }: Pick<StoredWebhook, 'id' | 'events' | 'filter'>,
  event: FilteredEvent,
): boolean => {
  const names: readonly string[] = events;
  return names.includes(event.eventName) && event.aboutWebhookId !== id && passes(filter, event);
};

/** A condition applies only to events that have what it is about. */
const passes = (filter: WebhookFilter | undefined, { targetId, propertyType }: FilteredEvent): boolean =>
  isAmong(filter?.targetIds, targetId) && isAmong(filter?.propertyTypes, propertyType);

const isAmong = (wanted: readonly string[] | undefined, value: string | undefined): boolean =>
  wanted === undefined || value === undefined || wanted.includes(value);
