import type { ContactRequest, Erasure, Page as ListPage } from '@estate/contracts';
import { chromiumBinary, freePort } from '@estate/testing';
import { sharedBrowser } from './support/shared/use-shared.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';
import { openWindow } from './support/browser.ts';
import type { Watched } from './support/browser.ts';
import { seriousBarriers, signInTo } from './support/dashboard-page.ts';
import { findEverywhere } from './support/find-everywhere.ts';
import { OPERATOR_TOKEN, startServices } from './support/services.ts';
import type { Services } from './support/services.ts';
import { sendInquiry } from './support/smtp.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS } from './support/world.ts';

const ZEBULON = { vorname: 'Zebulon', nachname: 'Quastenflosse', email: 'zebulon@example.org' };
const BERTA = { vorname: 'Berta', nachname: 'Nachbarin', email: 'berta@example.org' };

let services: Services;
let browser: Browser;
let watched: Watched;
let page: Page;
let key: string;
let port: number;
let address: string;

const api = () => services.gateways[0] ?? '';
const get = async <T>(path: string) => (await ask(`${api()}${path}`, { key })).body as unknown as T;
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

describe.skipIf(chromiumBinary() === undefined)('erasures in the dashboard', () => {
  beforeAll(async () => {
    port = await freePort();
    [services, browser] = await Promise.all([
      startServices(['api-gateway', 'catalog', 'distribution', 'importer', 'notifier', 'inbox'], {
        SMTP_PORT: String(port),
        READ_SWEEP_EVERY_MS: '200',
        ERASE_SWEEP_EVERY_MS: '200',
        ERASE_SETTLE_MS: '500',
        ERASURE_SETTLE_MS: '500',
        ERASURE_SWEEP_EVERY_MS: '200',
      }),
      sharedBrowser(),
    ]);
    const body = { name: 'Beispiel Wohnen GmbH' };
    const opened = await ask(`${api()}/admin/accounts`, { method: 'POST', key: OPERATOR_TOKEN, body });
    ({ key } = opened.body['apiKey'] as { key: string });
    const credentials = {
      host: '127.0.0.1',
      port: 49151,
      username: 'a',
      password: 'x',
      providerNumber: 'A-1',
    };
    const target = await ask(`${api()}/targets`, {
      method: 'POST',
      key,
      body: { type: 'immowelt', credentials },
    });
    address = `${String(target.body['emailId'])}@requests.localhost`;
    watched = await openWindow(browser, [new URL(api()).origin]);
    page = watched.page;
    await signInTo(page, `${api()}/dashboard/`, key);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await services?.close();
  });

  it('a person is erased in four clicks, and is found nowhere afterwards', async () => {
    await sendInquiry({ port, to: [address], text: 'Hallo', people: [ZEBULON] });
    await sendInquiry({ port, to: [address], text: 'Guten Tag', people: [BERTA] });
    await until({
      what: 'the requests',
      look: () => get<ListPage<ContactRequest>>('/requests'),
      good: ({ data }) => data.length === 2,
    });
    expect(await findEverywhere(services, 'Quastenflosse')).not.toEqual([]);
    await page.getByRole('link', { name: 'Inquiries', exact: true }).click();
    await page.getByRole('link', { name: 'Zebulon Quastenflosse' }).click();
    await press('Erase person');
    const dialog = page.getByRole('dialog', { name: 'Erase all data of zebulon@example.org?' });
    await dialog.getByRole('button', { name: 'Erase person' }).click();
    await page.getByText('The erasure has begun').waitFor();
    const { data } = await until({
      what: 'the erasure',
      look: () => get<ListPage<Erasure>>('/erasures'),
      good: (list) => list.data[0]?.state === 'finished',
    });
    expect(data[0]?.erased).toMatchObject({ requests: 1, mails: 1, events: 1 });
    expect(await findEverywhere(services, 'Quastenflosse')).toEqual([]);
    await page.getByRole('link', { name: 'Berta Nachbarin' }).waitFor();
    await page.getByRole('link', { name: 'Zebulon Quastenflosse' }).waitFor({ state: 'detached' });
  });

  it('a request is erased on its page', async () => {
    await page.getByRole('link', { name: 'Berta Nachbarin' }).click();
    expect(await seriousBarriers(page)).toEqual([]);
    await press('Erase inquiry');
    await page.getByRole('dialog').getByRole('button', { name: 'Erase inquiry' }).click();
    await page.getByText('The inquiry was erased').waitFor();
    expect(await get<ListPage<ContactRequest>>('/requests')).toMatchObject({ data: [] });
  });

  it('the account page shows erasures and changes how long requests are kept', async () => {
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await page.getByText('1 inquiry, 1 email, 1 event, 0 deliveries').waitFor();
    await page.getByLabel('Keep inquiries for (days)').fill('90');
    const form = page.locator('form', { has: page.getByLabel('Keep inquiries for (days)') });
    await form.getByRole('button', { name: 'Save' }).click();
    await until({
      what: 'the retention',
      look: () => get<{ requestsDays: number }>('/account/retention'),
      good: ({ requestsDays }) => requestsDays === 90,
    });
    expect(watched.complaints).toEqual([]);
  });
});
