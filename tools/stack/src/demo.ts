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
import { portalPackages } from './portal-verdicts.ts';
import { say } from './say.ts';
import type { DemoWorld } from './demo-world.ts';
import { table } from './table.ts';

const PATIENCE_MS = 60_000;

interface Outcome {
  property: Property;
  /** What the portal says of the package. */
  verdict: string;
  listing: Listing;
  onMarketplace: Listing;
  deliveries: Delivery[];
}

/** Plays the main job through the public API as a customer would, and prints what happened. */
export async function playDemo(world: DemoWorld): Promise<void> {
  const apiKey = await demoKey(world);
  const api = apiClient(world.apiUrl, apiKey);
  const outcome = await publish(api, world);
  printOutcome(outcome, world, apiKey);
}

/** The key of the demo's account: opened at the first start, found again at the next. */
async function demoKey(world: DemoWorld): Promise<string> {
  if (world.account) {
    try {
      await apiClient(world.apiUrl, world.account.apiKey).get('/account');
      say('using the account of an earlier start');
      return world.account.apiKey;
    } catch {
      say('the account of an earlier start no longer exists, opening a new one');
    }
  }
  const operator = apiClient(world.apiUrl, world.operatorToken);
  const account = await operator.post<{ id: string; apiKey: NewApiKey }>('/admin/accounts', {
    name: 'Beispiel Wohnen GmbH',
  });
  world.keep({ accountId: account.id, apiKey: account.apiKey.key });
  say(`opened an account ${account.id}`);
  return account.apiKey.key;
}

async function publish(api: ApiClient, world: DemoWorld): Promise<Outcome> {
  const webhook = await demoWebhook(api, world);
  const newDeliveries = await deliveriesFromNow(api, webhook);
  const contactId = await demoContactId(api);
  const created = await api.post<Property>('/properties', demoProperty(world.filesUrl, contactId));
  say(`sent a property with ${String(created.attachments.length)} attachments: ${created.externalId}`);
  const target = await demoFtpTarget(api, world);
  const listing = await api.post<Listing>('/listings', { propertyId: created.id, targetId: target.id });
  say('created a listing; waiting for processing and publication …');
  const second = await demoMarketplaceListing(api, created.id, await demoMarketplaceTarget(api, world));
  const published = await settled(api, listing);
  const onMarketplace = await settled(api, second);
  const property = await api.get<Property>(`/properties/${created.id}`);
  const verdict = await verdictOf(world, property);
  await sendDemoInquiry(world, target, created.externalId);
  const deliveries = await eventually(
    newDeliveries,
    (all) => all.filter(({ status }) => status === 'succeeded').length >= 4,
    'the webhook to receive four events',
  );
  return { property, verdict, listing: published, onMarketplace, deliveries };
}

/** The portal reads a package after it has confirmed the upload, so only its own words tell that it arrived whole. */
async function verdictOf(world: DemoWorld, { externalId }: Property): Promise<string> {
  const packages = await portalPackages(world);
  const last = packages.findLast(({ changes }) => changes.some(({ number }) => number === externalId));
  if (last?.verdict === 'accepted') return 'accepted';
  throw new Error(`The portal has no accepted package of ${externalId}: ${last?.reason ?? 'none arrived'}.`);
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
      throw new Error(`The demo waited a minute for ${what}. The logs in the data directory show the cause.`);
    await sleep(200);
  }
}

const stateOf = ({ published, lastError }: Listing): string =>
  published ? 'published' : (lastError?.failureMessage ?? 'waiting');

function printOutcome(
  { property, verdict, listing, onMarketplace, deliveries }: Outcome,
  world: DemoWorld,
  apiKey: string,
): void {
  const shown = (url: string) => world.shown(url);
  say('');
  say(
    table([
      ['Property', `${property.externalId}: ${property.fields.title}`, property.processingStatus],
      ['Listing', listing.id, stateOf(listing)],
      ['Package', `on the portal, with ${String(property.attachments.length)} attachments`, verdict],
      ['Listing', onMarketplace.id, stateOf(onMarketplace)],
      ...deliveries.map(({ eventName, status, attempts }) => [
        'Event',
        eventName,
        `${status} (${String(attempts.at(-1)?.statusCode ?? '-')})`,
      ]),
      ['Portal page', shown(`${world.portalUrl}/`), 'the objects on the portal'],
      ['Marketplace page', shown(onMarketplace.publicUrl ?? `${world.marketplaceUrl}/`), 'the public page'],
      ['Mail drop', shown(`${world.mailDropUrl}/`), 'send inquiries like a portal'],
      ['Webhook receiver', shown(`${world.receiverUrl}/`), 'events and their signatures'],
      ['Attachments', shown(`${world.filesUrl}/`), 'the photos of the property'],
      ['API document', shown(`${world.apiUrl}/openapi.json`), 'OpenAPI 3.1'],
      ['API key', apiKey, ''],
      ['Operator token', world.operatorToken, ''],
      ['Logs', world.logs, 'one file for each process'],
    ]),
  );
  say('\nTry it:');
  for (const path of ['/properties?order=desc', `/listings/${listing.id}/preview`, '/events?order=desc']) {
    say(`  curl -s -H 'Authorization: Bearer ${apiKey}' '${shown(world.apiUrl)}${path}'`);
  }
  say('');
}
