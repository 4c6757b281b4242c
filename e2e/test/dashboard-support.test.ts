import type {
  Delivery,
  Listing,
  Page as ListPage,
  Property,
  Target,
  WebhookWithKey,
} from '@estate/contracts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBinary } from '@estate/testing';
import { openWindow } from './support/browser.ts';
import type { Watched } from './support/browser.ts';
import { openWithin, signInTo } from './support/dashboard-page.ts';
import { ALL_EVENTS, propertyInput, targetInput } from './support/data.ts';
import { addNewerEvents } from './support/newer.ts';
import { sandboxOf } from './support/sandbox.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const NEWER = 1000;
const HOOK = 'support';
const TITLE = 'Leuchtturm über der Förde';

let world: World;
let browser: Browser;
let customer: CustomerAccount;
let watched: Watched;
let page: Page;
let property: Property;
let target: Target;
let listing: Listing;
let webhook: WebhookWithKey;

const at = (path: string) => `${world.stack.apiUrl}/dashboard${path}`;
const deliveries = async (query: string) =>
  (await customer.api.get<ListPage<Delivery>>(`/webhooks/${webhook.id}/deliveries?${query}`)).data;
const wanted = () => deliveries(`listingId=${listing.id}&eventName=publication.failed`);

/** A property whose publication the portal refuses, and whose event was delivered. */
async function prepare(): Promise<void> {
  const sandbox = sandboxOf(world.stack);
  webhook = await sandbox.hook(customer.api, HOOK, [...ALL_EVENTS, 'target.paused']);
  await sandbox.fault({ user: world.stack.ftpUsers[0]?.username, permissionDenied: true });
  const input = { ...targetInput(world.stack, 0), name: 'Munich office' };
  target = await customer.api.post<Target>('/targets', input);
  property = await customer.api.post<Property>(
    '/properties',
    propertyInput({ title: TITLE, externalId: 'SUP-1' }),
  );
  listing = await customer.api.post<Listing>('/listings', { propertyId: property.id, targetId: target.id });
  await until({ what: 'the delivery', look: wanted, good: ([first]) => first?.status === 'succeeded' });
  await addNewerEvents(world, listing.id, NEWER);
}

describe.skipIf(chromiumBinary() === undefined)('support in the dashboard', () => {
  beforeAll(async () => {
    [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
    customer = await world.account('Beispiel Wohnen GmbH');
    await prepare();
    watched = await openWindow(browser, [new URL(world.stack.apiUrl).origin]);
    page = watched.page;
    await signInTo(page, at('/'), customer.key);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const start = async (path: string) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(at(path));
  };
  const place = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
  const entries = (kind: string) => page.locator(`.timeline li[data-kind="${kind}"]`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('the name of a target stands in its form, and a new one is shown wherever the target is named', async () => {
    await start(`/targets/${target.id}/edit`);
    await page.getByLabel('Name', { exact: true }).fill('Bavaria');
    await button('Save').click();
    await page.getByRole('heading', { level: 1, name: 'Bavaria · Immowelt' }).waitFor();
    await page.goto(at('/listings'));
    await page.getByRole('cell').getByText('Bavaria · Immowelt').first().waitFor();
    await customer.api.put(`/targets/${target.id}`, {
      ...targetInput(world.stack, 0),
      name: 'Munich office',
    });
  });

  it('the form of a webhook changes one setting and keeps all others', async () => {
    const settings = {
      name: 'CRM',
      maxDeliveriesPerSecond: 50,
      retryScheduleSeconds: [30, 300],
      headers: { Authorization: 'Bearer abc', 'X-Tenant': '7' },
      filter: { targetIds: [target.id], propertyTypes: ['apartmentBuy', 'houseBuy'] },
    };
    const { url, events } = webhook;
    const other = await customer.api.post<WebhookWithKey>('/webhooks', { url, events, ...settings });
    await start(`/webhooks/${other.id}/edit`);
    expect(await page.getByLabel('Pauses before the retries').inputValue()).toBe('30 s, 5 min');
    await page.getByLabel('Deliveries per second').fill('20');
    await button('Save').click();
    await page.getByRole('heading', { level: 1, name: 'CRM' }).waitFor();
    const read = () => customer.api.get<WebhookWithKey>(`/webhooks/${other.id}`);
    const changed = await read();
    expect(changed).toMatchObject({ url, ...settings, maxDeliveriesPerSecond: 20 });
    expect(changed.events.toSorted()).toEqual(events.toSorted());
    await openWithin(page, at('/webhooks'));
    await page.getByRole('link', { name: 'CRM', exact: true }).waitFor();
    await start(`/webhooks/${other.id}/edit`);
    await button('Add a header').click();
    await page.getByLabel('Header 3: name').fill('x-tenant');
    await page.getByText('A header is listed twice.').waitFor();
    expect(await button('Save').isDisabled()).toBe(true);
    await button('Remove header 3').click();
    await button('Remove header 1').click();
    await page.getByLabel('Pauses before the retries').fill('');
    await page.getByLabel('Munich office').uncheck();
    await button('Save').click();
    await page.getByRole('heading', { level: 1, name: 'CRM' }).waitFor();
    const saved = await read();
    expect(saved.headers).toEqual({ 'X-Tenant': '7' });
    expect(saved.filter).toEqual({ propertyTypes: settings.filter.propertyTypes });
    expect(saved).not.toHaveProperty('retryScheduleSeconds');
    await customer.api.delete(`/webhooks/${other.id}`);
  });

  it('the list of events finds one event behind a thousand newer ones by the filters in its address', async () => {
    await start('/');
    await place('Events').click();
    await page.getByLabel('Event', { exact: true }).selectOption({ label: 'Publication failed' });
    await page.getByLabel('Property id').fill(property.id);
    const found = page.locator('.row', { hasText: 'Publication failed' });
    await found.first().waitFor();
    await page.waitForURL(`**/events?type=publication.failed&propertyId=${property.id}`);
    await until({
      what: 'a list of failed publications alone',
      look: async () => ({ rows: await page.locator('.row').count(), failed: await found.count() }),
      good: ({ rows, failed }) => rows > 0 && rows === failed,
    });
    await found.first().getByText(TITLE).waitFor();
    await page.getByLabel('Webhook').selectOption({ label: webhook.url });
    await found.last().getByRole('link', { name: 'Deliveries' }).click();
    await page.waitForURL(/eventId=/);
    await page.getByText('1 in total').waitFor();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await openWithin(page, at(`/events?from=${tomorrow}`));
    await page.getByText('No results').waitFor();
    await openWithin(page, at(`/events?listingId=${listing.id}&targetId=${target.id}&to=${tomorrow}`));
    await page.getByText(/\d in total/).waitFor();
    expect(await page.getByLabel('Before').inputValue()).not.toBe('');
    await until({
      what: 'the targets to have been loaded',
      look: () => page.getByLabel('Portal').inputValue(),
      good: (selected) => selected === target.id,
    });
  });

  it('a timeline goes back to the beginning with the button for older entries', async () => {
    const { id } = await customer.api.post<Property>('/properties', propertyInput({ title: 'Haus 0' }));
    for (let number = 1; number <= 35; number += 1) {
      await customer.api.put(`/properties/${id}`, propertyInput({ title: `Haus ${String(number)}` }));
    }
    await start(`/properties/${id}`);
    await entries('property_updated').first().getByText('Title', { exact: true }).waitFor();
    expect(await entries('property_created').count()).toBe(0);
    const all = page.locator('.timeline li');
    while ((await entries('property_created').count()) === 0) {
      const shown = await all.count();
      await button('Show older').click();
      await until({ what: 'older entries', look: () => all.count(), good: (count) => count > shown });
    }
    expect(await entries('property_updated').count()).toBe(35);
    await button('Show older').waitFor({ state: 'hidden' });
  });

  it('a listing that was taken down keeps its timeline, and its event is not called a publication', async () => {
    await sandboxOf(world.stack).clearFaults();
    await customer.api.post(`/listings/${listing.id}/retry`, {});
    const look = () => customer.api.get<Listing>(`/listings/${listing.id}`);
    await until({ what: 'the publication', look, good: ({ published }) => published });
    await customer.api.delete(`/listings/${listing.id}`);
    await start(`/properties/${property.id}`);
    await entries('listing_deleted').getByText('Take-down requested').waitFor();
    await entries('publication_attempt').filter({ hasText: 'Taken down' }).waitFor();
    await entries('event').filter({ hasText: 'Taken down' }).waitFor();
    await entries('event').filter({ hasText: 'Publication succeeded' }).waitFor();
    await openWithin(page, at(`/listings/${listing.id}`));
    await entries('listing_created').waitFor();
    await openWithin(page, at(`/webhooks/${webhook.id}?listingId=${listing.id}`));
    const deliveriesTable = page.getByRole('table', { name: 'Deliveries' });
    await deliveriesTable.getByRole('link', { name: 'Publication succeeded' }).first().waitFor();
    await deliveriesTable.getByRole('link', { name: 'Taken down' }).click();
    await page.getByRole('heading', { level: 1, name: 'Taken down' }).waitFor();
    expect(watched.complaints).toEqual([]);
  });
});
