import type { Listing, Property, Target } from '@estate/contracts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBinary } from '@estate/testing';
import { openWindow } from './support/browser.ts';
import type { Watched } from './support/browser.ts';
import { fitsEveryWidth, seriousBarriers, shoot, showColours, signInTo } from './support/dashboard-page.ts';
import { propertyInput, targetInput } from './support/data.ts';
import { sandboxOf } from './support/sandbox.ts';
import type { Sandbox } from './support/sandbox.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const NUMBER = 'SAID/1';
const WORDS = 'Bild 3: Datei ist zu groß (max. 10 MB)';

let world: World;
let browser: Browser;
let customer: CustomerAccount;
let sandbox: Sandbox;
let watched: Watched;
let page: Page;

const at = (path: string) => `${world.stack.apiUrl}/dashboard${path}`;
const section = (name: string) => page.locator('section', { has: page.getByText(name, { exact: true }) });

describe.skipIf(chromiumBinary() === undefined)('the pages of targets in the dashboard', () => {
  beforeAll(async () => {
    [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
    sandbox = sandboxOf(world.stack);
    customer = await world.account('Beispiel Wohnen GmbH');
    watched = await openWindow(browser, [new URL(world.stack.apiUrl).origin]);
    page = watched.page;
    await signInTo(page, at('/'), customer.key);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await page?.context().close();
    await browser?.close();
    await world?.close();
  });

  it('the form of a new target keeps what is typed at the moment when its platform was chosen', async () => {
    await page.goto(at('/targets/new'));
    await page.getByLabel('Host *').waitFor();
    // In one turn of the page, which is faster than any driver.
    await page.evaluate(`(async () => {
      const type = (selector, value, event) => {
        const field = document.querySelector(selector);
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
        field.dispatchEvent(new Event(event, { bubbles: true }));
      };
      type('select', 'immowelt', 'change');
      await Promise.resolve();
      type('input[placeholder="21"]', '2121', 'input');
    })()`);
    await page.waitForURL(/type=immowelt/);
    await page.getByRole('combobox', { name: 'Platform' }).waitFor();
    expect(await page.getByLabel('Port', { exact: true }).inputValue()).toBe('2121');
  });

  it('the page of a feed has its addresses, checks the feed and no credentials, shows who fetched it, and changes its addresses', async () => {
    const { id, feed } = await customer.api.post<Target>('/targets', { type: 'feed', name: 'Website' });
    await page.goto(at(`/targets/${id}`));
    await page.getByRole('heading', { level: 1, name: 'Website' }).waitFor();
    for (const address of [feed?.openimmoXmlUrl, feed?.openimmoZipUrl, feed?.propertiesJsonUrl])
      await page.getByText(address ?? '', { exact: true }).waitFor();
    await page.getByText('Nobody has fetched the feed yet.').waitFor();
    await page.getByRole('button', { name: 'Check the feed' }).click();
    await page.getByText('All steps succeeded').waitFor();
    await page.getByText('The feed can be fetched at its addresses.', { exact: true }).waitFor();
    for (const foreign of ['Check the credentials', 'Find the host', 'Reports of the portal'])
      expect(await page.getByText(foreign).count()).toBe(0);
    await fitsEveryWidth(page, 'the page of a feed');
    expect(await seriousBarriers(page)).toEqual([]);
    await shoot(page, 'feed');

    const headers = { 'user-agent': 'Website of the agency' };
    expect((await fetch(feed?.openimmoXmlUrl ?? '', { headers })).status).toBe(200);
    await page.getByText('openimmo.xml (0) · Website of the agency').waitFor();
    await page.getByRole('button', { name: 'Change addresses' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change addresses' }).click();
    await page.getByText(feed?.openimmoXmlUrl ?? '', { exact: true }).waitFor({ state: 'detached' });
    expect((await fetch(feed?.openimmoXmlUrl ?? '')).status).toBe(404);
  });

  it('the page of a portal shows its reports in its words, and the text of an unclear one; the search finds a report by the number of its object', async () => {
    const user = world.stack.ftpUsers[0]?.username ?? '';
    await sandbox.reports({ user, format: 'text', refusals: { [NUMBER]: WORDS } });
    const target = await customer.api.post<Target>('/targets', targetInput(world.stack, 0));
    await page.goto(at(`/targets/${target.id}`));
    await page.getByText('The portal has not reported yet.').waitFor();
    const property = await customer.api.post<Property>('/properties', propertyInput({ externalId: NUMBER }));
    const wish = { propertyId: property.id, targetId: target.id };
    const listing = await customer.api.post<Listing>('/listings', wish);
    const reports = section('Reports of the portal');
    await reports.getByText(WORDS).waitFor();
    await reports.getByRole('link', { name: NUMBER }).waitFor();
    await reports.locator('.badge', { hasText: 'Rejected by the portal' }).waitFor();

    await sandbox.sendMail({ to: target.reportAddress, document: 'export-new', externalId: 'X-1' });
    await reports.locator('.badge', { hasText: 'Unclear: read the email' }).waitFor();
    await reports.getByText('Text of the email').click();
    await reports.getByText('Neue Anfrage zu X-1').waitFor();
    await fitsEveryWidth(page, 'the page of a target with reports');
    expect(await seriousBarriers(page)).toEqual([]);
    await shoot(page, 'reports');

    await page.goto(at('/'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everything' }).fill(NUMBER);
    await page.getByRole('option', { name: new RegExp(`${NUMBER}.*zu groß`) }).click();
    await page.waitForURL(/\/targets\/.*report=/);
    await page.getByRole('group', { name: 'The report that you looked for' }).getByText(WORDS).waitFor();
    const rejected = await until({
      what: 'the rejected listing',
      look: () => customer.api.get<Listing>(`/listings/${listing.id}`),
      good: ({ platformState }) => platformState?.state === 'rejected',
    });
    expect(rejected.published).toBe(true);
    expect([watched.outside, watched.complaints]).toEqual([[], []]);
  });

  it('a full transfer each night is switched on after one question, and what it may remove is typed in percent', async () => {
    const { id } = await customer.api.post<Target>('/targets', {
      ...targetInput(world.stack, 1),
      ...{ type: 'openimmo-ftp', name: 'Nachts', settings: { transfer: 'full' } },
    });
    await page.goto(at(`/targets/${id}/edit`));
    await page.getByText('Settings of the transfer').click();
    await page.getByLabel('Full transfer each night').click();
    const dialog = page.getByRole('dialog', { name: 'Send a full transfer each night?' });
    await dialog.getByRole('button', { name: 'Full transfer each night' }).click();
    await page.getByLabel('Removed without asking').fill('10');
    for (const colorScheme of ['dark', 'light'] as const) {
      await showColours(page, colorScheme);
      const rules = colorScheme === 'light' ? 'all' : 'contrast';
      expect(await seriousBarriers(page, rules), colorScheme).toEqual([]);
      await page.getByLabel('Removed without asking').scrollIntoViewIfNeeded();
      await shoot(page, `nightly-${colorScheme}`, [390, 768, 1280]);
    }
    await fitsEveryWidth(page, 'the settings of a target');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(at(`/targets/${id}`));
    const { settings } = await customer.api.get<Target>(`/targets/${id}`);
    expect(settings).toMatchObject({ nightlyFullTransfer: true, maxRemovedShare: 0.1 });
  });

  it('why a full transfer was not sent and why the folder with results is not read is said in the language of the page', async () => {
    const target = await customer.api.post<Target>('/targets', {
      ...targetInput(world.stack, 2),
      ...{ type: 'openimmo-ftp', name: 'Gehalten', settings: { transfer: 'full' } },
    });
    const at24 = '2026-11-24T02:10:00.000Z';
    const names = ['HELD-1', 'HELD-2', 'HELD-3', 'HELD-4', 'HELD-5'];
    const reason = { code: 'would_remove', names, mayRemove: 3 };
    const lastFullTransfer = {
      ...{ at: at24, ok: false, listings: 0, nightly: true, removals: 6 },
      ...{ message: 'It was not sent.', reason },
    };
    const folder = { code: 'folder_unreadable', path: '/results', said: '550 No such directory.' };
    const reportFolderProblem = { message: 'It cannot be read.', since: at24, reason: folder };
    await page.route(
      ({ pathname }) => pathname === `/targets/${target.id}`,
      (route) => route.fulfill({ json: { ...target, lastFullTransfer, reportFolderProblem } }),
    );
    await page.goto(at(`/targets/${target.id}`));
    await page.getByText('published and cannot be sent now, so they would disappear: HELD-1').waitFor();
    await page.getByText('The folder /results cannot be opened. The server says: 550 No such').waitFor();
    await fitsEveryWidth(page, 'the page of a target with a held transfer');
    await shoot(page, 'held', [390, 768, 1280]);
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await page.getByText('würden also verschwinden: HELD-1, HELD-2, HELD-3, HELD-4, HELD-5, …').waitFor();
    await page.getByText('Der Ordner /results lässt sich nicht öffnen.').waitFor();
    for (const colorScheme of ['dark', 'light'] as const) {
      await showColours(page, colorScheme);
      const rules = colorScheme === 'light' ? 'all' : 'contrast';
      expect(await seriousBarriers(page, rules), colorScheme).toEqual([]);
      await shoot(page, `held-de-${colorScheme}`, [390, 768, 1280]);
    }
    for (const english of [lastFullTransfer.message, reportFolderProblem.message])
      expect(await page.getByText(english).count()).toBe(0);
    await page.getByRole('button', { name: 'Trotzdem senden' }).click();
    const dialog = page.getByRole('dialog', { name: 'Den Vollabgleich senden?' });
    await dialog.getByRole('button', { name: 'Abbrechen' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'English' }).click();
    expect([watched.outside, watched.complaints]).toEqual([[], []]);
  });
});
