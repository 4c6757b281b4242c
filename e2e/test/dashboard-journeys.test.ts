import type {
  Delivery,
  Listing,
  Page as ListPage,
  Property,
  ReceivedMail,
  Target,
  WebhookWithKey,
} from '@estate/contracts';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBinary } from '@estate/testing';
import { openWindow } from './support/browser.ts';
import type { Watched } from './support/browser.ts';
import { openWithin, signInTo } from './support/dashboard-page.ts';
import { ALL_EVENTS, propertyInput, targetInput } from './support/data.ts';
import { addNewerDeliveries, addNewerEvents, addNewerProperties } from './support/newer.ts';
import { sandboxOf } from './support/sandbox.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const NEWER = { properties: 2000, deliveries: 5000, events: 1000 };
const HOOK = 'journeys';
const TITLE = 'Leuchtturm über der Förde';
const EXTERNAL_ID = 'LT/1';
const NAME = 'Munich office · Immowelt';
const SUBJECT = 'Neue Anfrage zu Ihrem Objekt';

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
const count = async (path: string) =>
  (await customer.api.get<ListPage<unknown> & { count: number }>(`${path}count=true&limit=1`)).count;
const wanted = async () => {
  const query = `listingId=${listing.id}&eventName=publication.failed`;
  return (await customer.api.get<ListPage<Delivery>>(`/webhooks/${webhook.id}/deliveries?${query}`)).data;
};

/** An email that cannot be read. */
async function dropMail(): Promise<void> {
  const to = `${target.emailId}@${world.stack.inboxDomain}`;
  await fetch(`${world.stack.mailDropUrl}/api/mails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to, document: 'import-report', externalId: EXTERNAL_ID }),
  });
  await until({
    what: 'the email to be refused',
    look: () => customer.api.get<ListPage<ReceivedMail>>('/mails?state=failed'),
    good: ({ data }) => data.length === 1,
  });
}

/** A property whose publication the portal refuses, whose event was delivered, and an email that cannot be read. */
async function prepare(): Promise<void> {
  const sandbox = sandboxOf(world.stack);
  webhook = await sandbox.hook(customer.api, HOOK, [...ALL_EVENTS, 'request.parsing_failed']);
  await sandbox.fault({ user: world.stack.ftpUsers[0]?.username, permissionDenied: true });
  const input = { ...targetInput(world.stack, 0), name: 'Munich office' };
  target = await customer.api.post<Target>('/targets', input);
  property = await customer.api.post<Property>(
    '/properties',
    propertyInput({ title: TITLE, externalId: EXTERNAL_ID }),
  );
  listing = await customer.api.post<Listing>('/listings', { propertyId: property.id, targetId: target.id });
  await until({ what: 'the delivery', look: wanted, good: ([first]) => first?.status === 'succeeded' });
  await dropMail();
}

describe.skipIf(chromiumBinary() === undefined)("support's journeys", () => {
  beforeAll(async () => {
    [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
    customer = await world.account('Beispiel Wohnen GmbH');
    await prepare();
    await addNewerProperties(world, property.id, NEWER.properties);
    await addNewerEvents(world, listing.id, NEWER.events);
    await addNewerDeliveries(world, listing.id, NEWER.deliveries);
    watched = await openWindow(browser, [new URL(world.stack.apiUrl).origin]);
    page = watched.page;
    await signInTo(page, at('/'), customer.key);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  /** Begins a journey on the overview; every click is counted, and one too many fails. */
  const start = async (most: number) => {
    await openWithin(page, at('/'));
    await heading('Overview').waitFor();
    let clicks = 0;
    const click = (locator: Locator) => {
      clicks += 1;
      expect(clicks, 'the clicks of the journey').toBeLessThanOrEqual(most);
      return locator.click();
    };
    return { click, clicks: () => clicks };
  };
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const place = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
  const entries = (kind: string) => page.locator(`.timeline li[data-kind="${kind}"]`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const issue = (what: string) => page.locator('.item', { hasText: what });
  /** Types into what has the focus once the search is open, and goes to the first result. */
  const searchFor = async (text: string) => {
    await page.getByRole('combobox', { name: 'Search everything' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };

  it("support's journeys begin behind two thousand newer properties, five thousand deliveries and a thousand events", async () => {
    expect(await count('/properties?')).toBeGreaterThan(NEWER.properties);
    expect(await count('/events?')).toBeGreaterThan(NEWER.events);
    expect(await count(`/webhooks/${webhook.id}/deliveries?`)).toBeGreaterThan(NEWER.deliveries);
    for (const [path, own] of [
      ['/properties', property.id],
      ['/events', (await wanted())[0]?.eventId],
      [`/webhooks/${webhook.id}/deliveries`, (await wanted())[0]?.id],
    ] as const) {
      const query = 'order=desc&limit=100';
      const { data } = await customer.api.get<ListPage<Record<string, string>>>(`${path}?${query}`);
      expect(
        data.map(({ id, eventId }) => (path === '/events' ? eventId : id)),
        path,
      ).not.toContain(own);
    }
  });

  it('the reason why a property is not on a portal is found in three clicks', async () => {
    const { click, clicks } = await start(3);
    await click(place('Listings'));
    await click(page.getByRole('searchbox'));
    await page.keyboard.type(EXTERNAL_ID);
    await click(page.getByRole('link', { name: TITLE }));
    const reason = page.getByRole('group', { name: 'Last error' });
    await reason.getByText('The login has no write permission').waitFor();
    expect(clicks()).toBe(3);
    const attempt = entries('publication_attempt').first();
    await attempt.getByText(`Publication attempt failed for good · ${NAME}`).waitFor();
    await attempt.getByText(/^\d+ ms · File: .+\.zip$/).waitFor();
    await attempt.getByText(/, API key/).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  });

  it('a delivery is retried in three clicks', async () => {
    const before = (await wanted())[0]?.attemptCount ?? 0;
    const { click, clicks } = await start(3);
    await click(button('Search'));
    await searchFor(EXTERNAL_ID);
    const event = entries('event').filter({ hasText: 'Publication failed' });
    await event.getByText(/^Delivered to /).waitFor();
    await click(event.getByRole('button', { name: /^Resend/ }));
    await until({
      what: 'the repeated delivery',
      look: wanted,
      good: ([first]) => first?.status === 'succeeded' && (first.attemptCount ?? 0) > before,
    });
    await event.getByText(/^2 attempts · 200/).waitFor();
    await click(event.getByRole('link', { name: /^Delivered to / }));
    await heading('Publication failed').waitFor();
    await page.getByRole('region', { name: 'Request body' }).getByText('permission_denied').waitFor();
    expect(clicks()).toBe(3);
  });

  it('an email that could not be read is read and repeated in three clicks', async () => {
    const { click, clicks } = await start(3);
    await click(place('Emails'));
    await click(page.getByRole('table', { name: 'Emails' }).getByRole('link', { name: SUBJECT }));
    await heading(SUBJECT).waitFor();
    const reason = page.getByRole('group', { name: 'Last error' });
    await reason.getByText('The XML document is not an inquiry').waitFor();
    await page.getByText('anfragen@portal-eins.example').waitFor();
    const reading = page.waitForResponse((answer) => answer.url().endsWith('/reparse'));
    await click(button('Read again'));
    const answer = await reading;
    expect([answer.status(), clicks()]).toEqual([202, 3]);
    expect((await answer.json()) as ReceivedMail).toMatchObject({ state: 'pending' });
    await page.locator('h1 + .badge', { hasText: 'Not readable' }).waitFor();
  });

  it('an email that could not be read is retried in two clicks from the overview', async () => {
    const { click, clicks } = await start(2);
    await click(issue('Email could not be read').getByRole('link'));
    await heading(SUBJECT).waitFor();
    const reading = page.waitForResponse((answer) => answer.url().endsWith('/reparse'));
    await click(button('Read again'));
    expect([(await reading).status(), clicks()]).toEqual([202, 2]);
  });

  it('a target is paused with a reason in two clicks and resumed in two', async () => {
    const journey = await start(2);
    await journey.click(button('Search'));
    await searchFor('Munich office');
    await heading(NAME).waitFor();
    const field = page.getByLabel('Reason (optional)');
    await page.locator('main').focus();
    while ((await field.and(page.locator(':focus')).count()) === 0) await page.keyboard.press('Tab');
    await page.keyboard.type('Relaunch');
    await journey.click(button('Pause'));
    await page.getByText(/Reason: Relaunch/).waitFor();
    expect(journey.clicks()).toBe(2);
    const { paused } = await customer.api.get<Target>(`/targets/${target.id}`);
    expect(paused).toMatchObject({ by: 'customer', reason: 'Relaunch', actor: { kind: 'dashboard' } });
    await page.getByText(/, dashboard\. Reason: Relaunch/).waitFor();
    const { click, clicks } = await start(2);
    await click(issue('Publishing paused').getByRole('link'));
    await click(button('Resume'));
    await button('Pause').waitFor();
    expect(clicks()).toBe(2);
    expect(await customer.api.get<Target>(`/targets/${target.id}`)).not.toHaveProperty('paused');
  });

  it('a property is found by its external id with one click and Enter', async () => {
    const { click, clicks } = await start(1);
    await click(button('Search'));
    await searchFor(EXTERNAL_ID);
    await heading(TITLE).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/dashboard/properties/${property.id}`);
    expect([clicks(), await page.getByRole('dialog').count()]).toEqual([1, 0]);
  });

  it('the overview names a failed listing, a failed email and nothing that works', async () => {
    // What was read before may have more.
    await page.goto(at('/'));
    await issue('Publication failed').getByRole('link', { name: TITLE }).waitFor();
    await issue('Email could not be read').waitFor();
    expect(await page.locator('.item').count()).toBe(2);
    expect(watched.complaints).toEqual([]);
  });
});
