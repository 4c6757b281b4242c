import type { NewApiKey, Target } from '@estate/contracts';
import { apiClient } from '@estate/stack';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBinary } from '@estate/testing';
import { ask } from './support/ask.ts';
import { openWindow } from './support/browser.ts';
import type { Watched } from './support/browser.ts';
import { shoot, signInTo } from './support/dashboard-page.ts';
import { targetInput } from './support/data.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const UNKNOWN_ID = '0123456789abcdefghij';
/** Chooses all of them before the page is drawn again. */
const choosingAtOnce = (choices: Readonly<Record<string, string>>) => `
  for (const [label, text] of ${JSON.stringify(Object.entries(choices))}) {
    const select = [...document.querySelectorAll('select')].find(({ labels }) => labels[0]?.textContent === label);
    select.value = [...select.options].find((option) => option.text === text).value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }`;
let world: World;
let browser: Browser;
let customer: CustomerAccount;
let watched: Watched;
let page: Page;
let target: Target;
let reader: NewApiKey;

const at = (path: string) => `${world.stack.apiUrl}/dashboard${path}`;
const open = (options = {}) => openWindow(browser, [new URL(world.stack.apiUrl).origin], options);
const row = (table: string, text: string) =>
  page.getByRole('table', { name: table }).locator('.row', { hasText: text });

describe.skipIf(chromiumBinary() === undefined)('traces in the dashboard', () => {
  beforeAll(async () => {
    [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
    customer = await world.account('Beispiel Wohnen GmbH');
    target = await customer.api.post<Target>('/targets', targetInput(world.stack, 0));
    reader = await customer.api.post<NewApiKey>('/account/api-keys', { name: 'Website', scopes: ['read'] });
    watched = await open();
    page = watched.page;
    await signInTo(page, at('/'), customer.key);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('the audit log shows a customer that the operator looked at the account', async () => {
    await apiClient(world.stack.apiUrl, world.stack.operatorToken).get(`/admin/accounts/${customer.id}`);
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    await row('Audit log', 'Account viewed').getByText('operator', { exact: true }).waitFor();
    await row('Audit log', 'API key created').getByText(reader.id).waitFor();
    await row('Audit log', 'Signed in').getByText('first key, dashboard').waitFor();
    await row('Audit log', 'Portal created').getByRole('link', { name: target.id }).waitFor();
    await shoot(page, 'audit-log');
  });

  it('the audit log links to the properties and listings, whose timelines name who changed them', async () => {
    const sentence = page.getByText('Who created or changed a property or a listing is in its timeline');
    for (const [name, path] of [
      ['Listings', '/listings'],
      ['Properties', '/properties'],
    ] as const) {
      await sentence.getByRole('link', { name }).click();
      await page.waitForURL(at(path));
      await page.goBack();
      await row('Audit log', 'Portal created').waitFor();
    }
  });

  it('the audit log is filtered by action and by key, in the address of the page', async () => {
    await page.getByLabel('Action').selectOption({ label: 'API key created' });
    await page.getByText('1 in total').waitFor();
    expect(new URL(page.url()).search).toBe('?action=api_key.created');
    await page.getByLabel('By', { exact: true }).selectOption({ label: `Website (…${reader.lastFour})` });
    await page.getByText('No results').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await row('Audit log', 'Portal created').waitFor();
  });

  it('the calls of the API show a customer what his program did, and lead to what it was about', async () => {
    const { headers } = await ask(`${world.stack.apiUrl}/targets/${UNKNOWN_ID}`, {
      method: 'GET',
      key: reader.key,
    });
    const requestId = headers.get('x-request-id') ?? '';
    await ask(`${world.stack.apiUrl}/targets/${target.id}`, { method: 'GET', key: reader.key });
    await page.goto(at('/account/calls'));
    await row('API calls', `GET /targets/${target.id}`).getByText('Website, API key').waitFor();
    await row('API calls', requestId).getByText('target-not-found').waitFor();
    await shoot(page, 'api-calls');
    await page.getByLabel('Request id').fill(requestId);
    await page.getByText('1 in total').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await row('API calls', 'first key, dashboard').first().waitFor();
    const by = `Website (…${reader.lastFour})`;
    await page.evaluate(choosingAtOnce({ Status: '2xx: successful', By: by, Through: 'Dashboard' }));
    await page.getByText('No results').waitFor();
    await page.getByLabel('Through').selectOption({ label: 'API' });
    await page.getByRole('link', { name: `GET /targets/${target.id}` }).click();
    await page.waitForURL(at(`/targets/${target.id}`));
  });

  it('the pages of the traces complain about nothing and call no other host', () => {
    expect(watched.complaints).toEqual([]);
    expect(watched.outside).toEqual([]);
  });
});
