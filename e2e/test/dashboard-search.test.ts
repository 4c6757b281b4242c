import type { Contact, Listing, Property, Target, Webhook } from '@estate/contracts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBinary } from '@estate/testing';
import { openWindow } from './support/browser.ts';
import type { Watched } from './support/browser.ts';
import { fitsEveryWidth, seriousBarriers, shoot, signInTo } from './support/dashboard-page.ts';
import { contactInput, propertyInput, targetInput } from './support/data.ts';
import { addNewerProperties } from './support/newer.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const NEWER = 2000;
const TITLE = 'Leuchtturm über der Förde';
const EXTERNAL_ID = 'LT/1';

let world: World;
let browser: Browser;
let customer: CustomerAccount;
let watched: Watched;
let page: Page;
let contact: Contact;
let property: Property;
let target: Target;
let listing: Listing;
let webhook: Webhook;

const at = (path: string) => `${world.stack.apiUrl}/dashboard${path}`;
const searchBox = () => page.getByRole('combobox', { name: 'Search everything' });
const option = (name: string | RegExp) => page.getByRole('option', { name });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

async function search(text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await searchBox().fill(text);
}

/** Holds each response of an address until it is released. */
async function holdResponses(reader: Page, address: string) {
  const released = Promise.withResolvers<undefined>();
  await reader.route(address, async (route) => {
    await released.promise;
    await route.fallback();
  });
  return { asked: reader.waitForRequest(address), release: () => released.resolve(undefined) };
}

describe.skipIf(chromiumBinary() === undefined)('the search of the dashboard', () => {
  beforeAll(async () => {
    [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
    customer = await world.account('Beispiel Wohnen GmbH');
    contact = await customer.api.post<Contact>('/contacts', { ...contactInput, lastName: 'Größmann' });
    property = await customer.api.post<Property>(
      '/properties',
      propertyInput({ title: TITLE, externalId: EXTERNAL_ID, contactId: contact.id }),
    );
    target = await customer.api.post<Target>('/targets', {
      ...targetInput(world.stack, 0),
      name: 'Filiale Nord',
    });
    listing = await customer.api.post<Listing>('/listings', {
      propertyId: property.id,
      targetId: target.id,
    });
    webhook = await customer.api.post<Webhook>('/webhooks', {
      url: 'https://hooks.example.org/estate',
      events: ['publication.succeeded'],
    });
    await until({
      what: 'the listing to be published',
      look: () => customer.api.get<Listing>(`/listings/${listing.id}`),
      good: ({ state }) => state === 'published',
    });
    await addNewerProperties(world, property.id, NEWER);
    watched = await openWindow(browser, [new URL(world.stack.apiUrl).origin]);
    page = watched.page;
    await signInTo(page, at('/'), customer.key);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('the search is a combobox that says which result the arrow keys have reached', async () => {
    await search('leuchtturm foer');
    await option(TITLE).nth(1).waitFor();
    const [first, second] = await option(TITLE).evaluateAll((all) =>
      all.map((each) => each.getAttribute('id')),
    );
    expect(await searchBox().getAttribute('aria-activedescendant')).toBe(first);
    await page.keyboard.press('ArrowDown');
    expect(await searchBox().getAttribute('aria-activedescendant')).toBe(second);
    expect(await page.locator('[role=option][aria-selected=true]').getAttribute('id')).toBe(second);
    expect(await seriousBarriers(page)).toEqual([]);
    await shoot(page, 'search');
    await fitsEveryWidth(page, 'the search');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.keyboard.press('Enter');
    await page.waitForURL(at(`/listings/${listing.id}`));
  });

  it('Enter that comes before the targets are loaded opens the first one that is found', async () => {
    const window = await openWindow(browser, [new URL(world.stack.apiUrl).origin]);
    const held = await holdResponses(window.page, `${world.stack.apiUrl}/targets?*`);
    await signInTo(window.page, at('/'), customer.key);
    await held.asked;
    await window.page.keyboard.press('Control+k');
    const box = window.page.getByRole('combobox', { name: 'Search everything' });
    const answered = ['properties', 'listings', 'contacts', 'requests', 'reports'].map((list) =>
      window.page.waitForResponse((one) => new RegExp(`/${list}\\?.*filiale`).test(one.url())),
    );
    await box.fill('filiale');
    await box.press('Enter');
    await Promise.all(answered);
    held.release();
    await window.page.waitForURL(at(`/targets/${target.id}`));
    await window.page.context().close();
  });

  it('targets and contacts are found by their names, and pages by theirs', async () => {
    for (const [words, path] of [
      ['filiale', `/targets/${target.id}`],
      ['größm', `/contacts/${contact.id}`],
      ['webhooks', '/webhooks'],
    ] as const) {
      await search(words);
      await option(/./).first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(at(path));
    }
  });

  it('anything is found by its id', async () => {
    for (const path of [
      `/properties/${property.id}`,
      `/listings/${listing.id}`,
      `/targets/${target.id}`,
      `/webhooks/${webhook.id}`,
      `/contacts/${contact.id}`,
    ]) {
      await search(path.split('/')[2] ?? '');
      await page.keyboard.press('Enter');
      await page.waitForURL(at(path));
    }
    const { data } = await customer.api.get<{ data: { eventId: string }[] }>(
      '/events?type=publication.succeeded',
    );
    await search(data[0]?.eventId ?? '');
    await option('publication.succeeded').waitFor();
    await search('0000000000000000zzzz');
    await page.getByText('0 results').waitFor();
    await page.keyboard.press('Escape');
  });

  it('the overview shows the real counts', async () => {
    await page.goto(at('/'));
    await page.locator('.count', { hasText: 'Properties' }).getByText('2,001').waitFor();
    await page.locator('.count', { hasText: 'Listings' }).getByText('1', { exact: true }).waitFor();
  });

  it('a contact is edited, and its page shows which properties have it', async () => {
    await page.getByRole('link', { name: 'Contacts' }).click();
    await page.getByRole('link', { name: 'Anna Größmann' }).click();
    await heading('Anna Größmann').waitFor();
    await page.getByText('2,001 in total').waitFor();
    await page.getByLabel('Phone', { exact: true }).fill('0049');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must look like +49 89 1234567').first().waitFor();
    await page.getByLabel('Phone', { exact: true }).fill('+49 30 7654321');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    expect(await customer.api.get<Contact>(`/contacts/${contact.id}`)).toMatchObject({
      phone: '+49 30 7654321',
      lastName: 'Größmann',
    });
    await page.getByRole('link', { name: 'Show all in the list' }).click();
    await page.getByRole('table', { name: 'Properties' }).locator('.row').first().waitFor();
    expect(new URL(page.url()).search).toBe(`?contactId=${contact.id}`);
  });

  it('the search is accessible on a phone and finds a property there', async () => {
    await page.goto(at('/'));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Search' }).click();
    await searchBox().fill(EXTERNAL_ID);
    await page.getByRole('option', { name: TITLE }).first().waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await heading(TITLE).waitFor();
    expect(watched.complaints).toEqual([]);
  });

  it('a page that takes long says so, and a thing that is gone is not asked for again', async () => {
    const reader = await openWindow(browser, [new URL(world.stack.apiUrl).origin]);
    await signInTo(reader.page, at('/'), customer.key);
    await reader.page.clock.install();
    const path = `/webhooks/${webhook.id}`;
    const held = await holdResponses(reader.page, `${world.stack.apiUrl}${path}`);
    await reader.page.goto(at(path));
    await held.asked;
    await reader.page.clock.fastForward(6000);
    await reader.page.getByText('This takes longer than usual').waitFor();
    held.release();
    await reader.page.getByRole('heading', { level: 1, name: webhook.url }).waitFor();
    const heldAgain = await holdResponses(reader.page, `${world.stack.apiUrl}${path}`);
    await customer.api.delete(path);
    await reader.page.clock.fastForward(10_000);
    await heldAgain.asked;
    await reader.page.getByRole('alert').filter({ hasText: webhook.id }).first().waitFor();
    expect(await reader.page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([webhook.url]);
    heldAgain.release();
    await reader.page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    const asked: string[] = [];
    reader.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await reader.page.clock.fastForward(60_000);
    const events = reader.page.waitForRequest((request) => new URL(request.url()).pathname === '/events');
    await reader.page.getByRole('link', { name: 'Overview', exact: true }).click();
    await events;
    expect(asked).not.toContain(path);
    await reader.page.context().close();
  });
});
