import {
  PROPERTY_TYPES,
  PROPERTY_TYPE_NAMES,
  describePropertyType,
  summarizePropertyType,
} from '@estate/contracts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBinary } from '@estate/testing';
import { paleTexts } from './support/colours.ts';
import { FORM_TYPE, LISTS, READ_ONLY, everyPage, routedPaths } from './support/every-page.ts';
import type { Examples } from './support/every-page.ts';
import { expectWhole, lookAtAll } from './support/recorded/expect-whole.ts';
import { load, visit } from './support/recorded/page-reader.ts';
import { expectRoomInForms, kindsOf, withEveryType } from './support/recorded/property-forms.ts';
import { recordDashboard } from './support/recorded/record-dashboard.ts';
import { openRecorded } from './support/recorded/recorded-pages.ts';
import type { RecordedPages } from './support/recorded/recorded-pages.ts';
import { differencesIn, readRecording, RECORD_AGAIN } from './support/recorded/recording.ts';
import type { Recording } from './support/recorded/recording.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { START_TIMEOUT_MS } from './support/world.ts';
import { until } from './support/until.ts';

let browser: Browser;
let recording: Recording<Examples>;
let customer: RecordedPages;
let newcomer: RecordedPages;
let viewer: RecordedPages;

const recorded = (request: string) => recording.answers.find((answer) => answer.request === request)?.body;

describe.skipIf(chromiumBinary() === undefined)('every page of the dashboard', () => {
  beforeAll(async () => {
    browser = await sharedBrowser();
    if (process.env['UPDATE_SNAPSHOTS'] === 'true') await recordDashboard(browser);
    recording = withEveryType(await readRecording<Examples>('dashboard'));
    const open = (account: string) => openRecorded(browser, { recording, account, app: '/dashboard' });
    [customer, newcomer, viewer] = [await open('customer'), await open('newcomer'), await open('viewer')];
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    for (const pages of [customer, newcomer, viewer]) pages?.close();
    await browser?.close();
  });

  it('every page that the router of the dashboard has is among the pages that are looked at', async () => {
    const paths = everyPage(recording.examples).map(({ path }) => path);
    expect([...new Set(paths)].toSorted()).toEqual((await routedPaths('app')).toSorted());
  });

  it('the form of a property that is looked at has every kind of field that any form has', async () => {
    const all = await Promise.all(PROPERTY_TYPE_NAMES.map(kindsOf));
    expect(new Set(await kindsOf(FORM_TYPE))).toEqual(new Set(all.flat()));
  });

  it('the property types in the recordings of the dashboard are those of the contract', () => {
    const types = Object.values(PROPERTY_TYPES).map(summarizePropertyType);
    expect(recorded('GET /property-types'), RECORD_AGAIN).toEqual(types);
    const { sections } = describePropertyType(PROPERTY_TYPES[FORM_TYPE]);
    expect(recorded(`GET /property-types/${FORM_TYPE}`), RECORD_AGAIN).toMatchObject({ sections });
  });

  it('every answer in the recordings of the dashboard is as the API documents it', async () => {
    expect(await differencesIn(recording), RECORD_AGAIN).toEqual([]);
  });

  it('the page for signing in is whole, and has a title, in both languages', async () => {
    for (const reader of customer.readers) {
      await load(reader, '/');
      const title = reader.language === 'de' ? 'Anmelden' : 'Sign in';
      await until({
        what: 'the title',
        look: () => reader.page.title(),
        good: (shown) => shown.startsWith(`${title} · `),
      });
      await expectWhole(reader, { name: 'sign-in' });
    }
    for (const pages of [customer, newcomer, viewer]) await pages.signIn();
  });

  it('every page has one heading of level 1, a title, all its texts in the language, no barriers, and its main action within reach of the keyboard', async () => {
    await lookAtAll(customer, everyPage(recording.examples));
  });

  it('the form of every property type fits every width, and shows the links to its sections whole', async () => {
    await expectRoomInForms(customer.readers[1]);
  });

  it('every list of an account that has nothing yet is whole', async () => {
    await lookAtAll(
      newcomer,
      LISTS.map((path) => ({ path, address: path, name: `empty ${path}` })),
    );
  });

  it('every page that a person who may only read sees is whole', async () => {
    const pages = everyPage(recording.examples).filter(({ path }) => READ_ONLY.includes(path));
    await lookAtAll(
      viewer,
      pages.map(({ path, address, name }) => ({ path, address, name: `${name} read only` })),
    );
  });

  it('a target whose platform rejects the login says so on its page, in the list of targets and on the overview', async () => {
    const [reader] = customer.readers;
    const { page } = reader;
    const name = 'Office at the lake · Immowelt';
    await visit(reader, '/');
    const item = page.locator('.item', { hasText: 'Portal is failing' });
    await item.getByText('The platform rejected the login').waitFor();
    await item.getByRole('link', { name }).click();
    await page.locator('h1 + .badge', { hasText: 'Failing' }).waitFor();
    await page.getByRole('group', { name: 'Last error' }).getByText('credentials_rejected').waitFor();
    await visit(reader, '/targets');
    await page.getByRole('article').filter({ hasText: name }).getByText('Failing').waitFor();
    expect(await page.getByText('Failing').count()).toBe(1);
  });

  it('a text that has become pale is found on a page on which all colours are known', async () => {
    const [reader] = customer.readers;
    await visit(reader, '/targets');
    expect(await paleTexts(reader)).toEqual([]);
    await reader.page.evaluate(`document.querySelector('h1').style.color = '#ddd'`);
    expect(await paleTexts(reader)).toEqual([expect.stringMatching(/^color-contrast <h1/)]);
  });

  it('no page of the dashboard has an error in its console, asks for what was not recorded, or leaves a recorded answer unused', () => {
    for (const pages of [customer, newcomer, viewer]) pages.expectExhausted();
  });
});
