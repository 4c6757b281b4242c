import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { addRow, DEFINED_IN, DEFINITION, removeRow, ROWS } from './support/further-type.ts';
import { copyWorkspace } from './support/workspace-copy.ts';
import type { WorkspaceCopy } from './support/workspace-copy.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PLATFORMS = 'apps/distribution/src/platforms';

let copy: WorkspaceCopy;
const read = (file: string) => readFileSync(join(copy.root, file), 'utf8');
const compile = () =>
  copy.run(
    'node',
    'node_modules/typescript-7/bin/tsc',
    '--noEmit',
    '--pretty',
    'false',
    '-p',
    'tsconfig.json',
  );
const outputOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return stripVTControlCharacters(String(error));
  }
  return '';
};

beforeAll(() => {
  copy = copyWorkspace(ROOT);
  copy.run('nx', 'g', '@estate/generators:property-type', 'holiday-home-buy');
  writeFileSync(join(copy.root, DEFINED_IN), DEFINITION);
});
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => {
  copy.remove();
});

describe('a further property type', () => {
  it('a further property type is a compile error in every file that lacks its row', () => {
    const named = [...outputOf(compile).matchAll(/^(\S+?)\(\d+,\d+\): error .*'?holidayHomeBuy'?/gm)];
    const expected = ROWS.filter(({ kind }) => kind === 'one a type').map(({ file }) => file);
    expect([...new Set(named.map(([, file]) => file))].sort()).toEqual([...expected].sort());
  });

  it('a further property type needs nothing but these rows to compile', () => {
    for (const row of ROWS) addRow(copy.root, row);
    expect(outputOf(compile)).toBe('');
  });

  it('a further property type is in the snapshots and the pages, which are written by their tests', () => {
    vi.stubEnv('UPDATE_SNAPSHOTS', 'true');
    copy.run('node', 'tools/checks/src/derive.ts', '--write');
    copy.run(
      'vitest', 'run', 'libs/contracts/src/contracts.test.ts', 'apps/api-gateway/test/openapi/document.test.ts',
      'apps/distribution/test/property-type-pages.test.ts', 'libs/openimmo/test/openimmo-page.test.ts',
    ); // oxfmt-ignore
    copy.run('vitest', 'run', 'clients/python/test/types.test.ts');
    expect(read('clients/python/estate_client/types.py')).toContain('class HolidayHomeBuyFields(');
    const openapi = JSON.parse(read('apps/api-gateway/reference/openapi.json')) as {
      components: { schemas: Record<string, unknown> };
    };
    expect(Object.keys(openapi.components.schemas)).toContain('HolidayHomeBuyFields');
    expect(read('docs/property-types.md')).toContain('property-types/holiday-home-buy.md');
    expect(read('docs/property-types/holiday-home-buy.md')).toContain('preise/kaufpreis');
  });

  it('a further property type is published, read back, described and offered as every other type', () => {
    copy.run(
      'vitest', 'run', '--update', '-t', 'holidayHomeBuy',
      'libs/openimmo', `${PLATFORMS}/openimmo-ftp/document`, `${PLATFORMS}/marketplace-24/object`, `${PLATFORMS}/marketplace-24/types.int`,
      `${PLATFORMS}/every-property.int`, `${PLATFORMS}/marketplace-24/field-problems`,
      'apps/distribution/src/routes/property-types.test.ts', 'libs/contracts/src/property-types',
      'libs/testing/src/arbitrary-of.test.ts', 'apps/dashboard/test/property-form.test.ts',
    ); // oxfmt-ignore
    expect(read(`${PLATFORMS}/openimmo-ftp/test-support/golden/holidayHomeBuy.full.xml`)).toContain(
      'FERIENHAUS',
    );
  });

  it('changed nothing but the files of these rows and what is derived from them', () => {
    const derived = [
      'apps/api-gateway/reference/openapi.json',
      'clients/python/estate_client/types.py',
      `${PLATFORMS}/marketplace-24/object/golden/holidayHomeBuy.full.json`,
      `${PLATFORMS}/marketplace-24/object/golden/holidayHomeBuy.smallest.json`,
      `${PLATFORMS}/openimmo-ftp/test-support/golden/holidayHomeBuy.full.xml`,
      `${PLATFORMS}/openimmo-ftp/test-support/golden/holidayHomeBuy.smallest.xml`,
      'docs/openimmo.md',
      'docs/property-types.md',
      'docs/property-types/holiday-home-buy.md',
      'libs/contracts/wire-snapshot.json',
    ];
    const written = [
      DEFINED_IN,
      'libs/contracts/src/property-types/index.ts',
      ...ROWS.map(({ file }) => file),
    ];
    expect(copy.changed()).toEqual([...new Set([...derived, ...written])].sort());
  });

  it('a further property type fails in the tests of random properties without the rows that the compiler does not miss', () => {
    const words = ROWS.filter(({ kind }) => kind === 'one a word');
    for (const row of words) removeRow(copy.root, row);
    const pattern = 'holidayHomeBuy: (all portals|the marketplace)';
    const output = outputOf(() =>
      copy.run('vitest', 'run', '-t', pattern, `${PLATFORMS}/every-property.int`),
    );
    expect(output).toMatch(/FAIL.*> holidayHomeBuy: all portals get a valid document/);
    expect(output).toMatch(/FAIL.*> holidayHomeBuy: the marketplace takes each/);
  });
});
