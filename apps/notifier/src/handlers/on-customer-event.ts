import { InvalidInput } from '@estate/errors';
import { onAny } from '@estate/messaging';
import type { AnyMessage } from '@estate/messaging';
import { currentTrace } from '@estate/observability';
import type { Deps } from '../deps.ts';
import { newEvent } from '../domain/event.ts';
import type { StoredEvent } from '../domain/event.ts';

const PREFIX = 'event.';
/** As many as two writes take: while the deliveries of some events are stored, the next events are. */
const CONCURRENCY = 256;

/**
 * Stores the event, creates one delivery for each webhook that subscribes to it, and queues the email about it. The payload is not parsed, so that names and
 * fields of a later version reach the customer, too.
 */
export const onCustomerEvent = ({
  fanOut,
  noticeIntake,
  clock,
}: Pick<Deps, 'fanOut' | 'noticeIntake' | 'clock'>) =>
  onAny(
    `${PREFIX}>`,
    async (message) => {
      const event = eventOf(message, clock());
      await fanOut.add(event);
      await noticeIntake.add(event);
    },
    { concurrency: CONCURRENCY },
  );

/** The event that a message announces. @throws InvalidInput */
export function eventOf(message: Omit<AnyMessage, 'attempt'>, now: Date): StoredEvent {
  const { id, accountId, requestId, at: eventTime, subject } = message;
  const eventName = subject.slice(PREFIX.length);
  const { traceparent, actor } = currentTrace() ?? {};
  return newEvent(
    { id, accountId, eventName, eventTime, eventPayload: payloadOf(message), requestId, traceparent, actor },
    now,
  );
}

function payloadOf({ data, subject }: Pick<AnyMessage, 'data' | 'subject'>): Record<string, unknown> {
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return { ...data };
  throw new InvalidInput(`The payload of ${subject} is not an object.`, { code: 'poison' });
}
