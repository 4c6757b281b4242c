import type { Contact, ContactRequest, NewApiKey, Property, Target } from '@estate/contracts';
import { apiClient } from '@estate/stack';
import { chromiumBinary } from '@estate/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWindow } from './support/browser.ts';
import { openWithin, seriousBarriers, shoot, signInTo } from './support/dashboard-page.ts';
import { contactInput, propertyInput, targetInput } from './support/data.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { until } from './support/until.ts';
import { sharedWorld, START_TIMEOUT_MS } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

interface ListPage<T> {
  data: T[];
}

/** More than one page of the API has. */
const MANY = 110;
const REQUESTS = 14;
/** However busy the machine is. */
const PATIENCE_MS = 30_000;

let world: World;
let browser: Browser;
let customer: CustomerAccount;
let page: Page;
let target: Target;
let oldest: { property: Property; contact: Contact };
let failed: Property;

const at = (path: string) => `${world.stack.apiUrl}/dashboard${path}`;
const open = (options = {}) => openWindow(browser, [new URL(world.stack.apiUrl).origin], options);
const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** Types into a choice that searches, and takes what is found. */
async function choose(label: string, words: string, option: string): Promise<void> {
  const input = page.getByRole('combobox', { name: label });
  const offered = page.getByRole('option', { name: option });
  // What is typed in the moment in which the field appears can be lost.
  const offers = async () => {
    if ((await input.inputValue()) !== words) await input.fill(words);
    return offered.count();
  };
  await expect.poll(offers, { timeout: PATIENCE_MS }).toBe(1);
  await offered.click();
  await expect.poll(() => input.inputValue(), { timeout: PATIENCE_MS }).toBe(option);
}

async function furnish({ api }: CustomerAccount): Promise<void> {
  const contact = await api.post<Contact>('/contacts', {
    ...contactInput,
    lastName: 'Urahn',
    email: 'urahn@example.org',
  });
  const property = await api.post<Property>('/properties', propertyInput({ title: 'Ältestes Haus' }));
  oldest = { contact, property };
  for (let index = 0; index < MANY; index += 1) {
    const title = `Neubau ${String(index)}`;
    await Promise.all([
      api.post('/contacts', { email: `neu${String(index)}@example.org`, lastName: title }),
      api.post('/properties', propertyInput({ title })),
    ]);
  }
  const attachments = ['photos/nowhere.jpg', 'photos/gone.jpg'].map((path) => ({
    url: `${world.stack.filesUrl}/${path}`,
    title: path,
  }));
  failed = await api.post<Property>('/properties', propertyInput({ title: 'Lost photos', attachments }));
  target = await api.post<Target>('/targets', targetInput(world.stack, 0));
  for (let index = 0; index < REQUESTS; index += 1) {
    const to = `${target.emailId}@${world.stack.inboxDomain}`;
    await fetch(`${world.stack.mailDropUrl}/api/mails`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to, document: 'basic', externalId: `MANY-${String(index)}` }),
    });
  }
}

describe.skipIf(chromiumBinary() === undefined)(
  'a large account in the dashboard',
  { timeout: 240_000 },
  () => {
    beforeAll(async () => {
      [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
      customer = await world.account('Beispiel Wohnen GmbH');
      await furnish(customer);
      ({ page } = await open());
      await signInTo(page, at('/'), customer.key);
    }, START_TIMEOUT_MS);
    afterAll(async () => {
      await browser?.close();
      await world?.close();
    });

    it('the oldest of more than a hundred properties can be chosen for a new listing, by its words and by its id', async () => {
      const label = `Ältestes Haus · ${oldest.property.externalId} · ${oldest.property.fields.address.city}`;
      await openWithin(page, at('/listings/new'));
      await page.getByRole('combobox', { name: 'Property' }).click();
      await page.getByRole('option', { name: 'There are more. Type to search.' }).waitFor();
      expect(await page.getByRole('option', { name: label }).count()).toBe(0);
      expect(await seriousBarriers(page)).toEqual([]);
      await choose('Property', 'altest', label);
      expect(new URL(page.url()).searchParams.get('propertyId')).toBe(oldest.property.id);
      await openWithin(page, at('/listings/new'));
      await choose('Property', oldest.property.id, label);
    });

    it('the oldest of more than a hundred contacts can be chosen for a property, and is found by the search and in the list', async () => {
      const { contact, property } = oldest;
      const label = `${contact.firstName ?? ''} Urahn · urahn@example.org`;
      await openWithin(page, at(`/properties/${property.id}/edit`));
      await choose('Contact', 'urahn', label);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await heading('Ältestes Haus');
      await until({
        what: 'the contact of the property',
        look: () => customer.api.get<Property>(`/properties/${property.id}`),
        good: ({ contactId }) => contactId === contact.id,
      });
      await openWithin(page, at(`/properties/${property.id}/edit`));
      await expect
        .poll(() => page.getByRole('combobox', { name: 'Contact' }).inputValue(), { timeout: PATIENCE_MS })
        .toBe(label);
      await openWithin(page, at('/contacts'));
      await page.getByRole('searchbox').fill('urahn');
      await page.getByText('1 in total').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search everything' }).fill('urahn');
      await page.getByText('1 result', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
    });

    it('a request takes the place of the list on a narrow screen, and the way back leads to the row that was opened', async () => {
      await until({
        what: 'all requests',
        look: () => customer.api.get<ListPage<ContactRequest>>('/requests?limit=100'),
        good: ({ data }) => data.length === REQUESTS,
      });
      await page.setViewportSize({ width: 390, height: 700 });
      await page.goto(at('/requests'));
      const rows = page.getByRole('table').getByRole('link');
      const row = rows.nth(REQUESTS - 2);
      await row.scrollIntoViewIfNeeded();
      const href = await row.getAttribute('href');
      const scrolled = () => page.evaluate<number>('window.scrollY');
      const top = await scrolled();
      expect(top).toBeGreaterThan(100);
      const focused = () => page.evaluate<string | null>("document.activeElement.getAttribute('href')");
      for (const back of [
        () => page.getByRole('link', { name: '← Inquiries' }).click(),
        () => page.goBack().then(() => undefined),
      ]) {
        await page.locator(`a[href="${href ?? ''}"]`).click();
        await heading('Inquiry');
        const message = page.locator('article .message');
        await message.waitFor();
        expect((await message.boundingBox())?.y).toBeLessThan(700);
        expect(await scrolled()).toBe(0);
        expect(await page.getByRole('table').count()).toBe(0);
        expect(
          await page.evaluate<boolean>("document.activeElement.contains(document.querySelector('article'))"),
        ).toBe(true);
        await shoot(page, 'request-alone', [390, 768]);
        await page.setViewportSize({ width: 390, height: 700 });
        await back();
        await heading('Inquiries');
        await expect.poll(focused, { timeout: PATIENCE_MS }).toBe(href);
        await expect.poll(scrolled, { timeout: PATIENCE_MS }).toBe(top);
      }
      await page.goto(at(new URL(href ?? '', world.stack.apiUrl).pathname.replace('/dashboard', '')));
      await page.getByRole('link', { name: '← Inquiries' }).click();
      await heading('Inquiries');
      await page.setViewportSize({ width: 1280, height: 900 });
    });

    it('the page of a property whose processing failed asks for no image that is not there, and says beside the button why it cannot be published', async () => {
      await until({
        what: 'the processing to fail',
        look: () => customer.api.get<Property>(`/properties/${failed.id}`),
        good: ({ processingStatus }) => processingStatus === 'failed',
      });
      const { page: own } = await open();
      const refused: string[] = [];
      own.on('response', (response) => {
        if (response.status() === 409) refused.push(new URL(response.url()).pathname);
      });
      const why = 'The property cannot be published because its attachments could not be processed.';
      await signInTo(own, at('/'), customer.key);
      await own.goto(at(`/properties/${failed.id}`));
      await own.locator('.no-picture').nth(1).waitFor();
      const publish = own.getByRole('button', { name: 'Publish', exact: true });
      expect(await publish.getAttribute('aria-disabled')).toBe('true');
      await publish.focus();
      await own.getByRole('tooltip', { name: why }).waitFor();
      for (let polls = 0; polls < 2; polls += 1)
        await own.waitForResponse((response) => response.url().endsWith(`/properties/${failed.id}`));
      expect(refused).toEqual([]);
      await openWithin(own, at(`/listings/new?propertyId=${failed.id}&targetId=${target.id}`));
      await own.getByText(why, { exact: true }).waitFor();
      const button = own.getByRole('button', { name: 'Publish', exact: true });
      expect(await button.getAttribute('aria-disabled')).toBe('true');
      await shoot(own, 'not-publishable', [390, 1280]);
      await own.context().close();
    });

    it('a reader sees no active button or link for what the key may not do', async () => {
      const name = 'Reader';
      const key = await customer.api.post<NewApiKey>('/account/api-keys', { name, scopes: ['read'] });
      expect(await apiClient(world.stack.apiUrl, key.key).get('/account')).toHaveProperty('id');
      const { page: own } = await open();
      await signInTo(own, at('/'), key.key);
      for (const [path, label] of [
        ['/properties', 'New property'],
        ['/contacts', 'New contact'],
        ['/targets', 'New portal'],
        ['/listings', 'New listing'],
        ['/webhooks', 'New webhook'],
        [`/properties/${oldest.property.id}`, 'Edit'],
        [`/targets/${target.id}`, 'Edit'],
      ] as const) {
        await openWithin(own, at(path));
        const button = own.getByRole('button', { name: label, exact: true }).first();
        await button.waitFor();
        expect(await button.getAttribute('aria-disabled'), label).toBe('true');
        expect(await own.getByRole('link', { name: label, exact: true }).count(), label).toBe(0);
        expect(await own.locator('main a[href$="/new"], main a[href$="/edit"]').count(), path).toBe(0);
      }
      await own.context().close();
    });

    it('the pages for signing in complain about nothing in the console', async () => {
      for (const path of ['/dashboard/', '/dashboard/requests', '/operator/']) {
        const { page: own, outside } = await open();
        const logged: string[] = [];
        own.on('console', (message) => {
          if (['error', 'warning'].includes(message.type())) logged.push(message.text());
        });
        await own.goto(`${world.stack.apiUrl}${path}`, { waitUntil: 'networkidle' });
        await own.getByRole('heading', { level: 1 }).waitFor();
        expect([...logged, ...outside], path).toEqual([]);
        await own.context().close();
      }
    });
  },
);
