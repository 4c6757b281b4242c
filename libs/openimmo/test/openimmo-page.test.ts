import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'oxfmt';
import type { FormatConfig } from 'oxfmt';
import { expect, it } from 'vitest';
import { openimmoPage } from './openimmo-page.ts';
import { BEGIN, END, softwareTable } from './software-section.ts';

const ROOT = new URL('../../../', import.meta.url);
const { ignorePatterns: _ignored, ...options } = JSON.parse(
  readFileSync(new URL('.oxfmtrc.json', ROOT), 'utf8'),
) as FormatConfig & { ignorePatterns: string[] };

const textOf = (page: string): string => readFileSync(new URL(page, ROOT), 'utf8');

async function expectPage(page: string, text: string): Promise<void> {
  const { code } = await format(page, text, options);
  if (process.env['UPDATE_SNAPSHOTS'] === 'true') writeFileSync(new URL(page, ROOT), code);
  expect(textOf(page)).toBe(code);
}

it('the page of OpenImmo says what the tables of the mapping say', async () => {
  await expectPage('docs/openimmo.md', openimmoPage());
});

it('the page about estate software says what is known of each program', async () => {
  const page = 'docs/connect-your-estate-software.md';
  const [before, , after] = textOf(page).split(new RegExp(`${BEGIN}|${END}`));
  if (before === undefined || after === undefined) throw new Error(`${page} has no place for the table`);
  await expectPage(page, `${before}${BEGIN}\n\n${softwareTable()}\n\n${END}${after}`);
});
