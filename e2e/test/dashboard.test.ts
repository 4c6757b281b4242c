import type {
  Delivery,
  Listing,
  NewApiKey,
  Page as ListPage,
  Property,
  Target,
  Webhook,
} from '@estate/contracts';
import { chromiumBinary, freePort } from '@estate/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWindow } from './support/browser.ts';
import type { Watched } from './support/browser.ts';
import { openWithin, signInTo } from './support/dashboard-page.ts';
import { propertyInput } from './support/data.ts';
import { marketOf } from './support/market.ts';
import { sandboxOf } from './support/sandbox.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

/** Many more than are drawn. */
const MANY_LISTINGS = 1500;
/** Programs of the page, as text: the types of a browser are none of ours. */
const SCROLL_TO_THE_END = `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const foot = () => document.querySelector('.rows-foot')?.textContent ?? '';
  do {
    scrollTo(0, document.documentElement.scrollHeight);
    await frame();
  } while (!foot().includes('1,500 in total'));
  scrollTo(0, document.documentElement.scrollHeight);
})()`;

let world: World;
let browser: Browser;
let customer: CustomerAccount;
let watched: Watched;
let page: Page;

const at = (path: string) => `${world.stack.apiUrl}/dashboard${path}`;

const signIn = (window: Watched, key: string) => signInTo(window.page, at('/'), key);

const open = (options = {}) =>
  openWindow(
    browser,
    [world.stack.apiUrl, world.stack.marketplaceUrl].map((url) => new URL(url).origin),
    options,
  );

describe.skipIf(chromiumBinary() === undefined)('the dashboard', () => {
  beforeAll(async () => {
    [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
    customer = await world.account('Beispiel Wohnen GmbH');
    watched = await open();
    page = watched.page;
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  let property: Property;
  const title = 'Maisonette über den Dächern';
  const nameOfTarget = () => `Immowelt · ${world.stack.ftpUsers[0]?.username ?? ''}`;
  const badge = (text: string) => page.locator('h1 + .badge', { hasText: text });
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

  it('the dashboard requires an API key and stores none of it where scripts can read', async () => {
    await page.goto(at('/'));
    await page.getByLabel('API key').fill('rek_live_nonsense');
    await page.keyboard.press('Enter');
    await page.getByText('The API key is unknown, was revoked or has expired.').waitFor();
    await signIn(watched, customer.key);
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ name: 'estate_session', httpOnly: true, sameSite: 'Strict' });
    expect(cookie?.value).not.toContain(customer.key);
    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
    );
    expect(stored).not.toContain('rek_');
    expect(await page.evaluate('document.cookie')).toBe('');
  });

  const checklist = () =>
    page.locator('section', { has: page.getByRole('heading', { level: 2, name: 'Set up your account' }) });

  it('empty pages of the dashboard explain the next step', async () => {
    await checklist().getByText('0 of 5 steps done').waitFor();
    expect(await checklist().getByRole('link').allInnerTexts()).toEqual([
      'Create a contact',
      'Connect a portal',
      'Create a property',
      'Publish the property',
      'See it on the portal',
      'Create a webhook',
    ]);
    for (const [place, words] of [
      ['Properties', 'No properties yet'],
      ['Portals', 'No portals yet'],
      ['Listings', 'No listings yet'],
      ['Inquiries', 'No inquiries yet'],
      ['Events', 'No events yet'],
      ['Webhooks', 'No webhooks yet'],
    ] as const) {
      await page.getByRole('link', { name: place, exact: true }).first().click();
      await page.getByRole('heading', { name: words }).waitFor();
      await page.locator('.empty').getByRole('link', { name: 'Read more in the API reference' }).waitFor();
    }
  });

  it('the dashboard is used with single keys, which do nothing while somebody types or a dialog is open', async () => {
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    const dialog = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await openWithin(page, at('/webhooks'));
    await heading('Webhooks');
    await press('g', 'l');
    await heading('Listings');
    await press('/');
    const search = page.getByRole('searchbox').and(page.locator(':focus'));
    await search.waitFor();
    await press('?', 'n', 'g', 'p');
    expect(await search.inputValue()).toBe('?ngp');
    await page.locator('main').focus();
    await press('?');
    await dialog().getByText('Show this list').waitFor();
    await press('n', 'g', 'p', 'Escape');
    await dialog().waitFor({ state: 'hidden' });
    await heading('Listings');
    await page.locator('main').focus();
    await press('n');
    await heading('New listing');
    await press('/');
    await page.getByRole('combobox', { name: 'Search everything' }).waitFor();
    await press('Escape');
    await openWithin(page, at('/webhooks'));
    await heading('Webhooks');
  });

  it('the dashboard creates a webhook and shows its signing key only on request', async () => {
    await page.getByRole('link', { name: 'New webhook' }).first().click();
    await fill('Address *', `${world.stack.receiverUrl}/hooks/dashboard`);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('heading', { level: 2, name: 'Signing key' }).waitFor();
    const { data } = await customer.api.get<ListPage<Webhook>>('/webhooks');
    const key = data[0]?.signingKey ?? '';
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Show: Signing key' }).click();
    await page.getByText(key).waitFor();
  });

  it('the dashboard creates a target with the fields that its platform requires and shows each step of the check', async () => {
    const user = world.stack.ftpUsers[0];
    await openWithin(page, at('/targets/new?type=immowelt'));
    await fill('Host *', 'localhost');
    await fill('Port', String(world.stack.ftpPort));
    await fill('User name *', user?.username ?? '');
    await fill('Password *', user?.password ?? '');
    await fill('Provider number *', 'A-1001');
    await page.getByLabel('Encryption (TLS)').selectOption('never');
    await page.getByText('are sent unencrypted').waitFor();
    await page.getByLabel('Encryption (TLS)').selectOption('automatic');
    await fill('Last name', 'Beispiel');
    await fill('Email', 'anna@example.org');
    await page.getByRole('button', { name: 'Add portal' }).click();
    await page.getByRole('heading', { level: 1, name: nameOfTarget() }).waitFor();
    await page.getByRole('button', { name: 'Check the credentials' }).click();
    await page.getByText('All steps succeeded').waitFor();
    expect(await page.locator('.steps li').count()).toBeGreaterThan(3);
    await page.getByText('could not be verified: DEPTH_ZERO_SELF_SIGNED_CERT').waitFor();
    await page.reload();
    await page.getByText('Yes, but the certificate could not be verified').waitFor();
  });

  it('the dashboard publishes a property and shows the result without a reload', async () => {
    property = await customer.api.post<Property>(
      '/properties',
      propertyInput({ attachments: [{ url: `${world.stack.filesUrl}/photos/facade.jpg`, title: 'Facade' }] }),
    );
    await openWithin(page, at(`/listings/new?propertyId=${property.id}`));
    await page.getByLabel('Portal').selectOption({ label: nameOfTarget() });
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByText('The property can be published').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await badge('Published').waitFor();
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('region', { name: 'Preview' }).getByText('<openimmo').waitFor();
    await openWithin(page, at(`/properties/${property.id}`));
    await page.getByText(`Publication succeeded · ${nameOfTarget()}`).waitFor();
    const portal = page.locator('section', { has: page.getByText('What will each platform show?') });
    await portal.getByText('Ready to publish').waitFor();
    await portal.getByRole('article', { name: title }).getByRole('img', { name: 'Facade' }).waitFor();
  });

  it('the checklist of the dashboard shows what the account has, stays hidden once it was hidden, and is shown again on request', async () => {
    await page.goto(at('/'));
    await checklist().getByText('3 of 5 steps done').waitFor();
    expect(await checklist().getByRole('link').allInnerTexts()).toEqual([
      'Create a contact',
      'See it on the portal',
      'Create a webhook',
    ]);
    await checklist().getByRole('button', { name: 'Hide checklist' }).click();
    await checklist().waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByRole('heading', { level: 2, name: 'Recent events' }).waitFor();
    expect(await checklist().count()).toBe(0);
    await page.getByRole('button', { name: 'Show checklist' }).click();
    await checklist().getByText('3 of 5 steps done').waitFor();
    await checklist().getByRole('button', { name: 'Hide checklist' }).click();
  });

  const setPassword = async (target: Target, password: string) => {
    await openWithin(page, at(`/targets/${target.id}/edit`));
    await fill('Password', password);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: nameOfTarget() }).waitFor();
  };

  it('the dashboard explains a failed publication, which can be fixed and retried', async () => {
    const [target] = await customer.api.get<Target[]>('/targets');
    const { data } = await customer.api.get<ListPage<Listing>>('/listings');
    await setPassword(target!, 'wrong');
    await page.goto(at('/'));
    await page.getByText('Publication failed').first().waitFor();
    await openWithin(page, at(`/listings/${data[0]!.id}`));
    const failure = page.getByRole('group', { name: 'Last error' });
    await failure.getByText('The platform rejected the login').waitFor();
    await failure.getByText('Check the user name and password of the portal').waitFor();
    await setPassword(target!, world.stack.ftpUsers[0]!.password);
    await openWithin(page, at(`/listings/${data[0]!.id}`));
    await page.getByRole('button', { name: 'Retry now' }).click();
    await badge('Published').waitFor();
    await failure.waitFor({ state: 'hidden' });
  });

  it('the dashboard shows the attempts of a delivery and sends it again', async () => {
    const { data } = await customer.api.get<ListPage<Webhook>>('/webhooks');
    await openWithin(page, at(`/webhooks/${data[0]!.id}?eventName=publication.failed`));
    await page.getByRole('table', { name: 'Deliveries' }).getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'Publication failed' }).waitFor();
    await page.locator('.plain-list').getByText('200').first().waitFor();
    await page.getByRole('region', { name: 'Request body' }).getByText('credentials_rejected').waitFor();
    const before = (await sandboxOf(world.stack).deliveries('dashboard')).length;
    await page.getByRole('button', { name: 'Resend' }).click();
    await until({
      what: 'the delivery to arrive again',
      look: () => sandboxOf(world.stack).deliveries('dashboard'),
      good: (all) => all.length > before,
    });
    await page.locator('.plain-list li').nth(1).waitFor();
  });

  it('the dashboard shows the next attempts for a receiver that is unavailable', async () => {
    const away = await customer.api.post<Webhook>('/webhooks', {
      url: `http://127.0.0.1:${String(await freePort())}/hooks`,
      events: ['request.created'],
    });
    const path = `/webhooks/${away.id}`;
    const sent = await customer.api.post<Delivery>(`${path}/test`, { event: 'request.created' });
    await openWithin(page, at(`${path}/deliveries/${sent.id}`));
    await page.getByText('connect_refused').first().waitFor();
    await page.getByText('Next attempt', { exact: true }).waitFor();
    await customer.api.delete(path);
  });

  it('the dashboard connects a marketplace through its consent page', async () => {
    const { consumer } = marketOf(world.stack);
    await openWithin(page, at('/account'));
    const form = page.locator('form').filter({ hasNotText: 'sandbox' }).first();
    await form.getByLabel('Key').fill(consumer.key);
    await form.getByRole('textbox', { name: 'Secret' }).fill(consumer.secret);
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Configured', { exact: true }).waitFor();
    await openWithin(page, at('/targets/new?type=marketplace-24'));
    await page.getByRole('button', { name: 'Add and connect' }).click();
    await page.waitForURL(`${world.stack.marketplaceUrl}/**`);
    await page.locator('button[value=accept]').click();
    await page.getByRole('heading', { level: 1, name: 'Back from the marketplace' }).waitFor();
    await page.getByRole('link', { name: 'Open the portal' }).click();
    await badge('Connected').waitFor();
  });

  it('the dashboard shows everything to a read-only API key and disables its actions', async () => {
    const key = await customer.api.post<NewApiKey>('/account/api-keys', { name: 'reader', scopes: ['read'] });
    const reader = await open();
    await signIn(reader, key.key);
    await reader.page.getByText('Read only').waitFor();
    const { data } = await customer.api.get<ListPage<Listing>>('/listings');
    await openWithin(reader.page, at(`/listings/${data[0]!.id}`));
    const retry = reader.page.getByRole('button', { name: 'Retry now' });
    await retry.waitFor();
    expect(await retry.getAttribute('aria-disabled')).toBe('true');
    await customer.api.delete(`/account/api-keys/${key.id}`);
    await reader.page.getByText('Your session has ended').waitFor();
    await reader.page.context().close();
  });

  it('a session of the dashboard is rejected for requests of other pages', async () => {
    const [cookie] = await page.context().cookies();
    const ask = (headers: Record<string, string>) =>
      fetch(`${world.stack.apiUrl}/properties`, {
        headers: { cookie: `${cookie!.name}=${cookie!.value}`, ...headers },
      });
    const own = { 'x-estate-dashboard': '1' };
    expect((await ask(own)).status).toBe(200);
    expect((await ask({})).status).toBe(403);
    expect((await ask({ ...own, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await ask({ ...own, origin: 'https://elsewhere.example.org' })).status).toBe(403);
  });

  it('a copy of the session cookie is rejected after signing out of the dashboard', async () => {
    const window = await open();
    await signIn(window, customer.key);
    const [cookie] = await window.page.context().cookies();
    const headers = { cookie: `${cookie!.name}=${cookie!.value}`, 'x-estate-dashboard': '1' };
    const ask = async () => (await fetch(`${world.stack.apiUrl}/properties`, { headers })).status;
    expect(await ask()).toBe(200);
    await window.page.getByRole('button', { name: 'Sign out' }).click();
    await window.page.getByLabel('API key').waitFor();
    expect(await ask()).toBe(401);
    await window.page.context().close();
  });

  it('the dashboard renders fifteen hundred listings as a few rows and scrolls to the last one', async () => {
    const window = await open();
    await window.page.route(`${world.stack.apiUrl}/listings?**`, (route) => {
      const { searchParams } = new URL(route.request().url());
      const last = searchParams.get('startAfter');
      const from = last === null ? MANY_LISTINGS : Number(last);
      const data = Array.from({ length: 100 }, (_, index) => madeUp(from - 1 - index, property.id));
      return route.fulfill({ json: { hasMore: from > 100, data } });
    });
    await signIn(window, customer.key);
    await openWithin(window.page, at('/listings'));
    const rows = window.page.locator('.row');
    await rows.first().waitFor();
    await window.page.evaluate(SCROLL_TO_THE_END);
    await window.page.locator(`[aria-rowindex="${String(MANY_LISTINGS + 1)}"]`).waitFor();
    expect(await rows.count()).toBeLessThan(80);
    await window.page.context().close();
  });

  it('the dashboard sends requests only to its own origin and violates no content security policy', () => {
    expect(watched.outside).toEqual([]);
    expect(watched.complaints).toEqual([]);
  });
});

/** A listing of a made-up account; its number is its id. */
const madeUp = (number: number, propertyId: string): Listing => ({
  id: String(number).padStart(20, '0'),
  propertyId,
  targetId: '0'.repeat(20),
  state: number % 7 === 0 ? 'pending' : 'published',
  published: number % 7 !== 0,
  attemptCount: 0,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
});
