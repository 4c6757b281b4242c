import type { ContactRequest, Page as ListPage, Property, ReceivedMail, Target } from '@estate/contracts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBinary } from '@estate/testing';
import { openWindow } from './support/browser.ts';
import type { Watched } from './support/browser.ts';
import { call } from './support/call.ts';
import { shoot, signInTo } from './support/dashboard-page.ts';
import { propertyInput, targetInput } from './support/data.ts';
import { sandboxOf } from './support/sandbox.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const HOOK = 'mails';
let world: World;
let browser: Browser;
let customer: CustomerAccount;
let watched: Watched;
let page: Page;
let target: Target;

const at = (path: string) => `${world.stack.apiUrl}/dashboard${path}`;
const drop = (order: Record<string, unknown>) =>
  fetch(`${world.stack.mailDropUrl}/api/mails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: `${target.emailId}@${world.stack.inboxDomain}`, ...order }),
  });
const open = (options = {}) => openWindow(browser, [new URL(world.stack.apiUrl).origin], options);
const row = (name: string) => page.getByRole('table', { name: 'Emails' }).locator('.row', { hasText: name });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const badge = (text: string) => page.locator('h1 + .badge', { hasText: text });
const section = (name: string) => page.locator('section', { has: page.getByRole('heading', { name }) });

describe.skipIf(chromiumBinary() === undefined)('emails in the dashboard', () => {
  beforeAll(async () => {
    [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
    customer = await world.account('Beispiel Wohnen GmbH');
    await sandboxOf(world.stack).hook(customer.api, HOOK, ['request.parsing_failed']);
    target = await customer.api.post<Target>('/targets', targetInput(world.stack, 0));
    watched = await open();
    page = watched.page;
    await signInTo(page, at('/'), customer.key);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('an email that could not be read is found in the list, and its page shows why', async () => {
    expect((await drop({ document: 'import-report' })).status).toBe(201);
    await page.getByRole('link', { name: 'Emails' }).click();
    await row('Neue Anfrage zu Ihrem Objekt').getByText('Not readable').waitFor();
    await page.getByLabel('Status').selectOption({ label: 'Not readable' });
    expect(new URL(page.url()).search).toBe('?state=failed');
    await page.getByText('1 in total').waitFor();
    await shoot(page, 'mails');
    await row('Neue Anfrage zu Ihrem Objekt').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Neue Anfrage zu Ihrem Objekt' }).waitFor();
    await badge('Not readable').waitFor();
    await page
      .getByRole('group', { name: 'Last error' })
      .getByText('The XML document is not an inquiry')
      .waitFor();
    await section('Attachments').getByText('.xml').waitFor();
    await section('Details').getByText('anfragen@portal-eins.example').waitFor();
    await section('Details').getByText(`${target.emailId}@${world.stack.inboxDomain}`).waitFor();
    await section('Inquiries').getByText('No inquiry was created from this email.').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  });

  it('the event of an email that could not be read names the email and its page', async () => {
    const mailId = new URL(page.url()).pathname.split('/').at(-1);
    const [event] = await until({
      what: 'the event of the email',
      look: () => sandboxOf(world.stack).events(HOOK),
      good: (all) => all.length > 0,
    });
    expect(event?.eventPayload).toMatchObject({
      mailId,
      mailUrl: `http://localhost:${new URL(world.stack.apiUrl).port}/dashboard/mails/${mailId ?? ''}`,
    });
  });

  it('an email is read again in one click and stays failed while its portal is wrong', async () => {
    const reading = page.waitForResponse((answer) => answer.url().endsWith('/reparse'));
    await press('Read again');
    const answer = await reading;
    expect(answer.status()).toBe(202);
    expect((await answer.json()) as ReceivedMail).toMatchObject({ state: 'pending' });
    await page.getByText('The email is being read again').waitFor();
    await badge('Not readable').waitFor();
    const { data } = await customer.api.get<ListPage<ContactRequest>>('/requests');
    expect(data).toEqual([]);
  });

  it('the portal sends a right email, which leads to a request, and the wrong one is marked as done', async () => {
    expect((await drop({ document: 'basic', externalId: 'P-77' })).status).toBe(201);
    await press('Mark as done');
    await badge('Done').waitFor();
    await section('Details')
      .getByText(/Marked as done/)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Mark as done' }).count()).toBe(0);
    await page.goto(at(`/targets/${target.id}`));
    await page.getByRole('link', { name: 'Received emails' }).click();
    await page.getByText('2 in total').waitFor();
    await page.getByLabel('Status').selectOption({ label: 'Not readable' });
    await page.getByText('No results').waitFor();
    await page.getByLabel('Status').selectOption({ label: 'Read' });
    await row('Neue Anfrage').getByRole('link').click();
    await section('Inquiries').getByRole('link', { name: 'Inquiry 1' }).click();
    await page.getByRole('heading', { level: 2, name: 'Jana Müller-Groß' }).waitFor();
  });

  it('an email that could not be read is named in the overview until it is marked as done', async () => {
    const { id: propertyId } = await customer.api.post<Property>('/properties', propertyInput());
    await customer.api.post('/listings', { propertyId, targetId: target.id });
    await drop({ document: 'import-report' });
    await page.goto(at('/'));
    await page.locator('.item', { hasText: 'Email could not be read' }).getByRole('link').click();
    await press('Mark as done');
    await badge('Done').waitFor();
    await page.goto(at('/'));
    await page.getByText('No action needed').waitFor();
  });

  it('an email is visible to its account only', async () => {
    const other = await world.account('Other');
    const [mail] = (await customer.api.get<ListPage<ReceivedMail>>('/mails')).data;
    const url = `${world.stack.apiUrl}/mails/${mail?.id ?? ''}`;
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/reparse'],
      ['POST', '/done'],
    ] as const) {
      expect((await call({ url: `${url}${path}`, method, key: other.key })).status).toBe(404);
    }
    expect((await other.api.get<ListPage<ReceivedMail>>('/mails?count=true')).data).toEqual([]);
    expect(watched.complaints).toEqual([]);
  });
});
