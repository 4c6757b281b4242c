import { Deliver } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import { onAny } from '@estate/messaging';
import type { AnyMessage, Handler } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { newDelivery } from '../domain/delivery.ts';
import { newEvent } from '../domain/event.ts';

export interface FanOutDeps extends Pick<Deps, 'clock' | 'newId' | 'bus'> {
  webhooks: Pick<Deps['webhooks'], 'subscribedTo'>;
  events: Pick<Deps['events'], 'insertOnce'>;
  deliveries: Pick<Deps['deliveries'], 'insertOnce'>;
}

const PREFIX = 'event.';

/**
 * Keeps the event and makes one delivery for each webhook that wants it. Events pass through as they were announced, so
 * names and fields of a later version reach the customer, too.
 */
export const onCustomerEvent = (deps: FanOutDeps): Handler =>
  onAny(`${PREFIX}>`, [], (message) => fanOut(message, deps));

/** Comes to the same result however often it is repeated and wherever it was interrupted before. */
export async function fanOut(message: AnyMessage, deps: FanOutDeps): Promise<void> {
  const now = deps.clock();
  const eventName = message.subject.slice(PREFIX.length);
  const { id, accountId, at: eventTime } = message;
  const event = newEvent({ id, accountId, eventName, eventTime, eventPayload: payloadOf(message) }, now);
  await deps.events.insertOnce(event);
  const webhookIds = await deps.webhooks.subscribedTo(accountId, eventName);
  await deps.deliveries.insertOnce(
    webhookIds.map((webhookId) => newDelivery(event, { id: deps.newId(), webhookId, now })),
  );
  for (const webhookId of webhookIds) deps.bus.wake(Deliver, { webhookId });
}

function payloadOf({ data, subject }: AnyMessage): Record<string, unknown> {
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return { ...data };
  throw new InvalidInput(`The payload of ${subject} is not an object.`, { code: 'poison' });
}
