import type { Page as ListPage, Property, PropertyTypeDescription } from '@estate/contracts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBinary } from '@estate/testing';
import { openWindow } from './support/browser.ts';
import type { Watched } from './support/browser.ts';
import { fitsEveryWidth, openWithin, seriousBarriers, shoot, signInTo } from './support/dashboard-page.ts';
import { targetInput } from './support/data.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const FOCUSED = 'document.activeElement?.id';

let world: World;
let browser: Browser;
let customer: CustomerAccount;
let watched: Watched;
let page: Page;

const at = (path: string) => `${world.stack.apiUrl}/dashboard${path}`;
const open = (options = {}) => openWindow(browser, [new URL(world.stack.apiUrl).origin], options);

describe.skipIf(chromiumBinary() === undefined)('properties in the dashboard', () => {
  beforeAll(async () => {
    [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
    customer = await world.account('Beispiel Wohnen GmbH');
    watched = await open();
    page = watched.page;
    await signInTo(page, at('/'), customer.key);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const field = (label: string) => page.getByLabel(label, { exact: true });
  const fill = (label: string, text: string) => field(label).fill(text);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const stored = async (title: string): Promise<Property> => {
    const { data } = await customer.api.get<ListPage<Property>>('/properties?limit=100');
    const found = data.find(({ fields }) => fields.title === title);
    if (!found) throw new Error(`There is no property ${title}.`);
    return found;
  };

  const fillAddress = async (street: string) => {
    await fill('Street', street);
    await fill('Street number', '12a');
    await fill('Postal code *', '80331');
    await fill('City *', 'München');
    await field('Publish the address').check();
  };

  it('a flat for rent is created by the form, and a refused field is named beside it and on top', async () => {
    await openWithin(page, at('/properties'));
    await page.getByRole('link', { name: 'New property' }).first().click();
    const homes = page.locator('section', { hasText: 'Residential: For rent' });
    await homes.getByRole('link', { name: 'Apartment for rent' }).click();
    await fill('Title *', 'Two bright rooms near the park');
    await field('Apartment type *').selectOption({ label: 'Attic apartment' });
    await field('Pets allowed').selectOption({ label: 'Negotiable' });
    await fillAddress('Lindenweg');
    await fill('Base rent', '1240.50');
    await fill('Living area *', '64.5');
    await fill('Rooms *', '2.345');
    await field('Lift').getByText('Yes').click();
    await fill('Available from', '2027-03-01');
    await fill('Description', 'Quiet, bright,\nand close to everything.');
    await field('Type of certificate').selectOption({ label: 'Energy need' });
    await press('Create property');
    const summary = page.getByRole('alert');
    await summary.getByText('The property was not saved. Correct the following fields.').waitFor();
    expect(await summary.getByRole('listitem').allInnerTexts()).toEqual([
      'Rooms: In steps of 0.01',
      'Energy certificate (residential): Energy need: Required if “Type of certificate” is “Energy need”',
    ]);
    expect(await field('Rooms *').getAttribute('aria-invalid')).toBe('true');
    expect(await seriousBarriers(page)).toEqual([]);
    await shoot(page, 'form-problems');
    await summary.getByRole('link', { name: 'Energy certificate (residential): Energy need' }).click();
    expect(await page.evaluate(FOCUSED)).toBe('fields.residentialEnergyCertificate.energyNeed');
    await field('Energy source').selectOption({ label: 'District heating' });
    await fill('Energy need', '98.4');
    await fill('Rooms *', '2.5');
    await press('Create property');
    await page.getByRole('heading', { level: 1, name: 'Two bright rooms near the park' }).waitFor();
    const { type, fields } = await stored('Two bright rooms near the park');
    expect({ type, fields }).toEqual({
      type: 'apartmentRent',
      fields: {
        title: 'Two bright rooms near the park',
        apartmentType: 'attic',
        petsAllowed: 'negotiable',
        address: { street: 'Lindenweg', streetNumber: '12a', postalCode: '80331', city: 'München', country: 'DEU', publish: true },
        baseRent: 1240.5,
        livingArea: 64.5,
        numberOfRooms: 2.5,
        hasLift: true,
        availableFrom: '2027-03-01',
        description: 'Quiet, bright,\nand close to everything.',
        residentialEnergyCertificate: { type: 'need', energySource: 'district', energyNeed: 98.4 },
      },
    }); // oxfmt-ignore
  });

  it('the page of a property shows its fields with labels, units and labels of values', async () => {
    await page.getByText('€1,240.50 / month').first().waitFor();
    for (const text of ['Attic apartment', '64.5 m²', 'Energy need', 'District heating', '98.4 kWh/(m² a)', 'Mar 1, 2027']) {
      await page.locator('dd', { hasText: text }).first().waitFor();
    } // oxfmt-ignore
  });

  it('the sheet of a property has no ids, has the street only if the address is published, and is printed alone', async () => {
    const { id, type, fields } = await stored('Two bright rooms near the park');
    const sheet = page.getByRole('article');
    await page.getByRole('link', { name: 'Print or share' }).click();
    await sheet.getByText('Lindenweg 12a, 80331 München').waitFor();
    await sheet.getByText('€1,240.50 / month').waitFor();
    expect(await sheet.innerText()).not.toContain(id);
    await page.emulateMedia({ media: 'print' });
    await sheet.waitFor();
    const isPrinted = await Promise.all([
      page.getByRole('navigation').isVisible(),
      page.getByRole('button', { name: 'Print or save as PDF' }).isVisible(),
    ]);
    await page.emulateMedia({ media: 'screen' });
    expect(isPrinted).toEqual([false, false]);
    const address = { ...fields.address, publish: false };
    await customer.api.put(`/properties/${id}`, { type, fields: { ...fields, address } });
    await page.reload();
    await sheet.getByText('80331 München').waitFor();
    expect(await sheet.innerText()).not.toContain('Lindenweg');
  });

  it('a house for sale is created with attachments, links and a contact of the account', async () => {
    const contact = await customer.api.post<{ id: string }>('/contacts', {
      email: 'anna@example.org',
      firstName: 'Anna',
      lastName: 'Beispiel',
    });
    await openWithin(page, at('/properties/new?type=houseBuy'));
    await fill('Title *', 'House with a garden');
    await field('House type').selectOption({ label: 'Semi-detached house' });
    await fillAddress('Parkstraße');
    await fill('Living area *', '140');
    await fill('Plot area *', '640');
    await press('Add by web address');
    await page.getByRole('group', { name: 'Attachment 1' }).getByLabel('Web address').fill('plan.pdf');
    await press('Create property');
    const summary = page.getByRole('alert');
    await summary.getByText('Purchase price: Required unless “Price on request” is “Yes”').waitFor();
    await summary.getByText('Attachment 1: Web address: Must be an http or https URL').waitFor();
    await field('Price on request').getByText('Yes').click();
    const first = page.getByRole('group', { name: 'Attachment 1' });
    await first.getByLabel('Web address').fill(`${world.stack.filesUrl}/photos/plan.jpg`);
    await first.getByLabel('Floor plan').check();
    await press('Add by web address');
    const second = page.getByRole('group', { name: 'Attachment 2' });
    await second.getByLabel('Web address').fill(`${world.stack.filesUrl}/photos/facade.jpg`);
    await second.getByLabel('Caption').fill('Facade');
    await press('Move forward: Attachment 2');
    await press('Add a link');
    await page
      .getByRole('group', { name: 'Link 1' })
      .getByLabel('Web address')
      .fill('https://tours.example.org/7');
    await fill('Object number', 'H-1');
    await page.getByRole('combobox', { name: 'Contact' }).fill('anna');
    await page.getByRole('option', { name: 'Anna Beispiel · anna@example.org' }).click();
    await press('Create property');
    await page.getByRole('heading', { level: 1, name: 'House with a garden' }).waitFor();
    expect(await stored('House with a garden')).toMatchObject({
      type: 'houseBuy',
      externalId: 'H-1',
      contactId: contact.id,
      attachments: [
        { url: `${world.stack.filesUrl}/photos/facade.jpg`, title: 'Facade' },
        { url: `${world.stack.filesUrl}/photos/plan.jpg`, isBlueprint: true },
      ],
      links: [{ url: 'https://tours.example.org/7' }],
      fields: { purchasePriceOnRequest: true, houseType: 'semiDetached', plotArea: 640 },
    });
  });

  it('the form of a property keeps its entries when saving fails and saves no outdated state', async () => {
    const { id, fields, type } = await stored('Two bright rooms near the park');
    await openWithin(page, at(`/properties/${id}`));
    await page.getByRole('link', { name: 'Edit' }).click();
    await fill('Base rent', '1300');
    await page.route(`**/properties/${id}`, (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await press('Save');
    await page.getByRole('alert').getByText('could not be reached').waitFor();
    await page.unroute(`**/properties/${id}`);
    expect(await field('Base rent').inputValue()).toBe('1,300');
    await customer.api.put(`/properties/${id}`, { type, fields: { ...fields, totalRent: 1500 } });
    await press('Save');
    await page.getByRole('alert').getByText('Somebody else has changed the property').waitFor();
    await page.getByRole('button', { name: 'Save anyway' }).waitFor();
    expect(await field('Base rent').inputValue()).toBe('1,300');
    await page.goto(at(`/properties/${id}/edit`));
    expect(await field('Total rent').inputValue()).toBe('1,500');
    await fill('Base rent', '1300');
    await press('Save');
    await page.getByText('€1,300 / month').first().waitFor();
    expect(await stored('Two bright rooms near the park')).toMatchObject({
      fields: { ...fields, baseRent: 1300, totalRent: 1500 },
    });
  });

  it('the list of properties shows price and area of every type and is filtered by the API', async () => {
    await openWithin(page, at('/properties'));
    const rows = page.getByRole('table', { name: 'Properties' }).locator('.row');
    await rows.nth(1).waitFor();
    const texts = () => rows.allInnerTexts();
    expect((await texts()).join('\n')).toMatch(/House with a garden[^]*On request[^]*140 m²/);
    await shoot(page, 'typed-properties');
    await page.getByLabel('Offer').selectOption({ label: 'For rent' });
    await page.getByText('1 in total').waitFor();
    expect((await texts()).join('\n')).toMatch(
      /Two bright rooms[^]*Apartment for rent[^]*€1,300 \/ month[^]*64.5 m²/,
    );
    expect(await page.getByLabel('Type').locator('option').allInnerTexts()).not.toContain('House for sale');
    await page.getByLabel('Offer').selectOption({ label: 'For sale' });
    await page.getByRole('link', { name: 'House with a garden' }).waitFor();
    await page.getByLabel('Type').selectOption({ label: 'Residential plot for sale' });
    await page.getByText('No results').waitFor();
    expect(new URL(page.url()).search).toBe('?deal=sale&type=plotBuy');
    await page.getByLabel('Offer').selectOption({ label: 'For rent' });
    await page.getByRole('link', { name: 'Two bright rooms near the park' }).click();
    await page.getByRole('heading', { level: 1, name: 'Two bright rooms near the park' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Two bright rooms near the park' }).click();
    await page.getByRole('link', { name: '← Properties' }).click();
    await page.getByText('1 in total').waitFor();
    expect(new URL(page.url()).search).toBe('?deal=rent');
    expect(await page.getByLabel('Offer').inputValue()).toBe('rent');
    expect(await seriousBarriers(page)).toEqual([]);
  });

  it('the preview of a listing names every value, where it lands and what is not sent', async () => {
    const { id } = await stored('Two bright rooms near the park');
    const target = await customer.api.post<{ id: string }>('/targets', targetInput(world.stack, 0));
    const listing = await customer.api.post<{ id: string }>('/listings', {
      propertyId: id,
      targetId: target.id,
    });
    const { formats } = await customer.api.get<PropertyTypeDescription>('/property-types/apartmentRent');
    const format = formats.find(({ targetTypes }) => targetTypes.includes('immowelt'));
    await page.goto(at(`/listings/${listing.id}`));
    await press('Show');
    await page.getByRole('region', { name: 'Preview' }).getByText('<openimmo').waitFor();
    const row = page.locator('tr', { has: page.getByRole('rowheader', { name: 'Base rent', exact: true }) });
    await row.waitFor();
    expect(await row.locator('td').allInnerTexts()).toEqual([
      '€1,300 / month',
      format?.carries['baseRent']?.join('\n'),
    ]);
    await shoot(page, 'preview');
    expect(await seriousBarriers(page)).toEqual([]);
    await fitsEveryWidth(page, 'the preview');
  });

  it('a problem of the dry run is named by its field, which it links to in the form of the property', async () => {
    const { id } = await stored('Two bright rooms near the park');
    const [target] = await customer.api.get<{ id: string }[]>('/targets');
    await openWithin(page, at(`/listings/new?propertyId=${id}&targetId=${target?.id ?? ''}`));
    const [begin, end] = [page.getByLabel('Publish from'), page.getByLabel('Publish until')];
    await begin.fill('2099-02-01T12:00');
    await end.fill('2099-01-31T12:00');
    await press('Dry run');
    const impossible = page.getByText('The end must be after the beginning.');
    await impossible.waitFor();
    expect(await page.getByRole('link', { name: 'Publish until' }).count()).toBe(0);
    for (const time of [begin, end]) await time.fill('');
    await impossible.waitFor({ state: 'detached' });
    await press('Dry run');
    const problem = page.getByRole('link', { name: 'Pets allowed', exact: true });
    await problem.waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    await problem.click();
    await page.getByRole('heading', { level: 1, name: 'Edit property' }).waitFor();
    await until({
      what: 'the linked field to have the focus',
      look: () => page.evaluate<string>(FOCUSED),
      good: (focused) => focused === 'fields.petsAllowed',
    });
  });

  it('a plot for lease is created with German numbers, a country by its name and fields that plots rarely have', async () => {
    await openWithin(page, at('/properties/new?type=plotRent'));
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await fill('Titel *', 'Gartenland am Bach');
    await fill('Straße', 'Bachweg');
    await fill('Postleitzahl *', '6020');
    await fill('Ort *', 'Innsbruck');
    await field('Land').selectOption({ label: 'Österreich' });
    await fill('Pacht *', '1.240,50');
    await fill('Grundstücksfläche *', '1.064,5');
    await fill('Geschossflächenzahl (GFZ)', '0.4');
    await page.getByText('Weitere Felder').click();
    await fill('Baujahr', '1998,5');
    await press('Immobilie anlegen');
    await page.getByRole('alert').getByText('Baujahr').waitFor();
    expect(await field('Pacht *').inputValue()).toBe('1.240,50');
    expect(await field('Baujahr').inputValue()).toBe('1998,5');
    await fill('Baujahr', '1998');
    await press('Immobilie anlegen');
    await page.getByRole('heading', { level: 1, name: 'Gartenland am Bach' }).waitFor();
    await page.locator('dd', { hasText: 'Österreich' }).waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    expect((await stored('Gartenland am Bach')).fields).toEqual({
      title: 'Gartenland am Bach',
      address: {
        street: 'Bachweg',
        postalCode: '6020',
        city: 'Innsbruck',
        country: 'AUT',
        publish: false,
      },
      yearlyRent: 1240.5,
      plotArea: 1064.5,
      floorSpaceIndex: 0.4,
      constructionYear: 1998,
    });
  });

  it('the pages of properties complain about nothing in the console', () => {
    expect(watched.complaints).toEqual([]);
  });
});
