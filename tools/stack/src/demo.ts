import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery, Listing, NewApiKey, Property } from '@estate/contracts';
import { apiClient } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import { demoProperty } from './demo-data.ts';
import { demoMarketplaceListing, demoMarketplaceTarget } from './demo-marketplace.ts';
import {
  deliveriesFromNow,
  demoContactId,
  demoFtpTarget,
  demoWebhook,
  sendDemoInquiry,
} from './demo-resources.ts';
import { say } from './say.ts';
import { saveSettings } from './settings.ts';
import type { Stack } from './stack.ts';
import { table } from './table.ts';

const PATIENCE_MS = 60_000;

interface Outcome {
  property: Property;
  listing: Listing;
  onMarketplace: Listing;
  deliveries: Delivery[];
}

/** Plays the main job through the public API as a customer would, and prints what happened. */
export async function playDemo(stack: Stack, dataDirectory: string): Promise<void> {
  const apiKey = await demoKey(stack, dataDirectory);
  const api = apiClient(stack.apiUrl, apiKey);
  const outcome = await publish(api, stack);
  printOutcome(outcome, stack, apiKey);
}

/** The key of the demo's account: opened at the first start, found again at the next. */
async function demoKey(stack: Stack, dataDirectory: string): Promise<string> {
  const { settings } = stack;
  if (settings.demo) {
    try {
      await apiClient(stack.apiUrl, settings.demo.apiKey).get('/account');
      say('found the account of an earlier start');
      return settings.demo.apiKey;
    } catch {
      say('the account of an earlier start is gone, opening another');
    }
  }
  const operator = apiClient(stack.apiUrl, stack.operatorToken);
  const account = await operator.post<{ id: string; apiKey: NewApiKey }>('/admin/accounts', {
    name: 'Beispiel Wohnen GmbH',
  });
  settings.demo = { accountId: account.id, apiKey: account.apiKey.key };
  saveSettings(dataDirectory, settings);
  say(`opened an account ${account.id}`);
  return account.apiKey.key;
}

async function publish(api: ApiClient, stack: Stack): Promise<Outcome> {
  const webhook = await demoWebhook(api, stack);
  const newDeliveries = await deliveriesFromNow(api, webhook);
  const contactId = await demoContactId(api);
  const created = await api.post<Property>('/properties', demoProperty(stack.filesUrl, contactId));
  say(`sent a property with ${String(created.attachments.length)} attachments: ${created.externalId}`);
  const target = await demoFtpTarget(api, stack);
  const listing = await api.post<Listing>('/listings', { propertyId: created.id, targetId: target.id });
  say('created a listing; waiting for processing and publication …');
  const second = await demoMarketplaceListing(api, created.id, await demoMarketplaceTarget(api, stack));
  const published = await settled(api, listing);
  const onMarketplace = await settled(api, second);
  const property = await api.get<Property>(`/properties/${created.id}`);
  await sendDemoInquiry(stack, target, created.externalId);
  const deliveries = await eventually(
    newDeliveries,
    (all) => all.filter(({ status }) => status === 'succeeded').length >= 4,
    'the webhook to receive four events',
  );
  return { property, listing: published, onMarketplace, deliveries };
}

const settled = (api: ApiClient, { id }: Listing): Promise<Listing> =>
  eventually(
    () => api.get<Listing>(`/listings/${id}`),
    (now) => now.published || now.lastError !== undefined,
    'the listing to be published',
  );

async function eventually<T>(look: () => Promise<T>, good: (value: T) => boolean, what: string): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const value = await look();
    if (good(value)) return value;
    if (Date.now() > until)
      throw new Error(`The demo waited a minute for ${what}. The logs in the data directory say more.`);
    await sleep(200);
  }
}

const stateOf = ({ published, lastError }: Listing): string =>
  published ? 'published' : (lastError?.failureMessage ?? 'waiting');

function printOutcome(
  { property, listing, onMarketplace, deliveries }: Outcome,
  stack: Stack,
  apiKey: string,
): void {
  const portal = `${stack.portalUrl}/`;
  say('');
  say(
    table([
      ['Property', `${property.externalId}: ${property.fields.title}`, property.processingStatus],
      ['Listing', listing.id, stateOf(listing)],
      ['Listing', onMarketplace.id, stateOf(onMarketplace)],
      ...deliveries.map(({ eventName, status, attempts }) => [
        'Event',
        eventName,
        `${status} (${String(attempts.at(-1)?.statusCode ?? '-')})`,
      ]),
      ['Portal page', portal, 'what the portal shows now'],
      ['Marketplace page', onMarketplace.publicUrl ?? `${stack.marketplaceUrl}/`, 'what a visitor sees'],
      ['Mail drop', `${stack.mailDropUrl}/`, 'send inquiries as portals do'],
      ['Webhook receiver', `${stack.receiverUrl}/`, 'events and their signatures'],
      ['Attachments', `${stack.filesUrl}/`, 'the photos of the property'],
      ['API document', `${stack.apiUrl}/openapi.json`, 'OpenAPI 3.1'],
      ['API key', apiKey, ''],
      ['Operator token', stack.operatorToken, ''],
      ['Logs', stack.logDirectory, 'one file a process'],
    ]),
  );
  say('\nTry it:');
  for (const path of ['/properties?order=desc', `/listings/${listing.id}/preview`, '/events?order=desc']) {
    say(`  curl -s -H 'Authorization: Bearer ${apiKey}' '${stack.apiUrl}${path}'`);
  }
  say('');
}
