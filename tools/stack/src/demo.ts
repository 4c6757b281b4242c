import type { Delivery, Import, Listing, Property, Target } from '@estate/contracts';
import type { ApiClient } from './api-client.ts';
import { apiClient, demoAccount, openPeopleAccount } from './demo-accounts.ts';
import { demoProperties } from './demo-data.ts';
import { importDemoStock } from './demo-estate-software.ts';
import { demoMarketplaceTarget } from './demo-marketplace.ts';
import {
  deliveriesFromNow,
  demoContactId,
  demoFtpTarget,
  demoWebhook,
  sendDemoInquiry,
} from './demo-resources.ts';
import { eventually } from './eventually.ts';
import { portalPackages } from './portal-verdicts.ts';
import { say } from './say.ts';
import { peopleRows } from './demo-people.ts';
import type { DemoAccount, DemoWorld } from './demo-world.ts';

/** A property of the demo on both platforms. */
interface DemoObject {
  property: Property;
  listing: Listing;
  /** The portal's verdict on the package. */
  verdict: string;
  onMarketplace: Listing;
}

interface Outcome {
  objects: [DemoObject, ...DemoObject[]];
  deliveries: Delivery[];
  /** The results of importing the estate software's stock, if it exported anything. */
  stock: Import['counts'] | undefined;
}

/** The number of events for a property, which is processed once and published twice. */
const EVENTS_OF_A_PROPERTY = 3;

/** Runs the main use case through the public API like a customer, and prints the results. */
export async function playDemo(world: DemoWorld): Promise<void> {
  const account = await demoAccount(world);
  const { apiKey } = account;
  const outcome = await publish(apiClient(world.apiUrl, apiKey), world);
  printOutcome(outcome, world, { apiKey, people: await peopleOf(account, world) });
}

/** The rows of the users who can sign in; empty without an identity provider. */
async function peopleOf(account: DemoAccount, world: DemoWorld): Promise<string[][]> {
  const { identityProviderUrl: issuer } = world;
  if (issuer === undefined) return [];
  await openPeopleAccount(account, issuer, world);
  return [
    ['Dashboard, people', world.shown(`${world.apiUrl}/dashboard/`), 'choose "Continue as a person"'],
    ...peopleRows(),
  ];
}

async function publish(api: ApiClient, world: DemoWorld): Promise<Outcome> {
  const webhook = await demoWebhook(api, world);
  const newDeliveries = await deliveriesFromNow(api, webhook);
  const contactId = await demoContactId(api);
  const targets = { ftp: await demoFtpTarget(api, world), market: await demoMarketplaceTarget(api, world) };
  const listed = [];
  for (const input of demoProperties(world.filesUrl, contactId)) listed.push(await list(api, input, targets));
  say('created listings on both targets; waiting until they are published …');
  const [first, ...others] = listed;
  if (!first) throw new Error('The demo has no property.');
  const objects: Outcome['objects'] = [await publishedObject(api, world, first)];
  for (const one of others) objects.push(await publishedObject(api, world, one));
  await sendDemoInquiry(world, targets.ftp, first.property.externalId);
  const expected = objects.length * EVENTS_OF_A_PROPERTY + 1;
  const deliveries = await eventually(
    newDeliveries,
    (all) => all.filter(({ status }) => status === 'succeeded').length >= expected,
    `the webhook to receive ${String(expected)} events`,
  );
  // Last, so that the awaited events are those of the properties above.
  const stock = await importDemoStock(api, world, [targets.ftp, targets.market]);
  return { objects, deliveries, stock };
}

type Listed = Pick<DemoObject, 'property' | 'listing' | 'onMarketplace'>;

/** Sends a property and lists it on both targets. */
async function list(
  api: ApiClient,
  input: ReturnType<typeof demoProperties>[number],
  targets: { ftp: Target; market: Target },
): Promise<Listed> {
  const property = await api.post<Property>('/properties', input);
  const { type, externalId, attachments } = property;
  say(`sent a property of the type ${type} with ${String(attachments.length)} attachments: ${externalId}`);
  const listingOn = (target: Target) =>
    api.post<Listing>('/listings', { propertyId: property.id, targetId: target.id });
  return { property, listing: await listingOn(targets.ftp), onMarketplace: await listingOn(targets.market) };
}

/** Waits until a property and its listings are processed. */
async function publishedObject(api: ApiClient, world: DemoWorld, listed: Listed): Promise<DemoObject> {
  const listing = await settled(api, listed.listing);
  const onMarketplace = await settled(api, listed.onMarketplace);
  const property = await api.get<Property>(`/properties/${listed.property.id}`);
  return { property, listing, onMarketplace, verdict: await verdictOf(world, property) };
}

/** The portal's verdict on a package, which it reads after it has confirmed the upload: only this shows that it arrived complete. */
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

function rowsOf({ property, listing, verdict, onMarketplace }: DemoObject): string[][] {
  const { externalId, type, fields, attachments, processingStatus } = property;
  return [
    [type, `${externalId}: ${fields.title}`, processingStatus],
    [
      '  FTP',
      `${listing.id}, a package with ${String(attachments.length)} attachments`,
      `${stateOf(listing)}, ${verdict}`,
    ],
    ['  Marketplace', onMarketplace.id, stateOf(onMarketplace)],
  ];
}

/** One row for all deliveries with the same event and outcome. */
function eventRows(deliveries: readonly Delivery[]): string[][] {
  const outcomes = Map.groupBy(
    deliveries,
    ({ eventName, status, attempts }) =>
      `${eventName} ${status} (${String(attempts.at(-1)?.statusCode ?? '-')})`,
  );
  return [...outcomes].map(([outcome, { length }]) => {
    const [eventName = '', ...state] = outcome.split(' ');
    return ['Event', `${String(length)} × ${eventName}`, state.join(' ')];
  });
}

function stockRows(stock: Outcome['stock']): string[][] {
  if (!stock) return [['Import', 'the stock of the estate software', 'unchanged since the last start']];
  const { created, updated, failed } = stock;
  const outcome = `${String(created)} created, ${String(updated)} updated, ${String(failed)} failed`;
  return [['Import', `${String(stock.objects)} objects of the estate software, by FTP`, outcome]];
}

const stateOf = ({ published, lastError }: Listing): string =>
  published ? 'published' : (lastError?.failureMessage ?? 'waiting');

function printOutcome(
  { objects, deliveries, stock }: Outcome,
  world: DemoWorld,
  { apiKey, people }: { apiKey: string; people: string[][] },
): void {
  const shown = (url: string) => world.shown(url);
  const [{ listing, onMarketplace }] = objects;
  say('');
  say(
    table([
      ...objects.flatMap((object) => rowsOf(object)),
      ...eventRows(deliveries),
      ...stockRows(stock),
      [
        'Estate software',
        shown(`${world.estateSoftwareUrl}/`),
        'change, remove or break an object, and export it',
      ],
      ['Portal page', shown(`${world.portalUrl}/`), 'the published objects on the portal'],
      ['Marketplace page', shown(onMarketplace.publicUrl ?? `${world.marketplaceUrl}/`), 'the public page'],
      ['Mail drop', shown(`${world.mailDropUrl}/`), 'send inquiries as a portal does'],
      ['Webhook receiver', shown(`${world.receiverUrl}/`), 'events and their signatures'],
      ['Attachments', shown(`${world.filesUrl}/`), 'the photos of the property'],
      ['Dashboard', shown(`${world.apiUrl}/dashboard/`), 'sign in with the API key'],
      ['  API key', world.keptIn?.apiKey ?? apiKey, ''],
      ...people,
      ['API document', shown(`${world.apiUrl}/openapi.json`), 'OpenAPI 3.1'],
      ['Operator console', shown(`${world.apiUrl}/operator/`), 'sign in with the operator token'],
      ['  Operator token', world.keptIn?.operatorToken ?? world.operatorToken, ''],
      ['Logs', world.logs, 'one log file for each process'],
    ]),
  );
  say('\nTry it:');
  const shownKey = world.keptIn === undefined ? apiKey : '$KEY';
  if (world.keptIn) say(`  KEY=$(${world.keptIn.apiKey})`);
  for (const path of ['/properties?order=desc', `/listings/${listing.id}/preview`, '/events?order=desc']) {
    say(`  curl -s -H "Authorization: Bearer ${shownKey}" '${shown(world.apiUrl)}${path}'`);
  }
  say('');
}

/** Lines with aligned columns and a frame; the first column names the row. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const rule = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+`;
  const lines = rows.map(
    (row) => `|${widths.map((width, column) => ` ${(row[column] ?? '').padEnd(width)} `).join('|')}|`,
  );
  return [rule, ...lines, rule].join('\n');
}
