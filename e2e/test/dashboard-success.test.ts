import type {
  AttemptSummary,
  Delivery,
  Listing,
  Page as ListPage,
  Property,
  Target,
} from '@estate/contracts';
import type { WebhookWithKey } from '@estate/contracts';
import { createLogger } from '@estate/observability';
import { connectMongo } from '@estate/persistence';
import { apiClient } from '@estate/stack';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBinary } from '@estate/testing';
import { openWindow } from './support/browser.ts';
import type { Watched } from './support/browser.ts';
import { openWithin, seriousBarriers, shoot, signInTo } from './support/dashboard-page.ts';
import { documentedFetch } from './support/documented-answers.ts';
import { ALL_EVENTS, propertyInput, targetInput } from './support/data.ts';
import { sandboxOf } from './support/sandbox.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const DAY_MS = 86_400_000;

let world: World;
let browser: Browser;
let customer: CustomerAccount;
let watched: Watched;
let page: Page;
let target: Target;
let listing: Listing;
let webhook: WebhookWithKey;

const at = (path: string) => `${world.stack.apiUrl}/dashboard${path}`;
const summary = (path: string, days = 14) =>
  customer.api.get<AttemptSummary>(`${path}/summary?days=${String(days)}`);

/** What a process of a service has counted on former days: the service itself counts only what it does today. */
async function countFormerDays(service: string, of: string, days: readonly (readonly [number, number])[]) {
  const log = createLogger({ service: 'e2e', level: 'silent' });
  const database = world.databaseOf(service);
  const { db, close } = await connectMongo({ uri: world.stack.mongoUri, database, log });
  try {
    const rows = days.map(([succeeded, failed], index) => {
      const day = new Date(Date.now() - (days.length - index) * DAY_MS).toISOString().slice(0, 10);
      const expiresAt = new Date(Date.now() + DAY_MS);
      return { _id: `${of} ${day} former`, of, day, succeeded, failed, expiresAt };
    });
    await db.collection<{ _id: string }>('attempt-days').insertMany(rows);
  } finally {
    await close();
  }
}

describe.skipIf(chromiumBinary() === undefined)('success rates in the dashboard', () => {
  beforeAll(async () => {
    [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
    customer = await world.account('Beispiel Wohnen GmbH');
    const sandbox = sandboxOf(world.stack);
    webhook = await sandbox.hook(customer.api, 'success', ALL_EVENTS);
    target = await customer.api.post<Target>('/targets', targetInput(world.stack, 0));
    watched = await openWindow(browser, [new URL(world.stack.apiUrl).origin]);
    page = watched.page;
    await signInTo(page, at('/'), customer.key);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const heading = () =>
    page.getByRole('heading', { level: 2, name: /^Does the (receiver|platform) accept / });
  const bars = () => page.locator('.rate-day');

  it('the page of a webhook and of a target without attempts says what will be shown', async () => {
    await openWithin(page, at(`/webhooks/${webhook.id}`));
    await heading().waitFor();
    await page.getByText('A chart with the success rate per day will appear here.').waitFor();
    await openWithin(page, at(`/targets/${target.id}`));
    await page.getByText('Nothing was published in this time.').waitFor();
    await shoot(page, 'success-empty-target');
    expect(await bars().count()).toBe(0);
  });

  it('the attempts of a publication and of its deliveries are counted by the service and shown today', async () => {
    const property = await customer.api.post<Property>(
      '/properties',
      propertyInput({ title: 'Haus am See' }),
    );
    listing = await customer.api.post<Listing>('/listings', {
      propertyId: property.id,
      targetId: target.id,
    });
    const look = () => Promise.all([summary(`/targets/${target.id}`), summary(`/webhooks/${webhook.id}`)]);
    const [ofTarget, ofWebhook] = await until({
      what: 'the counts',
      look,
      good: ([published, delivered]) => published.succeeded === 1 && delivered.succeeded >= 2,
    });
    expect(ofTarget.days).toHaveLength(14);
    expect(ofTarget.days.at(-1)).toMatchObject({ succeeded: 1, failed: 0 });
    const { data } = await customer.api.get<ListPage<Delivery>>(`/webhooks/${webhook.id}/deliveries`);
    expect(ofWebhook).toMatchObject({ succeeded: data.length, failed: 0 });
    expect((await summary(`/targets/${target.id}`, 1)).days).toHaveLength(1);
    await page.goto(at(`/targets/${target.id}`));
    await page.getByText('100% of attempts succeeded (1 of 1)').waitFor();
  });

  it('the charts of a webhook, a target and the overview have a bar for each of the last 14 days and a table with the same numbers', async () => {
    const days = [[40, 0], [38, 2], [41, 0], [0, 0], [0, 0], [44, 1], [39, 0], [57, 3], [52, 11], [30, 48], [3, 61]] as const; // oxfmt-ignore
    await countFormerDays('notifier', webhook.id, days);
    await countFormerDays('distribution', target.id, days);
    const { succeeded, failed } = await summary(`/webhooks/${webhook.id}`);
    for (const path of [`/webhooks/${webhook.id}`, `/targets/${target.id}`]) {
      await page.goto(at(path));
      await page.getByText(/^\d\d(\.\d)?% of attempts succeeded \(\d+ of \d+\)$/).waitFor();
      expect(await bars().count()).toBe(14);
      const chart = page.locator('section', { has: heading() });
      await chart.getByText('As a table').click();
      await chart.getByRole('row').filter({ hasText: '61' }).getByRole('cell', { name: '4.6%' }).waitFor();
      expect(await chart.getByRole('row').count()).toBe(15);
      await chart.getByText('As a table').click();
    }
    expect([succeeded > 344, failed]).toEqual([true, 126]);
    await page.goto(at('/'));
    for (const question of [
      'Are publications reaching the platforms?',
      'Are webhooks receiving their events?',
    ]) {
      const chart = page.locator('section', {
        has: page.getByRole('heading', { level: 2, name: question }),
      });
      await chart.getByText(/^\d\d(\.\d)?% of attempts succeeded \(\d+ of \d+\)$/).waitFor();
      expect(await chart.locator('.rate-day').count()).toBe(14);
      await chart.getByText('As a table').click();
      await chart.getByRole('row').filter({ hasText: '61' }).getByRole('cell', { name: '4.6%' }).waitFor();
    }
    await page.getByText('No inquiries arrived in the last 14 days.').waitFor();
  });

  it('a retry is offered quietly where nothing failed, and first where something did', async () => {
    const isQuiet = (name: string) =>
      page.getByRole('button', { name, exact: true }).and(page.locator('[data-variant="default"]')).waitFor();
    await openWithin(page, at(`/listings/${listing.id}`));
    await isQuiet('Retry now');
    await shoot(page, 'success-listing');
    const { data } = await customer.api.get<ListPage<Delivery>>(`/webhooks/${webhook.id}/deliveries`);
    const [delivery] = data;
    await openWithin(page, at(`/webhooks/${webhook.id}/deliveries/${delivery?.id ?? ''}`));
    await isQuiet('Resend');
    await shoot(page, 'success-delivery');
  });

  it('the account page shows the address for notices and who sets it', async () => {
    await openWithin(page, at('/account'));
    await page.getByRole('heading', { name: 'Email address for notices' }).waitFor();
    await page.getByText('No address is set, so no notices are sent.').waitFor();
    const { id } = await customer.api.get<{ id: string }>('/account');
    const operator = apiClient(world.stack.apiUrl, world.stack.operatorToken, documentedFetch);
    await operator.put(`/admin/accounts/${id}/email`, { email: 'it@example.org' });
    await page.reload();
    await page.getByText('it@example.org').waitFor();
    await page.getByText(/The operator of the service sets the address\.$/).waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    await shoot(page, 'success-account');
    expect(watched.complaints).toEqual([]);
  });
});
