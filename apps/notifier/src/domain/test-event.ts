import * as contracts from '@estate/contracts';
import type { EventName, MessageDefinition } from '@estate/contracts';
import { newEvent } from './event.ts';
import type { StoredEvent } from './event.ts';

const PREFIX = 'event.';

const isEvent = (value: unknown): value is MessageDefinition =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'event';

const examples = new Map<string, unknown>(
  Object.values<unknown>(contracts)
    .filter(isEvent)
    .map(({ subject, example }) => [subject.slice(PREFIX.length), example]),
);

/** The example payload of an event, as its contract shows it. */
export function examplePayload(eventName: EventName): Record<string, unknown> {
  const example = examples.get(eventName);
  if (typeof example !== 'object' || example === null) throw new Error(`${eventName} has no example`);
  return { ...example };
}

/** An event of a kind that never happened, to try a webhook with. */
export function testEvent(
  eventName: EventName,
  about: { id: string; accountId: string; now: Date },
): StoredEvent {
  const { id, accountId, now } = about;
  const announced = { id, accountId, eventName, eventTime: now, eventPayload: examplePayload(eventName) };
  return { ...newEvent(announced, now), test: true };
}
