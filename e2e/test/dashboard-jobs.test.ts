import type { Job, Listing, Page as ListPage, Property, Target } from '@estate/contracts';
import { chromiumBinary } from '@estate/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWindow } from './support/browser.ts';
import { fitsEveryWidth, openWithin, seriousBarriers, shoot, signInTo } from './support/dashboard-page.ts';
import { propertyInput, targetInput } from './support/data.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const VILLAS = 15;
/** With the villas, more than a page of the API has. */
const HOUSES = 95;
const PATIENCE_MS = 60_000;
const WIDTHS = [390, 768, 1280];

let world: World;
let browser: Browser;
let customer: CustomerAccount;
let page: Page;
let first: Target;
let second: Target;
let clicks = 0;

const at = (path: string) => `${world.stack.apiUrl}/dashboard${path}`;
const open = (options = {}) => openWindow(browser, [new URL(world.stack.apiUrl).origin], options);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const box = (name: string | RegExp) => page.getByRole('checkbox', { name });

async function click(what: Locator): Promise<void> {
  await what.click();
  clicks += 1;
}

/** The job of the page that is open, once it has ended. */
async function endedJob(): Promise<Job> {
  await page.waitForURL(/\/jobs\/[0-9a-v]{20}$/);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByText('Finished', { exact: true }).waitFor({ timeout: PATIENCE_MS });
  return customer.api.get<Job>(`/jobs/${id}`);
}

const job = async (order: object): Promise<Job> => {
  const { id } = await customer.api.post<Job>('/jobs', order);
  const look = () => customer.api.get<Job>(`/jobs/${id}`);
  return until({ what: 'the job to end', look, good: ({ state }) => state === 'finished' });
};

async function furnish({ api }: CustomerAccount): Promise<void> {
  const [one, other] = await Promise.all([
    api.post<Target>('/targets', { ...targetInput(world.stack, 0), name: 'Büro München' }),
    api.post<Target>('/targets', { ...targetInput(world.stack, 1), name: 'Büro Hamburg' }),
  ]);
  [first, second] = [one, other];
  const make = (title: string) => api.post<Property>('/properties', propertyInput({ title }));
  for (let number = 1; number <= HOUSES; number += 1) await make(`Haus Süd ${String(number)}`);
  for (let number = 1; number <= VILLAS; number += 1) await make(`Villa Nord ${String(number)}`);
  await job({ action: 'publish', filter: { q: 'villa' }, targetIds: [first.id] });
}

describe.skipIf(chromiumBinary() === undefined)('many properties at once in the dashboard', () => {
  beforeAll(async () => {
    [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
    customer = await world.account('Viele Objekte GmbH');
    await furnish(customer);
    ({ page } = await open());
    page.setDefaultTimeout(PATIENCE_MS);
    await signInTo(page, at('/'), customer.key);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('15 properties are on a second portal after four clicks', async () => {
    await openWithin(page, at('/properties?q=villa'));
    await page
      .getByRole('link', { name: /^Büro München: / })
      .first()
      .waitFor();
    clicks = 0;
    await click(box(`Select all shown (${String(VILLAS)})`));
    await shoot(page, 'many-selected', WIDTHS);
    expect(await seriousBarriers(page)).toEqual([]);
    await click(button('Publish'));
    await click(dialog().getByRole('checkbox', { name: /Büro Hamburg/ }));
    await shoot(page, 'many-publish', WIDTHS);
    expect(await seriousBarriers(page)).toEqual([]);
    await click(dialog().getByRole('button', { name: 'Publish', exact: true }));
    expect(clicks).toBe(4);
    expect((await endedJob()).counts).toMatchObject({ items: VILLAS, succeeded: VILLAS });
    const { count } = await customer.api.get<ListPage<Listing> & { count: number }>(
      `/listings?targetId=${second.id}&count=true`,
    );
    expect(count).toBe(VILLAS);
    await shoot(page, 'job', WIDTHS);
    await fitsEveryWidth(page, 'a job');
    expect(await seriousBarriers(page)).toEqual([]);
  }, 240_000);

  it('the list of properties filters by portal and by the state there, and shows where each property is', async () => {
    await openWithin(page, at('/properties?q=haus'));
    await page.getByText('On no portal').first().waitFor();
    await openWithin(page, at('/properties'));
    await page.getByLabel('Portal', { exact: true }).selectOption({ label: 'Büro Hamburg · Immowelt' });
    await page.getByText(`${String(VILLAS)} in total`).waitFor();
    expect(await page.getByText('On no portal').count()).toBe(0);
    await page.getByLabel('Status on the portal').selectOption({ label: 'Paused' });
    await page.getByText('No results').waitFor();
  });

  it('everything that matches is selected although the page shows a part of it, and one action has a result for each', async () => {
    await openWithin(page, at('/properties'));
    await box('Select all shown (100)').click();
    await button(`Select all ${String(HOUSES + VILLAS)} that match`).click();
    await page.getByText(`All ${String(HOUSES + VILLAS)} that match are selected`).waitFor();
    await button('Sales status').click();
    await dialog().getByRole('radio', { name: 'Reserved' }).check();
    await dialog().getByRole('button', { name: 'Apply' }).click();
    expect((await endedJob()).counts).toMatchObject({ items: HOUSES + VILLAS, succeeded: HOUSES + VILLAS });
    await openWithin(page, at('/account/audit-log?action=job.created'));
    await page
      .getByRole('link', { name: /^[0-9a-v]{20}$/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Set the sales status: Reserved' }).waitFor();
    await page.getByRole('link', { name: 'Bulk actions' }).first().click();
    await page.getByRole('link', { name: 'Publish on Büro Hamburg · Immowelt' }).waitFor();
    await shoot(page, 'jobs', WIDTHS);
    expect(await seriousBarriers(page)).toEqual([]);
  }, 240_000);

  it('a property is selected and deleted by the keyboard after one question that names the number, and what is still on a portal says why it was not deleted', async () => {
    await page.goto(at('/properties?q=nord+15'));
    await box('Select Villa Nord 15').focus();
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await button('Delete').focus();
    await page.keyboard.press('Enter');
    await dialog().getByText('Delete 1 property?').waitFor();
    // Enter alone removes nothing.
    await dialog().getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect((await endedJob()).counts).toMatchObject({ items: 1, failed: 1 });
    await page.getByText('The property still has listings. Take it down first.').waitFor();
    await page.getByRole('link', { name: 'Villa Nord 15' }).waitFor();
    await shoot(page, 'job-failed', WIDTHS);
    await job({ action: 'takeDown', filter: { q: 'nord 15' } });
    await button('Try again for 1 property').click();
    await page.waitForURL(/\/jobs\//);
    expect((await endedJob()).counts).toMatchObject({ items: 1 });
    await until({
      what: 'the property to be gone',
      look: () => customer.api.get<ListPage<Property>>('/properties?q=nord+15'),
      good: ({ data }) => data.length === 0,
    });
  }, 240_000);

  it('listings are selected in their list, and what is not selected stays online on the same and on other portals', async () => {
    const on = async (target: Target) =>
      (await customer.api.get<ListPage<Listing>>(`/listings?targetId=${target.id}&q=nord+1&limit=100`)).data;
    const [before, others] = [await on(second), await on(first)];
    await openWithin(page, at(`/listings?q=nord+1&targetId=${second.id}`));
    await box(`Select all shown (${String(before.length)})`).check();
    await box(/^Select Villa Nord 10, Büro Hamburg/).uncheck();
    await page.getByText(`${String(before.length - 1)} selected`, { exact: true }).waitFor();
    await shoot(page, 'listings-selected', WIDTHS);
    expect(await seriousBarriers(page)).toEqual([]);
    await button('Take down').click();
    await shoot(page, 'listings-take-down', WIDTHS);
    await dialog().getByRole('button', { name: 'Take down', exact: true }).click();
    const count = before.length - 1;
    expect((await endedJob()).counts).toMatchObject({ items: count, succeeded: count });
    await page.getByRole('heading', { level: 1, name: 'Take down listings' }).waitFor();
    await shoot(page, 'job-of-listings', WIDTHS);
    expect((await on(second)).map(({ property }) => property?.title)).toEqual(['Villa Nord 10']);
    expect((await on(first)).map(({ id }) => id)).toEqual(others.map(({ id }) => id));
  }, 240_000);

  it('an action that is in progress has a hint on every page, which leads to it', async () => {
    const running = await job({ action: 'retry', filter: { q: 'villa' }, targetIds: [first.id] });
    const { page: other } = await open();
    await signInTo(other, at('/'), customer.key);
    const answer = { hasMore: false, data: [{ ...running, state: 'running' }] };
    await other.route(/\/jobs\?/, (route) => route.fulfill({ json: answer }));
    await other.goto(at('/contacts'));
    await shoot(other, 'job-hint', WIDTHS);
    await other.getByRole('link', { name: '1 bulk action in progress' }).click();
    await other.waitForURL(`**/jobs/${running.id}`);
    await other.close();
  });

  it('many properties at once read as German, in the dark and on a phone', async () => {
    const { page: german } = await open({
      locale: 'de-DE',
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    await german.goto(at('/properties?q=haus'));
    await german.getByLabel('API-Schlüssel').fill(customer.key);
    await german.getByRole('button', { name: 'Anmelden' }).click();
    await german.getByRole('checkbox', { name: `Alle angezeigten auswählen (${String(HOUSES)})` }).check();
    await german.getByText(`${String(HOUSES)} ausgewählt`).waitFor();
    await shoot(german, 'many-german', WIDTHS);
    await german.getByRole('button', { name: 'Offline nehmen', exact: true }).click();
    await german.getByText(`${String(HOUSES)} Immobilien offline nehmen?`).waitFor();
    await shoot(german, 'many-german-dialog', WIDTHS);
    expect(await seriousBarriers(german)).toEqual([]);
    await german.close();
  });
});
