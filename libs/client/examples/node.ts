import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Client, WebhookError, readWebhookRequest } from '@estate/client';
import type { ServiceEvent } from '@estate/client';

// usage: SERVICE_URL=https://… API_KEY=rek_live_… SIGNING_KEY=whsec_… PORT=3000 node node.js
const { SERVICE_URL = '', API_KEY = '', SIGNING_KEY = '', PORT = '3000' } = process.env;
const client = new Client({ baseUrl: SERVICE_URL, apiKey: API_KEY });
const seen = new Set<string>();

async function onEvent(event: ServiceEvent): Promise<void> {
  if (seen.has(event.eventId)) return;
  if (event.eventName === 'property.processing_succeeded') {
    const listing = await client.listings.create(
      { propertyId: event.eventPayload.id, targetId: await firstTarget() },
      { idempotencyKey: event.eventId },
    );
    process.stdout.write(`queued listing ${listing.id}\n`);
  }
  if (event.eventName === 'publication.failed') {
    process.stdout.write(`${event.eventPayload.failureCode}: ${event.eventPayload.failureMessage}\n`);
  }
  seen.add(event.eventId);
}

async function firstTarget(): Promise<string> {
  for await (const target of client.targets.all()) return target.id;
  throw new Error('create a target first');
}

async function answerTo(request: IncomingMessage): Promise<number> {
  try {
    await onEvent(await readWebhookRequest(request, SIGNING_KEY));
    return 204;
  } catch (error) {
    return error instanceof WebhookError ? 400 : 500;
  }
}

const server = createServer((request, response) => {
  void answerTo(request).then((status) => response.writeHead(status).end());
});
server.listen(Number(PORT), () => {
  process.stdout.write(`listening on ${JSON.stringify(server.address())}\n`);
});
