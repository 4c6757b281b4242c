import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'oxfmt';
import type { FormatConfig } from 'oxfmt';
import { expect, it } from 'vitest';
import { openimmoPage } from './openimmo-page.ts';

const ROOT = new URL('../../../', import.meta.url);
const PAGE = 'docs/openimmo.md';
const { ignorePatterns: _ignored, ...options } = JSON.parse(
  readFileSync(new URL('.oxfmtrc.json', ROOT), 'utf8'),
) as FormatConfig & { ignorePatterns: string[] };

it('the page of OpenImmo says what the tables of the mapping say', async () => {
  const { code } = await format(PAGE, openimmoPage(), options);
  if (process.env['UPDATE_SNAPSHOTS'] === 'true') writeFileSync(new URL(PAGE, ROOT), code);
  expect(readFileSync(new URL(PAGE, ROOT), 'utf8')).toBe(code);
});
