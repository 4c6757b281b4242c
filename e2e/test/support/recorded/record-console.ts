import type { Browser } from 'playwright-core';
import { consolePages, furnishConsole } from '../console-pages.ts';
import { ownWorld } from '../world.ts';
import { policyOf, record } from './record.ts';
import { writeRecording } from './recording.ts';

/** Records what the system answers to the pages of the console of the operators. */
export async function recordConsole(browser: Browser): Promise<void> {
  const world = await ownWorld('its operator sees all accounts');
  const base = `${world.stack.apiUrl}/operator`;
  const examples = await furnishConsole(world, await world.account('Beispiel Wohnen GmbH'));
  const addresses = consolePages(examples).map(({ address }) => address);
  const at = new Date().toISOString();
  const policy = await policyOf(base);
  const answers = await record(browser, { of: 'operator', base, key: world.stack.operatorToken, addresses });
  await writeRecording('operator', { at, policy, examples, answers });
  await world.close();
}
