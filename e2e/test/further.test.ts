import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as collection from './support/further-collection.ts';
import * as platform from './support/further-platform.ts';
import { addRow, DEFINED_IN, DEFINITION, removeRow, ROWS } from './support/further-type.ts';
import { copyWorkspace } from './support/workspace-copy.ts';
import type { WorkspaceCopy } from './support/workspace-copy.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PLATFORMS = 'apps/distribution/src/platforms';

let copy: WorkspaceCopy;
const read = (file: string) => readFileSync(join(copy.root, file), 'utf8');
const write = (file: string, content: string) => {
  mkdirSync(dirname(join(copy.root, file)), { recursive: true });
  writeFileSync(join(copy.root, file), content);
};
const insert = (file: string, before: string, text: string) => {
  const parts = read(file).split(before);
  expect(parts).toHaveLength(2);
  write(file, parts.join(text + before));
};
const tests = (...args: string[]) => copy.run('vitest', 'run', ...args);
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
});
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => {
  copy.remove();
});

// One copy for all three: to compile it and to write what is derived takes most of the time.
describe('a workspace with a further platform, collection and property type', () => {
  it('a further platform with a row but without its folders fails a test that names them', () => {
    insert(platform.REGISTRY, platform.ROW.before, `${platform.ROW.row}\n`);
    expect(() => tests(`${PLATFORMS}/registry.test.ts`)).toThrow(/homefinder/);
  });

  it('a further property type is a compile error in every file that lacks its row; a platform and a collection are none', () => {
    for (const [file, content] of Object.entries(platform.FILES)) write(file, content);
    insert(collection.DECLARED_IN, collection.BEFORE, collection.DECLARATION);
    write(collection.TESTED_IN, collection.TEST);
    copy.run('nx', 'g', '@estate/generators:property-type', 'holiday-home-buy');
    write(DEFINED_IN, DEFINITION);
    const errors = outputOf(compile);
    const named = [...errors.matchAll(/^(\S+?)\(\d+,\d+\): error .*'?holidayHomeBuy'?/gm)];
    const expected = ROWS.filter(({ kind }) => kind === 'one a type').map(({ file }) => file);
    expect([...new Set(named.map(([, file]) => file))].sort()).toEqual([...expected].sort());
    expect(errors).not.toMatch(/homefinder|visits/);
  });

  it('a further property type needs nothing but these rows to compile', () => {
    for (const row of ROWS) addRow(copy.root, row);
    expect(outputOf(compile)).toBe('');
  });

  it('a further property type and a further platform are in the snapshots, the pages and the settings, which are written by their tests', () => {
    vi.stubEnv('UPDATE_SNAPSHOTS', 'true');
    copy.run('node', 'tools/checks/src/derive.ts', '--write');
    tests(
      'libs/contracts/src/contracts.test.ts', 'apps/api-gateway/test/openapi/document.test.ts',
      'apps/distribution/test/property-type-pages.test.ts', 'libs/openimmo/test/openimmo-page.test.ts',
    ); // oxfmt-ignore
    tests('clients/python/test/types.test.ts');
    // Commands and collections follow from the document.
    copy.run('node', 'tools/checks/src/derive.ts', '--write');
    expect(read('clients/cli/src/operations.json')).toContain('"holidayHomeBuy"');
    expect(read('clients/python/estate_client/types.py')).toContain('class HolidayHomeBuyFields(');
    expect(read('clients/python/estate_client/types.py')).toContain('apiKey');
    const openapi = JSON.parse(read('apps/api-gateway/reference/openapi.json')) as {
      components: { schemas: Record<string, unknown> };
    };
    expect(Object.keys(openapi.components.schemas)).toContain('HolidayHomeBuyFields');
    expect(JSON.stringify(openapi)).toContain('"homefinder"');
    expect(read('docs/property-types.md')).toContain('property-types/holiday-home-buy.md');
    expect(read('docs/property-types/holiday-home-buy.md')).toContain('preise/kaufpreis');
    expect(read('docs/configuration.md')).toContain('`HOMEFINDER_URL`');
  });

  it('a further platform passes the suite of all platforms against its simulator', () => {
    tests(`${PLATFORMS}/registry.test.ts`, platform.SUITE);
  });

  it('a further collection with a person in it is erased, resealed and audited when it is declared', () => {
    tests(collection.TESTED_IN, 'tools/checks/src/collections.test.ts');
  });

  it('a further property type is published, read back, described and offered as every other type', () => {
    tests(
      '--update', '-t', 'holidayHomeBuy',
      'libs/openimmo', `${PLATFORMS}/openimmo-ftp/document`, `${PLATFORMS}/marketplace-24/object`, `${PLATFORMS}/marketplace-24/types.int`,
      `${PLATFORMS}/every-property.int`, `${PLATFORMS}/marketplace-24/field-problems`,
      'apps/distribution/src/routes/property-types.test.ts', 'libs/contracts/src/property-types',
      'libs/testing/src/arbitrary-of.test.ts', 'apps/dashboard/test/property-form.test.ts',
    ); // oxfmt-ignore
    expect(read(`${PLATFORMS}/openimmo-ftp/test-support/golden/holidayHomeBuy.full.xml`)).toContain(
      'FERIENHAUS',
    );
  });

  it('changed nothing by hand but the rows of the type, the row and the folders of the platform, and the declaration', () => {
    const derived = [
      'apps/api-gateway/reference/openapi-operator.json',
      'apps/api-gateway/reference/openapi.json',
      'clients/cli/src/operations.json',
      'clients/python/estate_client/types.py',
      `${PLATFORMS}/marketplace-24/object/golden/holidayHomeBuy.full.json`,
      `${PLATFORMS}/marketplace-24/object/golden/holidayHomeBuy.smallest.json`,
      `${PLATFORMS}/openimmo-ftp/test-support/golden/holidayHomeBuy.full.xml`,
      `${PLATFORMS}/openimmo-ftp/test-support/golden/holidayHomeBuy.smallest.xml`,
      'docs/collections.md',
      'docs/configuration.md',
      'docs/openimmo.md',
      'docs/property-types.md',
      'docs/property-types/holiday-home-buy.md',
      'libs/contracts/wire-snapshot.json',
    ];
    const ofType = [
      DEFINED_IN,
      'libs/contracts/src/property-types/index.ts',
      ...ROWS.map(({ file }) => file),
    ];
    const ofPlatform = [platform.REGISTRY, ...Object.keys(platform.FILES)];
    const ofCollection = [collection.DECLARED_IN, collection.TESTED_IN];
    const written = new Set([...derived, ...ofType, ...ofPlatform, ...ofCollection]);
    expect(copy.changed()).toEqual([...written].sort());
  });

  it('a further property type fails in the tests of random properties without the rows that the compiler does not miss', () => {
    const words = ROWS.filter(({ kind }) => kind === 'one a word');
    for (const row of words) removeRow(copy.root, row);
    const pattern = 'holidayHomeBuy: (all portals|the marketplace)';
    const output = outputOf(() => tests('-t', pattern, `${PLATFORMS}/every-property.int`));
    expect(output).toMatch(/FAIL.*> holidayHomeBuy: all portals get a valid document/);
    expect(output).toMatch(/FAIL.*> holidayHomeBuy: the marketplace takes each/);
  });
});
