import { EVENTS } from '@estate/contracts';
import type { EventName } from '@estate/contracts';
import { newEvent } from './event.ts';
import type { StoredEvent } from './event.ts';

/** An event that did not happen, with the example payload of its contract. */
export function testEvent(
  eventName: EventName,
  about: { id: string; accountId: string; now: Date },
): StoredEvent {
  const { now, ...ids } = about;
  const eventPayload = { ...(EVENTS[eventName].example as object) };
  return newEvent({ ...ids, eventName, eventTime: now, eventPayload, test: true }, now);
}
