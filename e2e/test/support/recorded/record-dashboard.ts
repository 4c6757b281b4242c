import type { NewApiKey } from '@estate/contracts';
import type { Browser } from 'playwright-core';
import { LISTS, READ_ONLY, everyPage, furnish } from '../every-page.ts';
import { sharedWorld } from '../world.ts';
import { policyOf, record } from './record.ts';
import { writeRecording } from './recording.ts';

/** Records what the system answers to the pages of the dashboard. */
export async function recordDashboard(browser: Browser): Promise<void> {
  const world = await sharedWorld();
  const base = `${world.stack.apiUrl}/dashboard`;
  const customer = await world.account('Beispiel Wohnen GmbH');
  const newcomer = await world.account('Neu Immobilien GmbH');
  const examples = await furnish(world, customer);
  const reader = { name: 'reader', scopes: ['read'] };
  const { key } = await customer.api.post<NewApiKey>('/account/api-keys', reader);
  const pages = everyPage(examples);
  const addresses = pages.map(({ address }) => address);
  const readOnly = pages.filter(({ path }) => READ_ONLY.includes(path)).map(({ address }) => address);
  const at = new Date().toISOString();
  const policy = await policyOf(base);
  const answers = [
    ...(await record(browser, { of: 'customer', base, key: customer.key, addresses })),
    ...(await record(browser, { of: 'newcomer', base, key: newcomer.key, addresses: LISTS })),
    ...(await record(browser, { of: 'viewer', base, key, addresses: readOnly })),
  ];
  await writeRecording('dashboard', { at, policy, examples, answers });
  await world.close();
}
