// Takes the pictures of the dashboard in docs/images, from a system that is running. The defaults are those of `npm start`:
//   node tools/stack/pictures.mjs
//   node tools/stack/pictures.mjs --api http://localhost:8080 --key rek_live_… --operator-token …
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startBrowser } from '@estate/testing';

const IMAGES = new URL('../../docs/images/', import.meta.url);
const SETTINGS = new URL('../../.data/settings.json', import.meta.url);
const DESKTOP = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 780 };
const QUALITY = 72;
const MOST_BYTES = 120_000;

const settings = existsSync(SETTINGS) ? JSON.parse(readFileSync(SETTINGS, 'utf8')) : {};
const { values } = parseArgs({
  options: {
    api: { type: 'string', default: 'http://localhost:8080' },
    key: { type: 'string', default: settings.demo?.apiKey },
    'operator-token': { type: 'string', default: settings.operatorToken },
  },
});
const { api, key, 'operator-token': operatorToken } = values;
if (key === undefined || operatorToken === undefined) {
  throw new Error('Start the system with `npm start`, or pass --key and --operator-token.');
}

const call = async (path, body, bearer = key) => {
  const response = await fetch(`${api}${path}`, {
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
};

/** The first of a list; a picture of nothing helps nobody. */
const first = async (path) => {
  const { data } = await call(path);
  if (data.length === 0) throw new Error(`There is nothing at ${path} to take a picture of.`);
  return data[0];
};

/** The key of a new account, where nothing is set up. */
async function newAccountKey() {
  const { apiKey } = await call('/admin/accounts', { name: 'Neue Makler GmbH' }, operatorToken);
  return apiKey.key;
}

async function deliveryPath() {
  const { data: webhooks } = await call('/webhooks?limit=100');
  for (const { id } of webhooks) {
    const { data } = await call(`/webhooks/${id}/deliveries?status=succeeded&limit=1`);
    if (data.length > 0)
      return { webhook: `/webhooks/${id}`, delivery: `/webhooks/${id}/deliveries/${data[0].id}` };
  }
  throw new Error('No webhook has a delivery to take a picture of.');
}

/** Each picture has an address, and something that has to be there before it is taken. */
async function pictures() {
  const listed = await first('/listings?published=true&limit=1');
  const failed = await first('/listings?state=failed&limit=1');
  const { webhook, delivery } = await deliveryPath();
  const property = `/properties/${listed.propertyId}`;
  const { fields } = await call(property);
  const title = (page) => page.getByRole('link', { name: fields.title }).first().waitFor();
  const heading = (name) => (page) => page.getByRole('heading', { name }).first().waitFor();
  const portal = async (page) => {
    const section = page.locator('section', {
      has: page.getByRole('heading', { name: 'What will each platform show?' }),
    });
    await section.getByRole('article').waitFor();
    await section.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top - 70));
  };
  const shortcuts = async (page) => {
    await title(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Show this list').waitFor();
  };
  return [
    { name: 'dashboard-overview', path: '/', prepare: title },
    {
      name: 'dashboard-first-steps',
      path: '/',
      as: await newAccountKey(),
      prepare: heading('Set up your account'),
    },
    { name: 'dashboard-shortcuts', path: '/properties', prepare: shortcuts },
    { name: 'dashboard-portal', path: property, prepare: portal },
    { name: 'dashboard-expose', path: `${property}/expose`, prepare: heading('Contact') },
    { name: 'dashboard-property-phone', path: property, viewport: PHONE, prepare: heading('Timeline') },
    { name: 'dashboard-failed-listing', path: `/listings/${failed.id}`, prepare: heading('Timeline') },
    { name: 'dashboard-delivery', path: delivery, prepare: heading('Attempts') },
    { name: 'dashboard-webhook-dark', path: webhook, colorScheme: 'dark', prepare: heading('Deliveries') },
  ];
}

async function signIn(page, as) {
  await page.goto(`${api}/dashboard/`);
  await page.getByLabel('API key').fill(as);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}

async function take(browser, { name, path, as = key, prepare, viewport = DESKTOP, colorScheme = 'light' }) {
  const context = await browser.newContext({ viewport, colorScheme, locale: 'en-GB' });
  const page = await context.newPage();
  await signIn(page, as);
  await page.goto(`${api}/dashboard${path}`);
  await prepare(page);
  await page.waitForLoadState('networkidle');
  const devTools = await context.newCDPSession(page);
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  const file = new URL(`${name}.webp`, IMAGES);
  writeFileSync(file, Buffer.from(data, 'base64'));
  const { size } = statSync(file);
  if (size > MOST_BYTES) throw new Error(`${name}.webp has ${size} bytes, more than ${MOST_BYTES}.`);
  process.stdout.write(`${fileURLToPath(file)}: ${size} bytes\n`);
  await context.close();
}

const browser = await startBrowser();
try {
  for (const picture of await pictures()) await take(browser, picture);
} finally {
  await browser.close();
}
