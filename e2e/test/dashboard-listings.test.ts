import type { Listing, Property, Target } from '@estate/contracts';
import { newId, termsOf } from '@estate/persistence';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBinary } from '@estate/testing';
import { openWindow } from './support/browser.ts';
import { fitsEveryWidth, seriousBarriers, signInTo } from './support/dashboard-page.ts';
import { propertyInput, targetInput } from './support/data.ts';
import { addNewer } from './support/newer.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const NEWER = 2000;
const TITLE = 'Leuchtturm über der Förde';
const WRONG = { password: 'wrong' };

let world: World;
let browser: Browser;
let customer: CustomerAccount;
let page: Page;
/** Calls of the page to the list of listings. */
let asked: string[];
let wanted: Listing;
let failing: Listing;

const at = (path: string) => `${world.stack.apiUrl}/dashboard${path}`;

async function list(title: string, target: ReturnType<typeof targetInput>): Promise<Listing> {
  const property = await customer.api.post<Property>('/properties', propertyInput({ title }));
  const { id: targetId } = await customer.api.post<Target>('/targets', target);
  return customer.api.post<Listing>('/listings', { propertyId: property.id, targetId });
}

const become = (listing: Listing, good: (listing: Listing) => boolean) =>
  until({
    what: 'the listing to come so far',
    look: () => customer.api.get<Listing>(`/listings/${listing.id}`),
    good,
  });

/** Newer listings, made of a published one. */
const addNewerListings = ({ id }: Listing) =>
  addNewer(world, {
    ...{ service: 'distribution', collection: 'listings', like: { _id: id }, count: NEWER },
    fresh: (position, { summary }) => {
      const title = `Wohnung ${String(position)}`;
      const own = { ...summary, title, externalId: `N-${String(position)}` };
      return { propertyId: newId(), summary: own, terms: termsOf(title, 'Ulm') };
    },
  });

describe.skipIf(chromiumBinary() === undefined)('listings in the dashboard', () => {
  beforeAll(async () => {
    [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
    customer = await world.account('Beispiel Wohnen GmbH');
    wanted = await list(TITLE, targetInput(world.stack, 0));
    failing = await list('Haus am Hang', targetInput(world.stack, 1, WRONG));
    wanted = await become(wanted, ({ state }) => state === 'published');
    failing = await become(failing, ({ state }) => state === 'failed');
    await addNewerListings(wanted);
    const window = await openWindow(browser, [new URL(world.stack.apiUrl).origin], {});
    page = window.page;
    await signInTo(page, at('/'), customer.key);
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname === '/listings') asked.push(search);
    });
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const rows = () => page.locator('.row');

  it('a listing behind two thousand newer ones is found by the title of its property, in one call', async () => {
    asked = [];
    await page.goto(at('/listings?q=foerde'));
    await page.getByRole('link', { name: TITLE }).waitFor();
    await page.getByText('1 in total').waitFor();
    // The way in asks whether anything is listed; it needs one.
    const ofList = asked.filter((search) => !search.startsWith('?limit=1&'));
    expect(ofList.filter((search) => !search.includes('q='))).toEqual([]);
    expect(ofList.filter((search) => search.includes('startAfter'))).toEqual([]);
  });

  it('a listing that failed is found by its state, and the filters stand in the address', async () => {
    asked = [];
    await page.goto(at('/listings'));
    await rows().first().waitFor();
    await page.getByLabel('Status').selectOption({ label: 'Failed' });
    const link = page.getByRole('link', { name: 'Haus am Hang' });
    await link.waitFor();
    await page.getByText('1 in total').waitFor();
    expect(new URL(page.url()).search).toBe('?status=failed');
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Haus am Hang' }).waitFor();
    await page.goBack();
    await link.waitFor();
    expect(await page.getByLabel('Status').inputValue()).toBe('failed');
    expect(asked.some((search) => search.includes('startAfter'))).toBe(false);
  });

  it('a listing whose next attempt is still to come shows when that is', async () => {
    await page.route(`${world.stack.apiUrl}/listings?**`, (route) => {
      const nextAttemptAt = new Date(Date.now() + 3_630_000).toISOString();
      return route.fulfill({ json: { hasMore: false, data: [{ ...failing, nextAttemptAt }] } });
    });
    await page.setViewportSize({ width: 1600, height: 1000 });
    await page.goto(at('/listings'));
    await page.getByText('in 1 hour').waitFor();
    await page.unroute(`${world.stack.apiUrl}/listings?**`);
  });

  it('the planned end of a listing is set, explained and removed on its page', async () => {
    await page.goto(at(`/listings/${wanted.id}`));
    const end = page.getByLabel('Publish until');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await end.fill('2020-01-31T12:00');
    await save.click();
    await page.getByText('The planned end has passed, so the property was taken down.').waitFor();
    expect(await become(wanted, ({ published }) => !published)).toMatchObject({ unpublishedReason: 'ended' });
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByText('The planned end has passed. The property is not shown').waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    await fitsEveryWidth(page, 'the listing whose planned end has passed');
    await end.fill('');
    await save.click();
    expect(await become(wanted, ({ published }) => published)).not.toHaveProperty('publishUntil');
  });
});
