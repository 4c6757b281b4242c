import { InvalidInput } from '@estate/errors';
import { onAny } from '@estate/messaging';
import type { AnyMessage } from '@estate/messaging';
import { currentTrace } from '@estate/observability';
import type { Deps } from '../deps.ts';
import { newEvent } from '../domain/event.ts';
import type { StoredEvent } from '../domain/event.ts';

const PREFIX = 'event.';
/** As many as one write takes. */
const CONCURRENCY = 128;

/**
 * Stores the event and creates one delivery for each webhook that subscribes to it. The payload is not parsed, so that names and
 * fields of a later version reach the customer, too.
 */
export const onCustomerEvent = ({ fanOut, clock }: Pick<Deps, 'fanOut' | 'clock'>) =>
  onAny(`${PREFIX}>`, (message) => fanOut.add(eventOf(message, clock())), { concurrency: CONCURRENCY });

/** The event that a message announces. @throws InvalidInput */
export function eventOf(message: AnyMessage, now: Date): StoredEvent {
  const { id, accountId, at: eventTime, subject } = message;
  const eventName = subject.slice(PREFIX.length);
  const traceparent = currentTrace()?.traceparent;
  return newEvent(
    { id, accountId, eventName, eventTime, eventPayload: payloadOf(message), traceparent },
    now,
  );
}

function payloadOf({ data, subject }: AnyMessage): Record<string, unknown> {
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return { ...data };
  throw new InvalidInput(`The payload of ${subject} is not an object.`, { code: 'poison' });
}
