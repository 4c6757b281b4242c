import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Listing, Page as ListPage, Property } from '@estate/contracts';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBinary } from '@estate/testing';
import { openWindow } from './support/browser.ts';
import type { Watched } from './support/browser.ts';
import { fitsEveryWidth, seriousBarriers, shoot, showColours, signInTo } from './support/dashboard-page.ts';
import { targetInput } from './support/data.ts';
import { marketOf } from './support/market.ts';
import { sandboxOf } from './support/sandbox.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const PHOTOS = 15;
/** Positions of photos that are too large for a portal: the first one, and the one that becomes the title image. */
const LARGE = [0, 1, 6, 7];
/** Programs of the page, as text: the types of a browser are none of ours. */
const FOCUSED = 'document.activeElement?.dataset.tool ?? document.activeElement?.id';

let world: World;
let browser: Browser;
let customer: CustomerAccount;
let watched: Watched;
let page: Page;
let flat: Property;
let folder: string;
/** The paths of the photos: together they are more than a test may hand to the browser as bytes. */
let photos: string[];

const at = (path: string) => `${world.stack.apiUrl}/dashboard${path}`;
const open = (options: BrowserContextOptions) =>
  openWindow(browser, [new URL(world.stack.apiUrl).origin], options);

async function photoOf(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const create = { width, height, channels: 3, background: 'white', noise } as const;
  return sharp({ create }).withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toBuffer();
}

/** As a phone makes them: turned by their metadata, some of several megabytes; each another one. */
async function photosOfPhone(): Promise<string[]> {
  const [large, small] = await Promise.all([photoOf(3000, 2000), photoOf(600, 400)]);
  expect(large.length).toBeGreaterThan(3_000_000);
  const paths = Array.from({ length: PHOTOS }, (_one, index) =>
    join(folder, `photo-${String(index + 1)}.jpg`),
  );
  for (const [index, path] of paths.entries()) {
    const base = LARGE.includes(index) ? large : small;
    await writeFile(path, Buffer.concat([base.subarray(0, 2), commentOf(index), base.subarray(2)]));
  }
  await writeFile(join(folder, 'damaged.jpg'), large.subarray(0, 3_000_000));
  return paths;
}

/** A comment makes each file another one. */
const commentOf = (index: number) => Buffer.from([0xff, 0xfe, 0x00, 0x03, 0x41 + index]);

describe.skipIf(chromiumBinary() === undefined)('publishing in the dashboard from files to portals', () => {
  beforeAll(async () => {
    [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
    customer = await world.account('Beispiel Wohnen GmbH');
    for (const index of [0, 1])
      await customer.api.post('/targets', { ...targetInput(world.stack, index), name: 'Munich office' });
    await customer.api.put('/account', marketOf(world.stack).consumer);
    await customer.api.post('/targets', {
      type: 'marketplace-24',
      redirectUrl: `${world.stack.receiverUrl}/`,
    });
    watched = await open(PHONE);
    page = watched.page;
    folder = await mkdtemp(join(tmpdir(), 'photos-'));
    photos = await photosOfPhone();
    await signInTo(page, at('/'), customer.key);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await browser?.close();
    await world?.close();
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const card = (number: number) =>
    page.getByRole('group', { name: `Attachment ${String(number)}`, exact: true });
  const cards = () => page.locator('.photo-card');
  const choose = (files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
    page.getByLabel('Choose files').setInputFiles(files);
  const uploaded = () =>
    until({
      what: 'all files to be uploaded',
      look: () => page.locator('.photo [role="progressbar"]').count(),
      good: (open) => open === 0,
    });
  const stored = async (): Promise<Property> => {
    const { data } = await customer.api.get<ListPage<Property>>('/properties?order=desc&limit=1');
    if (!data[0]) throw new Error('There is no property.');
    return data[0];
  };
  const processed = () =>
    until({ what: 'the processing', look: stored, good: (one) => one.processingStatus === 'successful' });
  const inBothColours = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await showColours(page, colorScheme);
      const rules = colorScheme === 'light' ? 'all' : 'contrast';
      expect(await seriousBarriers(page, rules), `${name}, ${colorScheme}`).toEqual([]);
      await shoot(page, `${name}-${colorScheme}`, [390, 768, 1280]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await fitsEveryWidth(page, name);
    await page.setViewportSize(PHONE.viewport);
  };

  it('a flat with 15 photos, some of several megabytes, is created on a phone, and files that cannot be used are named before', async () => {
    await page.goto(at('/properties/new?type=apartmentRent'));
    await choose([
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('a text') },
      { name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(16_000_001) },
    ]);
    const refusal = page.getByRole('alert');
    await refusal.getByText('notes.txt: Files of this type cannot be used.').waitFor();
    await refusal.getByText('huge.png: The file has 16 MB. At most 16 MB are possible.').waitFor();
    expect(await cards().count()).toBe(0);
    await choose(photos);
    await page.getByText(`of ${String(PHOTOS)} files are uploaded.`).waitFor();
    expect(await page.getByRole('button', { name: 'Create property' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await cards()
      .locator('img')
      .nth(PHOTOS - 1)
      .waitFor();
    await page.getByLabel('Title *').fill('Bright flat from files');
    await page.getByLabel('Apartment type *').selectOption({ label: 'Attic apartment' });
    await page.getByLabel('Postal code *').fill('80331');
    await page.getByLabel('City *').fill('München');
    await page.getByLabel('Base rent', { exact: true }).fill('1240');
    await page.getByLabel('Living area *').fill('64.5');
    await page.getByLabel('Rooms *').fill('2');
    await uploaded();
    await page.getByText('Immowelt: JPEG, PNG, PDF; images up to 2 MB').waitFor();
    await page.getByText(`${String(LARGE.length)} are made smaller`).waitFor();
    await card(1).getByText('Made smaller for Immowelt').waitFor();
    await card(1).getByLabel('Caption').fill('Living room');
    await inBothColours('photos-form');
    await press('Create property');
    await page.getByRole('heading', { level: 1, name: 'Bright flat from files' }).waitFor();
    const { attachments } = await processed();
    expect(attachments).toHaveLength(PHOTOS);
    expect(new Set(attachments.map(({ url }) => url)).size).toBe(PHOTOS);
    expect(attachments[0]).toMatchObject({ title: 'Living room', type: 'image/jpeg' });
  });

  it('photo 7 becomes the title image with three clicks', async () => {
    const before = (await stored()).attachments;
    await page.getByRole('link', { name: 'Edit' }).click();
    await press('Make title image: Attachment 7');
    await press('Save');
    await page.getByRole('heading', { level: 1, name: 'Bright flat from files' }).waitFor();
    const after = (await processed()).attachments;
    expect(after[0]).toEqual(before[6]);
    expect(after.slice(1, 7)).toEqual(before.slice(0, 6));
  });

  it('photos are put in another order by the keyboard and by dragging, and a removed one comes back in its place', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('link', { name: 'Edit' }).click();
    await card(2).getByLabel('Caption').waitFor();
    const captions = async () =>
      Promise.all([1, 2, 3].map((number) => card(number).getByLabel('Caption').inputValue()));
    for (const number of [1, 2, 3])
      await card(number)
        .getByLabel('Caption')
        .fill(`Room ${String(number)}`);
    await page.getByRole('button', { name: 'Move forward: Attachment 3' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Room 3 is now number 2 of 15.').waitFor();
    expect(await captions()).toEqual(['Room 1', 'Room 3', 'Room 2']);
    await until({
      what: 'the tool of the moved photo to have the focus',
      look: () => page.evaluate<string>(FOCUSED),
      good: (focused) => focused === 'earlier',
    });
    await page.keyboard.press('Enter');
    await page.getByText('Room 3 is now number 1 of 15.').waitFor();
    await card(1).locator('.photo-tile').dragTo(card(3).locator('.photo-tile'));
    await page.getByText('Room 3 is now number 3 of 15.').waitFor();
    expect(await captions()).toEqual(['Room 1', 'Room 2', 'Room 3']);
    await press('Remove: Attachment 2');
    await page.getByText('“Room 2” was removed.').waitFor();
    expect(await captions()).toEqual(['Room 1', 'Room 3', '']);
    await press('Undo');
    expect(await captions()).toEqual(['Room 1', 'Room 2', 'Room 3']);
    await page.setViewportSize(PHONE.viewport);
  });

  it('an upload that is cut is retried by its button, and a file that the API refuses says why in the language of the page', async () => {
    await page.goto(at('/properties/new?type=apartmentRent'));
    const cut = (route: { abort: () => Promise<void> }) => route.abort();
    await page.route('**/attachments?*', cut);
    await choose(photos.slice(0, 1));
    await card(1).getByRole('button', { name: 'Retry' }).waitFor();
    expect(await card(1).getByRole('alert').innerText()).toContain(
      'photo-1.jpg: The service could not be reached',
    );
    await page.unroute('**/attachments?*', cut);
    await card(1).getByRole('button', { name: 'Retry' }).click();
    await uploaded();
    await choose(join(folder, 'damaged.jpg'));
    await card(2).getByText('damaged.jpg: The file is damaged and cannot be read.').waitFor();
    await page.getByText('1 file is not uploaded. Wait, retry or remove it.').waitFor();
    // A phone has the switch of the language in its menu.
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await cards().getByText('damaged.jpg: Die Datei ist beschädigt und kann nicht gelesen werden.').waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await inBothColours('photos-refused');
  });

  it('uploaded files that were not saved are offered again after the page was loaded again', async () => {
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('1 file was uploaded here, but the property was not saved with it').waitFor();
    await page.getByText('1 file is lost and must be chosen again.').waitFor();
    await inBothColours('photos-unsaved');
    await press('Add again');
    await card(1).getByRole('img').waitFor();
    expect(await cards().count()).toBe(1);
    expect(
      await page.getByRole('button', { name: 'Create property' }).getAttribute('aria-disabled'),
    ).toBeNull();
  });

  it('a package of estate software is uploaded by the page of imports, which then shows its import', async () => {
    await page.goto(at('/imports'));
    const buffer = Buffer.from('<?xml version="1.0" encoding="UTF-8"?><openimmo></openimmo>');
    await page
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'objects.xml', mimeType: 'text/xml', buffer });
    await press('Start the import');
    await page.getByRole('heading', { level: 1, name: 'objects.xml' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/imports\/[0-9a-v]{20}$/);
  });

  const portals = () =>
    page.locator('section', { has: page.getByRole('heading', { name: 'Portals', exact: true }) });
  const rowOf = (text: string) => portals().locator('.portal-row', { hasText: text });
  const row = (login: number) => rowOf(world.stack.ftpUsers[login]?.username ?? '');
  const switchOf = (login: number) => row(login).getByRole('switch');
  /** What the two portals show of the flat. */
  const shown = async () => {
    const { externalId } = await customer.api.get<Property>(`/properties/${flat.id}`);
    return (await sandboxOf(world.stack).objects()).filter(({ number }) => number === externalId);
  };
  const untilShown = (count: number) =>
    until({
      what: `${String(count)} portals to show the flat`,
      look: shown,
      good: (all) => all.length === count,
    });
  const listings = async () =>
    (await customer.api.get<ListPage<Listing>>(`/listings?propertyId=${flat.id}`)).data;

  it('the property is on two portals after two clicks, and a portal that is not connected says so beside its switch', async () => {
    flat = await stored();
    await page.goto(at(`/properties/${flat.id}`));
    await row(0)
      .getByText(`Munich office · Immowelt · ${world.stack.ftpUsers[0]?.username ?? ''}`)
      .waitFor();
    expect(await rowOf('not connected').getByRole('switch').isDisabled()).toBe(true);
    await row(0).getByText('Ready').waitFor();
    await press('Publish on all that are ready (2)');
    const dialog = page.getByRole('dialog');
    expect(await listings()).toEqual([]);
    await inBothColours('portals-ask');
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    for (const login of [0, 1]) await row(login).locator('.badge', { hasText: 'Published' }).waitFor();
    const objects = await untilShown(2);
    expect(objects.map(({ media }) => media.length)).toEqual([PHOTOS, PHOTOS]);
    await inBothColours('portals-published');
  });

  it('a sold property is off all portals after two clicks, and back after two when it is available again', async () => {
    await portals().getByText('Sold or let', { exact: true }).click();
    await portals().getByRole('button', { name: 'Sold: take down' }).click();
    await untilShown(0);
    await row(0).getByText('The property is sold or let, so it was taken down.').waitFor();
    // Arrow keys go through the choices, from which nothing is saved.
    await portals().getByLabel('Sold or let', { exact: true }).focus();
    await page.keyboard.press('ArrowLeft');
    await portals().getByRole('button', { name: 'Publish again' }).waitFor();
    await portals().getByText('Available', { exact: true }).click();
    const question = portals().getByRole('group', { name: 'Not sold or let: publish again?' });
    await question.getByRole('listitem').nth(1).waitFor();
    expect(await shown()).toEqual([]);
    await question.getByRole('button', { name: 'Publish again' }).click();
    await untilShown(2);
    for (const login of [0, 1]) await row(login).locator('.badge', { hasText: 'Published' }).waitFor();
  });

  it('one portal is left by its switch after one question, and all of them by one button', async () => {
    await switchOf(1).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await switchOf(1).isChecked()).toBe(true);
    await switchOf(1).click();
    await dialog.getByRole('button', { name: 'Take down', exact: true }).click();
    await untilShown(1);
    expect(await switchOf(0).isChecked()).toBe(true);
    await press('Take down everywhere');
    await dialog.getByRole('button', { name: 'Take down', exact: true }).click();
    await untilShown(0);
    await row(0).getByText('Ready').waitFor();
  });

  it('a half-typed time publishes nothing, and a planned publication and what a portal said about a failure are shown in the rows', async () => {
    await switchOf(0).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Planned times').click();
    const from = dialog.getByLabel('Publish from');
    await from.pressSequentially('02');
    await dialog.getByText('Planned times').click();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    // The browser points at the half-typed time, also where it was closed.
    await until({
      what: 'the half-typed time to have the focus',
      look: () => page.evaluate<string>('document.activeElement?.type'),
      good: (type) => type === 'datetime-local',
    });
    expect(await listings()).toEqual([]);
    await from.fill('2099-02-01T12:00');
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await row(0).getByText('Will be published:').waitFor();
    await row(0).locator('.badge', { hasText: 'Planned' }).waitFor();
    const wrong = { password: 'wrong' };
    const input = { ...targetInput(world.stack, 2, wrong), name: 'Hamburg' };
    await customer.api.post('/targets', input);
    await page.reload();
    const hamburg = rowOf('Hamburg');
    await hamburg.getByText('Ready').waitFor();
    await hamburg.getByRole('switch').click();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await hamburg.getByText('The platform rejected the login').waitFor();
    await inBothColours('portals-failed');
  });

  it('a property whose files could not be processed cannot be published, with the reason beside each switch', async () => {
    const { type, fields } = flat;
    const attachments = [{ url: `${world.stack.filesUrl}/photos/nowhere.jpg` }];
    const failed = await customer.api.post<Property>('/properties', { type, fields, attachments });
    await until({
      what: 'the processing to fail',
      look: () => customer.api.get<Property>(`/properties/${failed.id}`),
      good: ({ processingStatus }) => processingStatus === 'failed',
    });
    await page.goto(at(`/properties/${failed.id}`));
    await row(1).getByText('the images or documents of the property could not be processed').waitFor();
    for (const one of await portals().getByRole('switch').all()) expect(await one.isDisabled()).toBe(true);
    const all = portals().getByRole('button', { name: 'Publish on all that are ready (0)' });
    expect(await all.getAttribute('aria-disabled')).toBe('true');
    expect(watched.complaints).toEqual([]);
    expect(watched.outside).toEqual([]);
  });
});
