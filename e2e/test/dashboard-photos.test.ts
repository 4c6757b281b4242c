import { Buffer } from 'node:buffer';
import type { Contact, Property } from '@estate/contracts';
import { EXAMPLE_FIELDS } from '@estate/contracts/examples';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBinary } from '@estate/testing';
import { openWindow } from './support/browser.ts';
import type { Watched } from './support/browser.ts';
import {
  fitsEveryWidth,
  openWithin,
  seriousBarriers,
  shoot,
  showColours,
  signInTo,
} from './support/dashboard-page.ts';
import { targetInput } from './support/data.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

/** Programs of the page, as text: the types of a browser are none of ours. */
const LOADED = `[...document.querySelectorAll('.thumbnail img')].filter((one) => one.complete && one.naturalWidth > 0).length`;
/** How far what was drawn has moved since; 0 when nothing has. */
const SHIFT = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
    .observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
})`;
const SHOWN_WIDTH = `document.querySelector('img.full-view-picture')?.naturalWidth ?? 0`;
const FOCUSED = `document.activeElement?.textContent`;
/** Nothing that a person sees moving. */
const MOST_SHIFT = 0.02;

let world: World;
let browser: Browser;
let customer: CustomerAccount;
let watched: Watched;
let page: Page;
let property: Property;
/** What the browser got for every image of an attachment. */
const images: { path: string; status: number; bytes: number }[] = [];

const at = (path: string) => `${world.stack.apiUrl}/dashboard${path}`;
const open = (options = {}) => openWindow(browser, [new URL(world.stack.apiUrl).origin], options);
const imagePath = (position: number, query = '') =>
  `/properties/${property.id}/attachments/${String(position)}/image${query}`;

describe.skipIf(chromiumBinary() === undefined)('photos in the dashboard', () => {
  beforeAll(async () => {
    [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
    customer = await world.account('Beispiel Wohnen GmbH');
    const file = (path: string, more = {}) => ({ url: `${world.stack.filesUrl}/${path}`, ...more });
    const created = await customer.api.post<Property>('/properties', {
      type: 'apartmentBuy',
      fields: { ...EXAMPLE_FIELDS, title: 'Flat with photos' },
      externalId: 'PHOTO-1',
      attachments: [
        file('photos/facade.jpg', { title: 'Facade', watermarkCaption: 'Beispiel Wohnen' }),
        file('photos/living-room.jpg', { title: 'Living room' }),
        file('plans/floor-plan.png', { title: 'Ground floor', isBlueprint: true }),
        file('documents/expose.pdf', { title: 'Exposé' }),
      ],
    });
    await customer.api.post('/properties', { type: 'apartmentBuy', fields: EXAMPLE_FIELDS });
    property = await until({
      what: 'the property to be processed',
      look: () => customer.api.get<Property>(`/properties/${created.id}`),
      good: ({ processingStatus }) => processingStatus === 'successful',
    });
    watched = await open();
    page = watched.page;
    page.on('response', (response) => {
      const { pathname, search } = new URL(response.url());
      if (!pathname.endsWith('/image')) return;
      const bytes = Number(response.headers()['content-length'] ?? 0);
      images.push({ path: `${pathname}${search}`, status: response.status(), bytes });
    });
    await signInTo(page, at('/'), customer.key);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const untilLoaded = (count: number, on = page) =>
    until({
      what: `${String(count)} thumbnails to be loaded`,
      look: () => on.evaluate<number>(LOADED),
      good: (loaded) => loaded >= count,
    });
  const inBothColours = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await showColours(page, colorScheme);
      const rules = colorScheme === 'light' ? 'all' : 'contrast';
      expect(await seriousBarriers(page, rules), `${name}, ${colorScheme}`).toEqual([]);
      await shoot(page, `${name}-${colorScheme}`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  };

  it('the list of properties shows one small title image a row, which moves nothing when it arrives', async () => {
    await page.goto(at('/properties'));
    const row = page.locator('.row', { hasText: 'Flat with photos' });
    await row.locator('img').waitFor();
    await untilLoaded(1);
    const small = images.filter(({ path }) => path.startsWith(imagePath(0)));
    expect(small.map(({ status, path }) => [status, path])).toEqual([[200, imagePath(0, '?width=160')]]);
    expect(small[0]?.bytes).toBeLessThan(30_000);
    expect(await page.locator('.row', { hasText: 'PHOTO-1' }).locator('img').count()).toBe(1);
    expect(await page.locator('.row img').count()).toBe(1);
    expect(await page.evaluate<number>(SHIFT)).toBeLessThan(MOST_SHIFT);
    await inBothColours('photos-list');
    await fitsEveryWidth(page, 'the list with images');
  });

  it('the page of a property shows what is published, with names, the title image and the floor plan', async () => {
    await page.setViewportSize({ width: 1280, height: 1400 });
    await openWithin(page, at(`/properties/${property.id}`));
    await untilLoaded(3);
    const tiles = page.locator('.pictures > li');
    expect(await tiles.count()).toBe(4);
    expect(await tiles.nth(0).innerText()).toMatch(/1\. Facade\s+Title image/);
    expect(await tiles.nth(2).innerText()).toMatch(/Floor plan\s+3\. Ground floor/);
    expect(await tiles.nth(0).getByRole('img').getAttribute('alt')).toBe('Facade');
    await inBothColours('photos-property');
    await fitsEveryWidth(page, 'the property with images');
  });

  it('an image opens over the whole window, arrow keys lead to the others, and Escape back to where it was opened', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Enlarge: Living room' }).click();
    const view = page.getByRole('dialog');
    await view.getByText('2 of 3').waitFor();
    await view.getByRole('img', { name: 'Living room' }).waitFor();
    await until({
      what: 'the large image',
      look: () => page.evaluate<number>(SHOWN_WIDTH),
      good: (width) => width > 640,
    });
    await inBothColours('photos-full-view');
    await page.keyboard.press('ArrowRight');
    await view.getByText('Ground floor · Floor plan').waitFor();
    await page.keyboard.press('ArrowRight');
    await view.getByText('1 of 3').waitFor();
    await page.keyboard.press('ArrowLeft');
    await view.getByText('3 of 3').waitFor();
    await view.getByRole('button', { name: 'Next image' }).click();
    await view.getByRole('img', { name: 'Facade' }).waitFor();
    await fitsEveryWidth(page, 'the image over the whole window');
    await page.keyboard.press('Escape');
    await view.waitFor({ state: 'hidden' });
    expect(await page.evaluate<string>(FOCUSED)).toContain('Enlarge');
  });

  it('a PDF opens in a new tab as the file itself', async () => {
    const opening = page.context().waitForEvent('page');
    const answered = page.context().waitForEvent('response', (one) => one.url().endsWith(imagePath(3)));
    const clicked = page.getByRole('link', { name: 'Exposé' }).first().click();
    const [response, tab] = await Promise.all([answered, opening, clicked]);
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf']);
    expect(response.headers()['content-disposition']).toBe('inline');
    await tab.close();
  });

  it('the page of a listing shows the images, also beside its preview', async () => {
    const target = await customer.api.post<{ id: string }>('/targets', targetInput(world.stack, 0));
    const listing = await customer.api.post<{ id: string }>('/listings', {
      propertyId: property.id,
      targetId: target.id,
    });
    await page.setViewportSize({ width: 1280, height: 2400 });
    await page.goto(at(`/listings/${listing.id}`));
    await untilLoaded(3);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.locator('.portal-pictures').waitFor();
    await untilLoaded(6);
    await inBothColours('photos-listing');
    await fitsEveryWidth(page, 'the listing with images');
  });

  it('an attachment that is replaced is shown as it is now, and one that cannot be processed as missing, without asking for its file', async () => {
    const { type, fields } = property;
    await customer.api.put(`/properties/${property.id}`, {
      type,
      fields,
      attachments: [
        { url: `${world.stack.filesUrl}/photos/nowhere.jpg`, title: 'Lost' },
        { url: `${world.stack.filesUrl}/documents/nowhere.pdf`, title: 'Lost deed' },
      ],
    });
    const failed = await until({
      what: 'the processing to fail',
      look: () => customer.api.get<Property>(`/properties/${property.id}`),
      good: ({ processingStatus }) => processingStatus === 'failed',
    });
    expect(failed.unprocessedAttachments).toEqual([0, 1]);
    images.length = 0;
    await page.goto(at(`/properties/${property.id}`));
    // The preview of the platforms shows it a second time when it has arrived.
    await page.getByRole('img', { name: 'Lost' }).first().waitFor();
    await page.getByRole('button', { name: 'Enlarge: Lost' }).locator('.no-picture').waitFor();
    await page.locator('.pictures > li', { hasText: 'Lost deed' }).getByText('PDF: not available').waitFor();
    expect(await page.locator(`a[href*="${imagePath(1)}"]`).count()).toBe(0);
    await openWithin(page, at(`/properties/${property.id}/expose`));
    await page.getByText('PHOTO-1').waitFor();
    expect(await page.locator('.expose-pictures img').count()).toBe(0);
    await page.goto(at('/properties'));
    await page.locator('.row', { hasText: 'PHOTO-1' }).locator('.no-picture').waitFor();
    expect(images).toEqual([]);
  });

  it('the images are named in German and kept from other accounts', async () => {
    const window = await open({ locale: 'de-DE' });
    const other = await world.account('Andere GmbH');
    await window.page.goto(at('/'));
    await window.page.getByLabel('API-Schlüssel').fill(customer.key);
    await window.page.getByRole('button', { name: 'Anmelden' }).click();
    await window.page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
    await openWithin(window.page, at(`/properties/${property.id}`));
    await window.page.getByRole('button', { name: 'Vergrößern: Lost' }).click();
    await window.page.getByText('Dieses Bild kann nicht angezeigt werden.').waitFor();
    await window.page.getByText('1 von 1').waitFor();
    const refused = await fetch(`${world.stack.apiUrl}${imagePath(0)}`, {
      headers: { authorization: `Bearer ${other.key}` },
    });
    expect(refused.status).toBe(404);
    expect([...watched.complaints, ...window.complaints]).toEqual([]);
    expect([...watched.outside, ...window.outside]).toEqual([]);
    await window.page.context().close();
  });

  it('a contact gets a photo from a file, which its page, the list and the sheet of its property show', async () => {
    const shown = `[...document.querySelectorAll('.contact-photo img')].filter((one) => one.complete && one.naturalWidth > 0).length`;
    const seesOne = () =>
      until({
        what: 'the photo to be shown',
        look: () => page.evaluate<number>(shown),
        good: (count) => count === 1,
      });
    await openWithin(page, at('/contacts/new'));
    await page.getByLabel('Email address').fill('anna@example.org');
    await page.getByLabel('Last name').fill('Beispiel');
    const photo = await (await fetch(`${world.stack.filesUrl}/photos/facade.jpg`)).arrayBuffer();
    const file = { name: 'anna.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photo) };
    await page.locator('input[type=file]').setInputFiles(file);
    await seesOne();
    await inBothColours('contact-photo-new');
    await page.locator('form button[type=submit]').click();
    await page.waitForURL(/\/contacts(\/[0-9a-v]{20})?$/);
    const { data } = await customer.api.get<{ data: Contact[] }>('/contacts');
    const [contact] = data;
    expect(contact?.photo).toMatch(/\/attachments\/[0-9a-v]{20}$/);
    await openWithin(page, at('/contacts'));
    await seesOne();
    await inBothColours('contact-photo-list');
    const { type, externalId, fields, attachments } = property;
    const update = { type, externalId, fields, attachments, contactId: contact?.id };
    await customer.api.put(`/properties/${property.id}`, update);
    await page.goto(at(`/properties/${property.id}/expose`));
    await seesOne();
    await shoot(page, 'contact-photo-sheet');
    await openWithin(page, at(`/contacts/${contact?.id ?? ''}`));
    await seesOne();
    await page.getByRole('button', { name: 'Remove the photo' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await until({
      what: 'the photo to be gone',
      look: () => customer.api.get<Contact>(`/contacts/${contact?.id ?? ''}`),
      good: (now) => now.photo === undefined,
    });
    await page.goto(at('/contacts'));
    await inBothColours('contact-without-photo');
  });

  it('a logo of the account gets to the sheet of a property, is replaced and removed', async () => {
    const shown = `[...document.querySelectorAll('img.account-logo')].filter((one) => one.complete && one.naturalWidth > 0).length`;
    const seesLogos = (count: number) =>
      until({
        what: `${String(count)} logos to be shown`,
        look: () => page.evaluate<number>(shown),
        good: (now) => now === count,
      });
    const logo = () => customer.api.get<{ url?: string }>('/account/logo');
    const choose = async (path: string, name: string, mimeType: string) => {
      const bytes = await (await fetch(`${world.stack.filesUrl}/${path}`)).arrayBuffer();
      await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });
    };
    await openWithin(page, at('/account'));
    await page.getByRole('button', { name: 'Choose a logo' }).waitFor();
    await choose('documents/expose.pdf', 'expose.pdf', 'application/pdf');
    await page.getByText('Use an image of the type JPEG, PNG or WebP.').waitFor();
    await choose('plans/floor-plan.png', 'logo.png', 'image/png');
    await seesLogos(1);
    await inBothColours('account-logo');
    await fitsEveryWidth(page, 'the account with a logo');
    const { url: first } = await logo();
    expect(first).toMatch(/\/attachments\/[0-9a-v]{20}$/);
    await page.getByRole('button', { name: 'Replace the logo' }).waitFor();
    await choose('photos/facade.jpg', 'logo.jpg', 'image/jpeg');
    await until({ what: 'the other logo', look: logo, good: ({ url }) => url !== first });
    await page.goto(at(`/properties/${property.id}/expose`));
    await seesLogos(1);
    expect(await page.locator('img.account-logo').getAttribute('alt')).toBe('Beispiel Wohnen GmbH');
    await fitsEveryWidth(page, 'the sheet with a logo');
    await inBothColours('logo-sheet');
    await openWithin(page, at('/account'));
    await page.getByRole('button', { name: 'Remove the logo' }).click();
    await page.getByRole('button', { name: 'Choose a logo' }).waitFor();
    expect(await logo()).toEqual({});
    await page.goto(at(`/properties/${property.id}/expose`));
    await page.getByText('PHOTO-1').waitFor();
    await seesLogos(0);
    expect(watched.complaints).toEqual([]);
  });
});
