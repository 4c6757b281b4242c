import type { User } from '@estate/contracts';
import { CLIENT } from '@estate/sandbox/people';
import { apiClient } from '@estate/stack';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBinary } from '@estate/testing';
import { openWindow } from './support/browser.ts';
import type { Watched } from './support/browser.ts';
import { continueToProvider, fitsEveryWidth, seriousBarriers, shoot } from './support/dashboard-page.ts';
import { contactInput } from './support/data.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const ANNA = { name: 'Anna Admin', email: 'anna@beispiel-wohnen.example' };
const VIKTOR = { name: 'Viktor Viewer', email: 'viktor@beispiel-wohnen.example' };

let world: World;
let browser: Browser;
let customer: CustomerAccount;
let contactId: string;
let anna: Watched;
let viktor: Watched;

const at = (path: string) => `${world.stack.apiUrl}/dashboard${path}`;
const open = () =>
  openWindow(
    browser,
    [world.stack.apiUrl, world.stack.identityProviderUrl].map((url) => new URL(url).origin),
  );
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const chooseRole = (page: Page, name: string) => page.getByLabel(`Role of ${name}`).selectOption('editor');
async function changeRole(page: Page): Promise<void> {
  await button(page, 'Change role').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
}

/** A call to the API in the session of a page. */
const asPage = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate<{ status: number; code?: string }>(`(async () => {
    const answer = await fetch(${JSON.stringify(path)}, {
      method: ${JSON.stringify(method)},
      headers: { 'x-estate-dashboard': '1', 'content-type': 'application/json' },
      ${body ? `body: ${JSON.stringify(JSON.stringify(body))},` : ''}
    });
    const { code } = await answer.json();
    return { status: answer.status, ...(code && { code }) };
  })()`);

describe.skipIf(chromiumBinary() === undefined)('people in the dashboard', () => {
  beforeAll(async () => {
    [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
    customer = await world.account('Beispiel Wohnen GmbH');
    const operator = apiClient(world.stack.apiUrl, world.stack.operatorToken);
    await operator.put(`/admin/accounts/${customer.id}/sign-in`, {
      issuer: world.stack.identityProviderUrl,
      ...CLIENT,
    });
    await customer.api.post('/account/users', { email: ANNA.email, role: 'admin' });
    contactId = (await customer.api.post<{ id: string }>('/contacts', contactInput)).id;
    [anna, viktor] = await Promise.all([open(), open()]);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('a person without an invitation is shown that there is no access', async () => {
    await continueToProvider(viktor.page, at('/'), customer.id);
    await button(viktor.page, VIKTOR.name).click();
    await heading(viktor.page, 'You have no access to this account').waitFor();
    expect(await seriousBarriers(viktor.page)).toEqual([]);
  });

  it('an API key does not sign in to an account whose people sign in themselves', async () => {
    const { page } = await open();
    await page.goto(at('/'));
    await page.getByLabel('API key').fill(customer.key);
    await button(page, 'Sign in').click();
    await page.getByText('Users of this account sign in with their own user accounts').waitFor();
    await page.context().close();
  });

  it('an invited admin signs in, comes back to the page, and invites a viewer', async () => {
    const { page } = anna;
    await continueToProvider(page, at('/users'), customer.id);
    await button(page, ANNA.name).click();
    await heading(page, 'Users').waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/users');
    await page.getByText(`${ANNA.name} · Admin`).waitFor();
    await button(page, 'Invite user').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email address').fill(VIKTOR.email);
    await dialog.getByRole('button', { name: 'Invite user' }).click();
    await page.getByText(VIKTOR.email).waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    await shoot(page, 'users');
    await fitsEveryWidth(page, 'users');
  });

  it('an invited viewer signs in and can do nothing that an editor can, on the page and by the API', async () => {
    const { page } = viktor;
    await continueToProvider(page, at('/'), customer.id);
    await heading(page, 'Overview').waitFor();
    await page.getByText(`${VIKTOR.name} · Viewer`).waitFor();
    await page.goto(at(`/contacts/${contactId}`));
    await page.getByLabel('Last name').waitFor();
    expect(await page.getByLabel('Last name').isDisabled()).toBe(true);
    for (const name of ['Delete', 'Save']) expect(await button(page, name).count(), name).toBe(0);
    const path = `/contacts/${contactId}`;
    expect((await asPage(page, 'GET', path)).status).toBe(200);
    expect(await asPage(page, 'DELETE', path)).toEqual({ status: 403, code: 'role-insufficient' });
    expect(await asPage(page, 'POST', '/contacts', {})).toEqual({ status: 403, code: 'role-insufficient' });
    await page.goto(at('/users'));
    await page.getByText(ANNA.email).waitFor();
    expect(await button(page, 'Invite user').count()).toBe(0);
    const { data } = await customer.api.get<{ data: User[] }>('/account/users');
    for (const { id } of data) {
      const change = await asPage(page, 'PUT', `/account/users/${id}`, { role: 'admin' });
      expect(change).toEqual({ status: 403, code: 'role-insufficient' });
    }
  });

  it('a viewer who becomes an editor can change a property within seconds, but no user', async () => {
    await anna.page.setViewportSize({ width: 1280, height: 900 });
    await chooseRole(anna.page, VIKTOR.name);
    const { data } = await customer.api.get<{ data: User[] }>('/account/users');
    expect(data.find(({ email }) => email === VIKTOR.email)?.role).toBe('viewer');
    await changeRole(anna.page);
    await expect
      .poll(() => asPage(viktor.page, 'POST', '/contacts', {}), { timeout: 60_000 })
      .toEqual({ status: 400, code: 'validation-failed' });
    const invitation = { email: 'eve@example.org', role: 'admin' };
    expect((await asPage(viktor.page, 'POST', '/account/users', invitation)).code).toBe('role-insufficient');
  });

  it('an editor sees that only an admin creates, changes and deletes import sources', async () => {
    const { page } = viktor;
    const source = await customer.api.post<{ id: string }>('/import-sources', { name: 'Office' });
    for (const [path, name] of [
      ['/imports/sources/new', 'Create the source'],
      [`/imports/sources/${source.id}/edit`, 'Save'],
      [`/imports/sources/${source.id}`, 'Delete'],
    ] as const) {
      await page.goto(at(path));
      await button(page, name).waitFor();
      expect(await button(page, name).getAttribute('aria-disabled'), name).toBe('true');
    }
    const path = `/import-sources/${source.id}`;
    expect(await asPage(page, 'DELETE', path)).toEqual({ status: 403, code: 'role-insufficient' });
  });

  it('a person who is removed while signed in is out within seconds, and does not come back', async () => {
    const item = anna.page.locator('li', { hasText: VIKTOR.email });
    await item.getByRole('button', { name: 'Remove' }).click();
    await anna.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await item.waitFor({ state: 'detached' });
    await viktor.page.getByText('Your session has ended').waitFor();
    expect(await asPage(viktor.page, 'GET', '/properties')).toEqual({ status: 401, code: 'session-over' });
    await viktor.page.reload();
    await button(viktor.page, 'Continue to the identity provider').click();
    await heading(viktor.page, 'You have no access to this account').waitFor();
  });

  it('the last admin is neither removed nor made an editor, and the error stays until it is closed', async () => {
    const { page } = anna;
    await page.clock.install();
    await chooseRole(page, ANNA.name);
    await changeRole(page);
    const error = page.getByRole('alert').filter({ hasText: 'This is the last active user' });
    await error.waitFor();
    for (const ms of [10_000, 1000]) await page.clock.fastForward(ms);
    await page.getByText(`${ANNA.name} · Admin`).waitFor();
    await error.getByRole('button', { name: 'Close' }).click();
    await error.waitFor({ state: 'detached' });
  });

  it('a person who signs out is asked by the provider and has to sign in again', async () => {
    const { page } = anna;
    await button(page, 'Sign out').click();
    await page.getByText('Do you also want to sign out of the identity provider?').waitFor();
    await button(page, 'Sign out').click();
    await heading(page, 'Sign in').waitFor();
    await button(page, 'Continue to the identity provider').click();
    await page.getByText('Choose a person').waitFor();
  });

  it('the page sends nothing elsewhere and the console stays silent', () => {
    for (const { outside, complaints } of [anna, viktor]) {
      expect(outside).toEqual([]);
      expect(complaints).toEqual([]);
    }
  });
});
