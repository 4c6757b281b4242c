import type { Listing, Page as ListPage, Target } from '@estate/contracts';
import { chromiumBinary } from '@estate/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWindow } from './support/browser.ts';
import type { Watched } from './support/browser.ts';
import { fitsEveryWidth, seriousBarriers, shoot, showColours } from './support/dashboard-page.ts';
import { sandboxOf } from './support/sandbox.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const PHONE = { width: 390, height: 844 };
const TITLE = 'Helle Wohnung am Stadtpark';
const EXTERNAL_ID = 'ERSTE-1';

let world: World;
let browser: Browser;
let customer: CustomerAccount;
let watched: Watched;
let page: Page;

const at = (path: string) => `${world.stack.apiUrl}/dashboard${path}`;
const login = () => world.stack.ftpUsers[0];
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
/** An input, whether it is required or not. */
const field = (label: string) => page.getByLabel(new RegExp(`^${label}(?: \\*)?$`));
const fill = (label: string, text: string) => field(label).fill(text);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
/** The line that leads from page to page. */
const lead = () => page.getByRole('region', { name: 'Konto einrichten' });
const goOn = () => lead().getByRole('link', { name: 'Weiter', exact: true }).click();

/** A program of the page: whether a click on the button of its form reaches it where the page begins. */
const SAVE_IN_REACH = `(() => {
  scrollTo(0, 0);
  const button = document.querySelector('.save-bar button');
  const { x, y, width, height } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})()`;

/** In both colour schemes, at every width, as the picture `name`. */
async function isWhole(name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await showColours(page, colorScheme);
    const rules = colorScheme === 'light' ? 'all' : 'contrast';
    expect(await seriousBarriers(page, rules), `${name}, ${colorScheme}`).toEqual([]);
    await shoot(page, `first-steps-${name}-${colorScheme}`, [390, 768, 1280]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await fitsEveryWidth(page, name);
  await page.setViewportSize(PHONE);
}

describe.skipIf(chromiumBinary() === undefined)('the way in', () => {
  beforeAll(async () => {
    [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
    customer = await world.account('Neue Wohnen GmbH');
    const { portalUrl: siteUrl } = world.stack;
    await sandboxOf(world.stack).reports({ user: login()?.username, format: 'csv', siteUrl });
    const origins = [world.stack.apiUrl, siteUrl].map((url) => new URL(url).origin);
    watched = await openWindow(browser, origins, {
      viewport: PHONE,
      locale: 'de-DE',
      timezoneId: 'Europe/Berlin',
    });
    page = watched.page;
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('a new account is led from signing in to its first contact, on a phone and in German', async () => {
    await page.goto(at('/'));
    await page.getByLabel('API-Schlüssel').fill(customer.key);
    await press('Anmelden');
    const checklist = page.locator('section', {
      has: page.getByRole('heading', { name: 'Konto einrichten' }),
    });
    await checklist.getByText('0 von 5 Schritten erledigt').waitFor();
    await isWhole('checklist');
    await checklist.getByRole('link', { name: 'Ansprechpartner anlegen' }).click();
    await lead().getByText('Ansprechpartner anlegen').waitFor();
    expect(await lead().getByRole('link', { name: 'Weiter' }).count()).toBe(0);
    await fill('Vorname', 'Anna');
    await fill('Nachname', 'Beispiel');
    await fill('E-Mail-Adresse', 'anna@example.org');
    await press('Ansprechpartner anlegen');
    await heading('Anna Beispiel');
    await lead().getByText('Schritt 2 von 5').waitFor();
  });

  it('a portal counts as connected once its check succeeded, and a failed check is explained where the reader is', async () => {
    await goOn();
    await page.getByLabel('Plattform').selectOption('immowelt');
    await fill('Anbieternummer', 'A-1000');
    await fill('Host', 'localhost');
    await fill('Port', String(world.stack.ftpPort));
    await fill('Benutzername', login()?.username ?? '');
    await fill('Passwort', 'falsch');
    await press('Portal anlegen');
    await heading(/^Immowelt/);
    await lead().getByText('Die Prüfung ist bei „Anmelden“ fehlgeschlagen').waitFor();
    await page.getByText('Ein Schritt ist fehlgeschlagen').waitFor();
    await isWhole('portal-failed');
    await page.getByRole('link', { name: 'Bearbeiten' }).click();
    await fill('Passwort', login()?.password ?? '');
    await press('Speichern');
    await heading(/^Immowelt/);
    await lead().getByText('Prüfen Sie die Zugangsdaten des Portals.').waitFor();
    await press('Zugangsdaten prüfen');
    await page.getByText('Alle Schritte erfolgreich').waitFor();
    await lead().getByText('Schritt 3 von 5').waitFor();
    const [target] = await customer.api.get<Target[]>('/targets');
    expect(target?.lastCheck).toMatchObject({ ok: true });
  });

  it('a property is created from the smallest form that the type allows', async () => {
    await goOn();
    await page.getByRole('link', { name: 'Wohnung zum Kauf' }).click();
    await fill('Titel', TITLE);
    await field('Wohnungstyp').selectOption('maisonette');
    await fill('Postleitzahl', '80331');
    await fill('Ort', 'München');
    await fill('Kaufpreis', '489000');
    await fill('Wohnfläche', '96,4');
    await fill('Zimmer', '3,5');
    await fill('Objektnummer', EXTERNAL_ID);
    await page.getByRole('combobox', { name: 'Ansprechpartner' }).fill('anna');
    await page.getByRole('option', { name: /^Anna Beispiel/ }).click();
    await page.getByRole('radiogroup', { name: 'Aufzug' }).getByText('Ja').click();
    await isWhole('property-form');
    expect(await page.evaluate<boolean>(SAVE_IN_REACH), 'the button of the form is in reach').toBe(true);
    await press('Immobilie anlegen');
    await heading(TITLE);
    await lead().getByText('Schritt 4 von 5').waitFor();
  });

  it('the property is published and seen on the portal, whose own link ends the way', async () => {
    const portals = page.locator('section', {
      has: page.getByRole('heading', { name: 'Portale', exact: true }),
    });
    await portals.getByRole('switch').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
    await lead().getByText('Ihre erste Immobilie ist online.').waitFor();
    await isWhole('online');
    const opening = page.context().waitForEvent('page');
    const clicked = lead()
      .getByRole('link', { name: /^Auf dem Portal ansehen/ })
      .click();
    const [portal] = await Promise.all([opening, clicked]);
    await portal.getByRole('heading', { name: TITLE }).waitFor();
    expect(new URL(portal.url()).origin).toBe(new URL(world.stack.portalUrl).origin);
    const { data } = await customer.api.get<ListPage<Listing>>('/listings?platformState=confirmed');
    expect(data.map(({ publicUrl }) => publicUrl)).toEqual([portal.url()]);
  });

  it('the finished checklist shows all steps as done, and is hidden and shown again', async () => {
    await page.goto(at('/'));
    await page.getByText('5 von 5 Schritten erledigt').waitFor();
    await page.getByRole('link', { name: /^Auf dem Portal ansehen/ }).waitFor();
    await press('Checkliste ausblenden');
    await press('Checkliste anzeigen');
    await page.getByText('5 von 5 Schritten erledigt').waitFor();
    expect([watched.outside, watched.complaints]).toEqual([[], []]);
  });
});
