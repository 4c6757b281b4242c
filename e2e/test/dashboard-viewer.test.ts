import { CLIENT } from '@estate/sandbox/people';
import { apiClient } from '@estate/stack';
import { chromiumBinary } from '@estate/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWindow } from './support/browser.ts';
import type { Watched } from './support/browser.ts';
import { continueToProvider, openWithin, seriousBarriers, shoot } from './support/dashboard-page.ts';
import { everyPage, furnish } from './support/every-page.ts';
import type { EveryPage } from './support/every-page.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { World } from './support/world.ts';

const VIKTOR = { name: 'Viktor Viewer', email: 'viktor@beispiel-wohnen.example', role: 'viewer' };
/** Leads to a page on which something is made or changed. */
const MAKES =
  'a:is([href$="/new"], [href*="/new?"], [href*="/new#"], [href$="/edit"], [href*="/edit?"], [href*="/edit#"])';
/** Buttons and switches of the page that cannot be used. */
const DEAD =
  ':is(button, [role="button"], [role="switch"], a[data-disabled]):is([disabled], [aria-disabled="true"])';

let world: World;
let browser: Browser;
let viktor: Watched;
let pages: readonly EveryPage[];

const at = (path: string) => `${world.stack.apiUrl}/dashboard${path}`;

describe.skipIf(chromiumBinary() === undefined)('a viewer in the dashboard', () => {
  beforeAll(async () => {
    [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
    const { apiUrl, identityProviderUrl: issuer, operatorToken, marketplaceUrl } = world.stack;
    const customer = await world.account('Beispiel Wohnen GmbH');
    const { email, role } = VIKTOR;
    await apiClient(apiUrl, operatorToken).put(`/admin/accounts/${customer.id}/sign-in`, {
      issuer,
      ...CLIENT,
    });
    await customer.api.post('/account/users', { email, role });
    pages = everyPage(await furnish(world, customer));
    viktor = await openWindow(
      browser,
      [apiUrl, issuer, marketplaceUrl].map((url) => new URL(url).origin),
    );
    const { page } = viktor;
    await continueToProvider(page, `${apiUrl}/dashboard/`, customer.id);
    await page.getByRole('button', { name: VIKTOR.name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('a viewer finds no button on any page that cannot be used, and no link to one that makes or changes something', async () => {
    const { page } = viktor;
    for (const { address, name } of pages) {
      await openWithin(page, at(address));
      await page.locator('main .mantine-Loader-root').first().waitFor({ state: 'detached' });
      const dead = await page.locator('main').locator(DEAD).allInnerTexts();
      expect.soft(dead, name).toEqual([]);
      // Such a page itself leads to others of its kind.
      if (/\/(?:new|edit)\b/.test(address)) continue;
      const making = await page.locator('main').locator(MAKES).allInnerTexts();
      expect.soft(making, name).toEqual([]);
      await shoot(page, `viewer-${name}`, [1280]);
    }
  });

  it('the page of a target has no barriers for a viewer, leaves out what only others do, and folds what is for developers', async () => {
    const { page } = viktor;
    const target = pages.find(({ path }) => path === '/targets/:id');
    await openWithin(page, at(target?.address ?? ''));
    await page.getByRole('heading', { level: 2, name: 'Account' }).waitFor();
    for (const name of ['Check the credentials', 'Publishing', 'Send everything again'])
      expect(await page.getByRole('heading', { level: 2, name }).count(), name).toBe(0);
    const folded = page.locator('details.technical');
    expect(await folded.locator('code').isVisible()).toBe(false);
    await folded.getByText('Technical details').click();
    await folded.locator('code').waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
  });

  it('a viewer sees where properties are, and selects neither properties nor listings', async () => {
    const { page } = viktor;
    for (const [path, seen] of [
      ['/properties', page.getByRole('link', { name: /^Munich office: / })],
      ['/listings', page.getByRole('cell').getByText('Munich office')],
    ] as const) {
      await openWithin(page, at(path));
      await seen.first().waitFor();
      expect(await page.getByRole('checkbox').count(), path).toBe(0);
    }
  });

  it('a viewer reads which calls were made, and not the audit log', async () => {
    const { page } = viktor;
    await openWithin(page, at('/account'));
    await page.getByRole('link', { name: 'API calls' }).waitFor();
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await openWithin(page, at('/account/audit-log'));
    await page.getByText('Only administrators').waitFor();
    await openWithin(page, at('/account/calls'));
    await page.getByRole('table', { name: 'API calls' }).locator('.row').first().waitFor();
    expect([viktor.outside, viktor.complaints]).toEqual([[], []]);
  });
});
