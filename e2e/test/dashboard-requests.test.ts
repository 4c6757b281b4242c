import { buffer } from 'node:stream/consumers';
import type { ContactRequest, Page as ListPage, Property, Target, User } from '@estate/contracts';
import { CLIENT } from '@estate/sandbox/people';
import { apiClient } from '@estate/stack';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBinary } from '@estate/testing';
import { openWindow } from './support/browser.ts';
import type { Watched } from './support/browser.ts';
import {
  continueToProvider,
  fitsEveryWidth,
  openWithin,
  seriousBarriers,
  shoot,
  showColours,
} from './support/dashboard-page.ts';
import { propertyInput, targetInput } from './support/data.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const ANNA = { name: 'Anna Admin', email: 'anna@beispiel-wohnen.example', role: 'admin' };
const VIKTOR = { name: 'Viktor Viewer', email: 'viktor@beispiel-wohnen.example', role: 'viewer' };
const TITLE = 'Maisonette über den Dächern';
const PATIENCE = { timeout: 60_000 };
const WIDTHS = [390, 768, 1280];
/** No email program is installed: the browser would complain. */
const KEEP_MAILTO = `addEventListener('click', (event) => {
  if (event.target.closest('a[href^="mailto:"], a[href^="tel:"]')) event.preventDefault();
})`;

let world: World;
let browser: Browser;
let customer: CustomerAccount;
let target: Target;
let property: Property;
let anna: Watched;
let viktor: Watched;
let clicks = 0;

const at = (path: string) => `${world.stack.apiUrl}/dashboard${path}`;
const origins = () => [world.stack.apiUrl, world.stack.identityProviderUrl].map((url) => new URL(url).origin);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const section = (page: Page, name: string) =>
  page.locator('section', { has: page.getByRole('heading', { name, exact: true }) });
const rows = (page: Page) => page.getByRole('table', { name: 'Inquiries' }).locator('.row');
const requests = async (query = '') =>
  (await customer.api.get<ListPage<ContactRequest>>(`/requests?limit=100${query}`)).data;
const requestOf = async (email: string) =>
  (await requests()).find(({ prospect }) => prospect.email === email)!;

/** An inquiry as a portal sends it, and the request that it leads to. */
async function inquire(person: Record<string, string>): Promise<void> {
  const before = (await requests()).length;
  const body = {
    to: `${target.emailId}@${world.stack.inboxDomain}`,
    document: 'own',
    title: TITLE,
    ...person,
  };
  await fetch(`${world.stack.mailDropUrl}/api/mails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await until({ what: 'the request', look: () => requests(), good: ({ length }) => length > before });
}

async function openAs({ name }: { name: string }, options = {}): Promise<Watched> {
  const watched = await openWindow(browser, origins(), { acceptDownloads: true, ...options });
  await watched.page.addInitScript(KEEP_MAILTO);
  await continueToProvider(watched.page, at('/'), customer.id);
  await button(watched.page, name).click();
  await watched.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return watched;
}

/** In both colour schemes and at every width. */
async function expectNoBarriers(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await showColours(page, colorScheme);
    const rules = colorScheme === 'light' ? 'all' : 'contrast';
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect(await seriousBarriers(page, rules), `${name}, ${colorScheme}, ${String(width)}`).toEqual([]);
      await shoot(page, `${name}-${colorScheme}`, [width]);
    }
  }
  await fitsEveryWidth(page, name);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
}

describe.skipIf(chromiumBinary() === undefined)('requests in the dashboard', () => {
  beforeAll(async () => {
    [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
    customer = await world.account('Beispiel Wohnen GmbH');
    const operator = apiClient(world.stack.apiUrl, world.stack.operatorToken);
    const provider = { issuer: world.stack.identityProviderUrl, ...CLIENT };
    await operator.put(`/admin/accounts/${customer.id}/sign-in`, provider);
    for (const { email, role } of [ANNA, VIKTOR]) await customer.api.post('/account/users', { email, role });
    target = await customer.api.post<Target>('/targets', targetInput(world.stack, 0));
    property = await customer.api.post<Property>(
      '/properties',
      propertyInput({ title: TITLE, externalId: 'P-77' }),
    );
    await inquire({
      lastName: 'Groß',
      firstName: 'Jana',
      email: 'jana@example.org',
      phone: '+49 (0) 351 123456',
    });
    await inquire({
      lastName: 'Groß',
      firstName: 'Jana',
      email: 'jana@example.org',
      message: 'Ich frage nochmals.',
    });
    await inquire({ lastName: 'Tänzer', firstName: 'Tom', email: 'tom@example.org', externalId: 'P-78' });
    anna = await openAs(ANNA);
    viktor = await openAs(VIKTOR);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('the menu shows how many requests are new, and the list shows whose they are and what about', async () => {
    const { page } = anna;
    const link = page.getByRole('link', { name: 'Inquiries', exact: true });
    await link.getByText('3', { exact: true }).waitFor();
    await link.click();
    await page.getByText('3 in total').waitFor();
    const jana = rows(page).filter({ hasText: 'Ich frage nochmals.' });
    for (const text of ['Jana Groß', 'New', TITLE, 'Immowelt']) await jana.getByText(text).waitFor();
    await expectNoBarriers(page, 'requests');
  });

  it('a request is answered, assigned and done in four clicks', async () => {
    const { page } = anna;
    clicks = 0;
    await page.exposeFunction('countClick', () => (clicks += 1));
    await page.evaluate("addEventListener('pointerdown', () => countClick(), true)");
    await rows(page).getByRole('link', { name: 'Tom Tänzer' }).click();
    const answer = page.getByRole('link', { name: 'Answer by email' });
    const address = new URL((await answer.getAttribute('href')) ?? '');
    expect(address.pathname).toBe('tom@example.org');
    expect(address.searchParams.get('subject')).toBe(`Your inquiry: ${TITLE} (P-78)`);
    expect(address.searchParams.get('body')).toContain('> ist die Wohnung noch frei? Passt „450.000 €“?');
    await answer.click();
    const handling = section(page, 'Handling');
    await expect
      .poll(() => handling.getByLabel('Assigned to').locator('option:checked').innerText(), PATIENCE)
      .toBe('Me (Anna Admin)');
    await handling.getByText('Done', { exact: true }).click();
    await button(page, 'Save').click();
    await rows(page).filter({ hasText: 'Tom Tänzer' }).getByText('Done').waitFor();
    expect(clicks).toBeLessThanOrEqual(4);
    const { handling: saved } = await requestOf('tom@example.org');
    expect(saved).toMatchObject({ state: 'done', changedBy: { kind: 'user', name: ANNA.name } });
    const { data } = await customer.api.get<{ data: User[] }>('/account/users');
    expect(saved.assignee).toBe(data.find(({ email }) => email === ANNA.email)?.id);
    await handling.getByText('Last changed by Anna Admin,').waitFor();
    await page
      .getByRole('link', { name: 'Inquiries', exact: true })
      .getByText('2', { exact: true })
      .waitFor();
  });

  it('two people do not overwrite the handling of each other, and what the second one typed is not lost unseen', async () => {
    const { page } = anna;
    await rows(page).getByRole('link', { name: 'Tom Tänzer' }).click();
    const handling = section(page, 'Handling');
    await handling.getByLabel('Note').fill('Viewing on Friday');
    await rows(page).filter({ hasText: 'Ich frage nochmals.' }).getByRole('link').click();
    await rows(page).filter({ hasText: 'Tom Tänzer' }).getByText('Not saved').waitFor();
    await rows(page).getByRole('link', { name: 'Tom Tänzer' }).click();
    const { id } = await requestOf('tom@example.org');
    await customer.api.put(`/requests/${id}/handling`, { state: 'inProgress', note: 'Calls back' });
    await button(page, 'Save').click();
    await handling.getByText('Somebody else has changed this inquiry').waitFor();
    expect(await handling.getByLabel('Note').inputValue()).toBe('Viewing on Friday');
    expect((await requestOf('tom@example.org')).handling.note).toBe('Calls back');
    expect(await seriousBarriers(page)).toEqual([]);
    await button(page, 'Show the current state').click();
    await expect.poll(() => handling.getByLabel('Note').inputValue(), PATIENCE).toBe('Calls back');
    await handling.getByRole('status').getByText('Viewing on Friday').waitFor();
    await handling.getByLabel('Note').fill('Viewing on Friday');
    await button(page, 'Save').click();
    await until({
      what: 'the note',
      look: () => requestOf('tom@example.org'),
      good: ({ handling: { note } }) => note === 'Viewing on Friday',
    });
  });

  it('requests of one person about one property are shown together, each button of an erasure says what it erases', async () => {
    const { page } = anna;
    await page.goto(at('/requests'));
    await rows(page).filter({ hasText: 'Ich frage nochmals.' }).getByRole('link').click();
    const others = section(page, 'More from this person about this property');
    await others.getByRole('listitem').getByRole('link').waitFor();
    expect(await others.getByRole('listitem').count()).toBe(1);
    await expectNoBarriers(page, 'request');
    const erasing = section(page, 'Erase personal data').getByRole('button');
    expect(await erasing.allInnerTexts()).toEqual(['Erase inquiry', 'Erase person']);
    await others.getByRole('link').click();
    const call = page.getByRole('link', { name: 'Call +49 (0) 351 123456' });
    expect(await call.getAttribute('href')).toBe('tel:+49351123456');
  });

  it('the API answers all filters, the address keeps them, and the CSV file has the same requests', async () => {
    const { page } = anna;
    await page.goto(at('/requests'));
    await page.getByLabel('Status').selectOption('New');
    await page.getByLabel('Assigned to').selectOption('Nobody');
    await page.getByRole('searchbox').fill('gross');
    await page.getByLabel('Portal').selectOption(target.id);
    await page.getByRole('combobox', { name: 'Property' }).fill('P-77');
    await page.getByRole('option', { name: /P-77/ }).click();
    await page.getByLabel('From').fill('2026-01-01T00:00');
    await page.getByText('2 in total').waitFor();
    const asked = Object.fromEntries(new URL(page.url()).searchParams);
    expect(asked).toMatchObject({
      q: 'gross',
      state: 'new',
      assignee: 'nobody',
      targetId: target.id,
      propertyId: property.id,
    });
    expect(Date.parse(asked['from'] ?? '')).toBeLessThan(Date.now());
    await page.reload();
    await page.getByText('2 in total').waitFor();
    const downloading = page.waitForEvent('download');
    const [download] = await Promise.all([downloading, button(page, 'CSV').click()]);
    expect(download.suggestedFilename()).toMatch(/^inquiries-\d{4}-\d\d-\d\d\.csv$/);
    const csv = (await buffer(await download.createReadStream())).toString();
    expect(csv.startsWith('\uFEFFid,')).toBe(true);
    expect(csv).toContain('jana@example.org');
    expect(csv).not.toContain('tom@example.org');
    await page.getByLabel('Status').selectOption('Done');
    await page.getByText('No results').waitFor();
    await button(page, 'Clear the filters').click();
    await page.getByText('3 in total').waitFor();
  });

  it('the overview shows how fast each person answers requests', async () => {
    const { page } = anna;
    await page.goto(at('/'));
    const times = page.getByRole('region', { name: 'How fast are inquiries answered?' });
    await times.getByRole('row', { name: /^Anna Admin 1 \d+ (?:seconds?|minutes?)$/ }).waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    await times.scrollIntoViewIfNeeded();
    await shoot(page, 'answer-times', [1280]);
  });

  it('the page of a property shows its requests and leads to all of them', async () => {
    const { page } = anna;
    await page.goto(at(`/properties/${property.id}`));
    const ofProperty = section(page, 'Inquiries');
    await ofProperty.getByText('2 inquiries').waitFor();
    expect(await ofProperty.getByRole('link', { name: 'Jana Groß' }).count()).toBe(2);
    const [, first] = await requests(`&propertyId=${property.id}`);
    await customer.api.put(`/requests/${first?.id ?? ''}/handling`, {
      state: 'done',
      note: 'Viewed on Friday',
    });
    const received = page.locator('.timeline li[data-kind="request"]', { hasText: 'Viewed on Friday' });
    await received.getByText('Done', { exact: true }).waitFor();
    await customer.api.put(`/requests/${first?.id ?? ''}/handling`, { state: 'new' });
    await received.waitFor({ state: 'detached' });
    expect(await seriousBarriers(page)).toEqual([]);
    await ofProperty.scrollIntoViewIfNeeded();
    await shoot(page, 'property-with-requests', WIDTHS);
    await page.setViewportSize({ width: 1280, height: 900 });
    await ofProperty.getByRole('link', { name: 'Show all' }).click();
    await page.getByText('2 in total').waitFor();
    expect(new URL(page.url()).search).toBe(`?propertyId=${property.id}`);
  });

  it('the search of the dashboard finds the people of requests', async () => {
    const { page } = anna;
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everything' }).fill('taenz');
    await page.getByRole('option', { name: 'Tom Tänzer' }).click();
    await page.getByRole('heading', { level: 2, name: 'Tom Tänzer' }).waitFor();
  });

  it('a viewer reads the handling and has no button that changes or erases anything', async () => {
    const { page } = viktor;
    const { id } = await requestOf('tom@example.org');
    await openWithin(page, at(`/requests/${id}`));
    const handling = section(page, 'Handling');
    for (const text of ['In progress', 'Nobody', 'Viewing on Friday'])
      await handling.getByText(text).waitFor();
    expect(await page.locator('main').getByRole('textbox', { name: 'Note' }).count()).toBe(0);
    for (const name of ['Save', 'Erase inquiry', 'Erase person'])
      expect(await button(page, name).count()).toBe(0);
    await expectNoBarriers(page, 'request-of-viewer');
    const status = await page.evaluate<number>(`fetch('/requests/${id}/handling', {
      method: 'PUT',
      headers: { 'x-estate-dashboard': '1', 'content-type': 'application/json' },
      body: '{"state":"done"}',
    }).then((answer) => answer.status)`);
    expect(status).toBe(403);
  });

  it('a request on a phone has one column and a way back to the filtered list, also in German', async () => {
    const options = { viewport: { width: 390, height: 844 }, locale: 'de-DE', timezoneId: 'Europe/Berlin' };
    const { page, complaints } = await openWindow(browser, origins(), options);
    await page.goto(at('/requests?state=new'));
    await page.getByLabel('Konto-ID').fill(customer.id);
    await page.getByRole('button', { name: 'Weiter zum Identitätsanbieter' }).click();
    await page.getByRole('button', { name: ANNA.name }).click();
    await page.getByRole('link', { name: 'Jana Groß' }).first().waitFor();
    await shoot(page, 'requests-de', [390]);
    await page.getByRole('link', { name: 'Jana Groß' }).first().click();
    await page.getByLabel('Zuständig').waitFor();
    for (const text of ['Neu', 'In Bearbeitung', 'Erledigt'])
      await page.getByText(text, { exact: true }).first().waitFor();
    await shoot(page, 'request-de', WIDTHS);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('link', { name: '← Anfragen' }).click();
    await page.getByText('2 insgesamt').waitFor();
    expect(new URL(page.url()).search).toBe('?state=new');
    expect(complaints).toEqual([]);
  });

  it('the pages of requests send nothing elsewhere, and the console stays silent', () => {
    for (const { outside, complaints } of [anna, viktor]) expect([outside, complaints]).toEqual([[], []]);
  });
});
