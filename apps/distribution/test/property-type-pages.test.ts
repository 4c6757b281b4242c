import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'oxfmt';
import type { FormatConfig } from 'oxfmt';
import { expect, it } from 'vitest';
import { carries as byMarketplace } from '../src/platforms/marketplace-24/object/carries.ts';
import { carries as byOpenImmo } from '@estate/openimmo';
import { propertyTypePages } from './property-type-pages.ts';

const ROOT = new URL('../../../', import.meta.url);
const { ignorePatterns: _ignored, ...options } = JSON.parse(
  readFileSync(new URL('.oxfmtrc.json', ROOT), 'utf8'),
) as FormatConfig & { ignorePatterns: string[] };

const pages = propertyTypePages([
  { format: 'OpenImmo', carries: byOpenImmo },
  { format: 'Marketplace', carries: byMarketplace },
]);

it('the pages of the property types say what the definitions and the mappings say', async () => {
  mkdirSync(new URL('docs/property-types/', ROOT), { recursive: true });
  for (const [path, text] of pages) {
    const { code } = await format(path, text, options);
    if (process.env['UPDATE_SNAPSHOTS'] === 'true') writeFileSync(new URL(path, ROOT), code);
    expect(readFileSync(new URL(path, ROOT), 'utf8'), path).toBe(code);
  }
});

it('there is no page of a property type that does not exist', () => {
  const files = readdirSync(new URL('docs/property-types/', ROOT)).map(
    (name) => `docs/property-types/${name}`,
  );
  expect(files.filter((path) => !pages.has(path))).toEqual([]);
});
