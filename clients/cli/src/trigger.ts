import type { Client, Delivery, EventName } from '@estate/client';
import { operationNamed } from './operations.ts';
import { CommandError } from './surroundings.ts';

const SCHEMA = operationNamed('testWebhook').body?.schema as {
  properties: { event: { enum: EventName[] } };
};
/** The events that can be sent as examples. */
export const TEST_EVENTS = SCHEMA.properties.event.enum;

interface Trigger {
  event: EventName;
  webhookId?: string | undefined;
}

/** Sends an example of an event to one webhook, or to all that subscribe to it. @throws CommandError if there is none */
export async function* trigger(
  client: Client,
  { event, webhookId }: Trigger,
  signal: AbortSignal,
): AsyncGenerator<Delivery> {
  const ids = webhookId === undefined ? await subscribed(client, event, signal) : [webhookId];
  if (ids.length === 0)
    throw new CommandError(
      `No active webhook receives ${event}. Create one: estate webhooks create, or name one with --webhook.`,
    );
  for (const id of ids) yield await client.webhooks.test(id, event, { signal });
}

async function subscribed(client: Client, event: EventName, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id, events, status } of client.webhooks.all({}, { signal }))
    if (status === 'active' && events.includes(event)) ids.push(id);
  return ids;
}
