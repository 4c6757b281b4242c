import type { NewOperatorKey, Page as ListPage } from '@estate/contracts';
import { connectMongo } from '@estate/persistence';
import { apiClient } from '@estate/stack';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBinary } from '@estate/testing';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { openWindow } from './support/browser.ts';
import { furnishConsole } from './support/console-pages.ts';
import type { Watched } from './support/browser.ts';
import {
  fitsEveryWidth,
  openWithin,
  seriousBarriers,
  shoot,
  showColours,
  signInTo,
} from './support/dashboard-page.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, ownWorld } from './support/world.ts';
import type { CustomerAccount, OwnWorld } from './support/world.ts';

const DESKTOP = { width: 1280, height: 900 };
const REASON = 'Support request 4711: the listing is not published';

let world: OwnWorld;
let browser: Browser;
let customer: CustomerAccount;
let operator: ReturnType<typeof apiClient>;
let key: NewOperatorKey;
let examples: Awaited<ReturnType<typeof furnishConsole>>;
let olga: Watched;
const windows: Watched[] = [];

const at = (path: string) => `${world.stack.apiUrl}${path}`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const open = async (options = {}) => {
  const opened = await openWindow(browser, [new URL(world.stack.apiUrl).origin], options);
  windows.push(opened);
  return opened;
};

async function signIn(page: Page, given: string) {
  await page.goto(at('/operator/'));
  await page.getByLabel('Operator key').fill(given);
  await button(page, 'Sign in').click();
  await page.getByRole('search').waitFor();
}

/** A call to the API in the session of a page. */
const asPage = (page: Page, method: string, path: string) =>
  page.evaluate<{ status: number; code?: string }>(`(async () => {
    const answer = await fetch(${JSON.stringify(path)}, {
      method: ${JSON.stringify(method)},
      headers: { 'x-estate-dashboard': '1' },
    });
    const { code } = await answer.json();
    return { status: answer.status, ...(code && { code }) };
  })()`);

describe.skipIf(chromiumBinary() === undefined)('the console of the operators', () => {
  beforeAll(async () => {
    [world, browser] = await Promise.all([ownWorld('it shows what is wrong anywhere'), sharedBrowser()]);
    customer = await world.account('Beispiel Wohnen GmbH');
    operator = apiClient(world.stack.apiUrl, world.stack.operatorToken);
    examples = await furnishConsole(world, customer);
    key = await operator.post<NewOperatorKey>('/admin/operator-keys', { name: 'Olga Operator' });
    olga = await open();
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('the console of the operators is opened with a key of the operator, not with one of a customer', async () => {
    const { page } = olga;
    await page.goto(at('/operator/'));
    await heading(page, 'Operator console').waitFor();
    await page.getByLabel('Operator key').fill(customer.key);
    await button(page, 'Sign in').click();
    await page.getByText('neither the operator token nor an operator key').waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    await shoot(page, 'operator-sign-in', [1280]);
    await signIn(page, key.key);
    await page.getByText('Olga Operator').waitFor();
  });

  it('an operator finds the failed listing of a customer by the external id of its property', async () => {
    const { page } = olga;
    await page.getByLabel('Id, external id or email address').fill('SUP-1');
    await button(page, 'Search').click();
    const found = page.locator('.item', { hasText: 'SUP-1' });
    await found.getByText('Beispiel Wohnen GmbH').waitFor();
    await found.getByRole('link', { name: 'SUP-1' }).click();
    await page.getByRole('table', { name: 'Listings' }).getByText('Failed').waitFor();
    await page.getByRole('link', { name: 'Leuchtturm über der Förde' }).click();
    await heading(page, 'Leuchtturm über der Förde').waitFor();
    await page.getByText('The platform rejected the login').waitFor();
  });

  it('an operator looks at the listing as the customer sees it, and changes nothing', async () => {
    const { page } = olga;
    await button(page, 'View as customer').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill(REASON);
    await dialog.getByRole('button', { name: 'Start viewing' }).click();
    const notice = page.getByRole('complementary', { name: 'View of an operator' });
    await notice.getByText('Olga Operator is viewing the account Beispiel Wohnen GmbH').waitFor();
    await notice.getByText(REASON).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/dashboard/listings/${examples.listing.id}`);
    const retry = button(page, 'Retry now');
    await retry.waitFor();
    expect(await retry.getAttribute('aria-disabled')).toBe('true');
    const refused = { status: 403, code: 'look-is-read-only' };
    expect(await asPage(page, 'POST', `/listings/${examples.listing.id}/retry`)).toEqual(refused);
    expect(await asPage(page, 'DELETE', `/listings/${examples.listing.id}`)).toEqual(refused);
    for (const colorScheme of ['light', 'dark'] as const) {
      await showColours(page, colorScheme);
      expect(await seriousBarriers(page, colorScheme === 'light' ? 'all' : 'contrast')).toEqual([]);
      await shoot(page, `look-${colorScheme}`, [390, 1280]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await fitsEveryWidth(page, 'a look');
    await page.setViewportSize(DESKTOP);
    await notice.getByRole('button', { name: 'Stop viewing' }).click();
    await heading(page, 'Beispiel Wohnen GmbH').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/operator/accounts/${customer.id}`);
    expect((await asPage(page, 'GET', '/listings')).status).toBe(401);
  });

  it('an operator repeats the publication', async () => {
    const { page } = olga;
    await openWithin(page, at(`/operator/accounts/${customer.id}/listings/${examples.listing.id}`));
    await button(page, 'Retry now').click();
    await page.getByText('The publication is retried.').waitFor();
    const repeated = await until({
      what: 'the repeated publication in the timeline',
      look: () =>
        customer.api.get<{ data: { type: string; actor?: { name?: string } }[] }>(
          `/listings/${examples.listing.id}/timeline`,
        ),
      good: ({ data }) => data.some(({ actor }) => actor?.name === 'Olga Operator'),
    });
    expect(repeated.data.find(({ actor }) => actor?.name === 'Olga Operator')?.actor).toMatchObject({
      kind: 'operator',
      id: key.id,
    });
  });

  it('a customer reads in the audit log who looked at the account, why, and what was repeated', async () => {
    const { page } = await open();
    await signInTo(page, at('/dashboard/'), customer.key);
    await openWithin(page, at('/dashboard/account/audit-log'));
    const entries = page.getByRole('table', { name: 'Audit log' });
    const looked = entries.locator('.row', { hasText: REASON });
    await looked.getByText('Account viewed').waitFor();
    await looked.getByText('Olga Operator, operator').waitFor();
    await looked.locator('time').waitFor();
    const repeated = entries.locator('.row', { hasText: 'Publication retried by the operator' });
    await repeated.getByText('Olga Operator, operator').waitFor();
    await shoot(page, 'customer-audit-log', [390, 1280]);
    await openWithin(page, at('/dashboard/account/calls?actorKind=operator'));
    await page
      .getByRole('table', { name: 'API calls' })
      .getByText('Olga Operator, operator')
      .first()
      .waitFor();
    await page.context().close();
  });

  it('an operator reads what a violation means, repairs it after a confirmation, and the audit log has the repair', async () => {
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const at2099 = new Date('2099-01-01T00:00:00.000Z');
    const database = await connectMongo({
      uri: world.stack.mongoUri,
      database: world.databaseOf('catalog'),
      log: quiet,
    });
    const properties = database.db.collection<{ _id: string }>('properties');
    const lease = { owner: 'nobody', until: at2099 };
    await properties.updateOne({ _id: examples.listing.propertyId }, { $set: { lease } });
    const { page } = await open();
    await signIn(page, world.stack.operatorToken);
    await openWithin(page, at('/operator/violations'));
    await page.getByText('Nothing waits: a lease that ends in the far future counts as over.').waitFor();
    await page.getByText('Release the lease').waitFor();
    await button(page, 'Repair').click();
    const dialog = page.getByRole('dialog');
    expect(await seriousBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Repair', exact: true }).click();
    await page.getByText('Repaired: 1. Left: 0.').waitFor();
    await page.getByText('No violations').waitFor();
    expect(await properties.findOne({ _id: examples.listing.propertyId })).not.toHaveProperty('lease');
    await database.close();
    await openWithin(page, at('/operator/audit-log'));
    await page.locator('.row', { hasText: 'Invariant violations repaired' }).first().waitFor();
    await page.context().close();
  });

  it('an operator reads the text of an email and resends a delivery, and the customer reads who did', async () => {
    const { page } = olga;
    await openWithin(page, at(`/operator/mails/${examples.mail.id}`));
    await button(page, 'Show the text').click();
    await page.locator('.message').waitFor();
    const { webhook, delivery } = examples;
    await openWithin(
      page,
      at(`/operator/accounts/${customer.id}/webhooks/${webhook.id}/deliveries/${delivery.id}`),
    );
    await button(page, 'Resend').click();
    await page.getByText('The delivery is resent.').waitFor();
    const { data } = await customer.api.get<ListPage<{ action: string }>>(
      `/audit-log?actorId=${key.id}&limit=100`,
    );
    expect(data.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['mail.looked_at', 'delivery.resent']),
    );
  });

  it('an operator whose key is revoked is out within seconds', async () => {
    const { page } = olga;
    await openWithin(page, at('/operator/audit-log'));
    await heading(page, 'Audit log').waitFor();
    await operator.delete(`/admin/operator-keys/${key.id}`);
    await page.getByText('Your session has ended').waitFor();
    await heading(page, 'Operator console').waitFor();
  });

  it('the page sends nothing elsewhere and the console of the browser stays silent', () => {
    expect(windows.flatMap(({ outside, complaints }) => [...outside, ...complaints])).toEqual([]);
  });
});
