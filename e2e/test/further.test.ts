import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as changes from './support/further-changes.ts';
import * as collection from './support/further-collection.ts';
import * as platform from './support/further-platform.ts';
import { addRow, DEFINED_IN, DEFINITION, removeRow, ROWS } from './support/further-type.ts';
import { copyWorkspace } from './support/workspace-copy.ts';
import type { WorkspaceCopy } from './support/workspace-copy.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PLATFORMS = 'apps/distribution/src/platforms';
/** What the dashboard calls an event. */
const EVENT_MESSAGES = 'apps/dashboard/src/text/event-messages.ts';
/** Random properties of each type: each of them has what is looked for. */
const FEW = '2';

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
const make = (...all: readonly (readonly changes.Addition[])[]) => {
  for (const { file, before, text } of all.flat()) insert(file, before, text);
};
const derive = () => copy.run('node', 'tools/checks/src/derive.ts', '--write');
const tests = (...args: string[]) => copy.run('vitest', 'run', ...args);
const compile = (config: string) =>
  copy.run(
    'node',
    'node_modules/typescript-7/bin/tsc',
    '--noEmit',
    '--pretty',
    'false',
    // A change of a central type reaches almost every file: to find out which takes longer than to compile them all.
    '--incremental',
    'false',
    // Several would each work out the same central types.
    '--checkers',
    '1',
    '-p',
    config,
  );
/** Compiles these files and what they import. */
const compileOnly = (files: readonly string[]) => {
  const config = 'node_modules/.cache/tsconfig.json';
  const [from, ...all] = ['tsconfig.json', ...files].map((file) => join(copy.root, file));
  write(config, JSON.stringify({ extends: from, include: [], files: all }));
  return compile(config);
};
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

// One copy for everything: to compile it and to write what is derived takes most of the time.
describe('a workspace with a further platform, collection, property type, field, event and operation', () => {
  it('a further platform with a row but without its folders fails a test that names them', () => {
    insert(platform.REGISTRY, platform.ROW.before, `${platform.ROW.row}\n`);
    expect(() => tests(`${PLATFORMS}/registry.test.ts`)).toThrow(/homefinder/);
  });

  it('a further property type is a compile error in every file that lacks its row; a platform and a collection are none', () => {
    for (const [file, content] of Object.entries(platform.FILES)) write(file, content);
    insert(collection.DECLARED_IN, collection.BEFORE, collection.DECLARATION);
    write(collection.TESTED_IN, collection.TEST);
    make(changes.FIELD, changes.FIELD_IN_FORMATS, changes.EVENT, changes.OPERATION);
    copy.run('nx', 'g', '@estate/generators:property-type', 'holiday-home-buy');
    write(DEFINED_IN, DEFINITION);
    const expected = ROWS.filter(({ kind }) => kind === 'one a type').map(({ file }) => file);
    // That no other file has an error is seen when all files compile with these rows.
    const errors = outputOf(() => compileOnly([...expected, EVENT_MESSAGES]));
    const named = [...errors.matchAll(/^(\S+?)\(\d+,\d+\): error .*'?holidayHomeBuy'?/gm)];
    expect([...new Set(named.map(([, file]) => file))].sort()).toEqual([...expected].sort());
    expect(errors).not.toMatch(/homefinder|visits|isSuitableForSeniors|retryTarget/);
    expect(errors).toMatch(/^apps\/dashboard\/src\/text\/event-messages\.ts\(.*["']target\.resumed["']/m);
  });

  it('a further event that no service tells fails the check of the manifests', () => {
    expect(outputOf(derive)).toContain('no service tells event.target.resumed');
    // That an operation is not answered, or an event not sent, is found in `unused-sends.test.ts`.
    make(changes.EVENT_ROWS, changes.EVENT_CODE, changes.OPERATION_HANDLER);
  });

  it('a further property type, event and operation need nothing but these rows to compile', () => {
    for (const row of ROWS) addRow(copy.root, row);
    expect(outputOf(() => compile('tsconfig.json'))).toBe('');
  });

  it('a further field without its rows in the mappings fails the tests of both formats', () => {
    const output = outputOf(() =>
      tests('libs/openimmo/src/mapping/landings', `${PLATFORMS}/marketplace-24/object/landings`),
    );
    expect(output).toMatch(
      /FAIL.*openimmo.*> apartmentBuy lands where the documentation of the format has it/,
    );
    expect(output).toMatch(
      /FAIL.*marketplace-24.*> apartmentBuy lands where the documentation of the marketplace/,
    );
    make(changes.FIELD_ROWS);
  });

  it('a further property type and a further platform are in the snapshots, the pages and the settings, which are written by their tests', () => {
    vi.stubEnv('UPDATE_SNAPSHOTS', 'true');
    derive();
    tests(
      'libs/contracts/src/contracts.test.ts', 'apps/api-gateway/test/openapi/document.test.ts',
      'apps/distribution/test/property-type-pages.test.ts', 'libs/openimmo/test/openimmo-page.test.ts',
    ); // oxfmt-ignore
    tests('clients/python/test/types.test.ts');
    // Commands and collections follow from the document.
    derive();
    expect(read('clients/cli/src/operations.json')).toContain('"holidayHomeBuy"');
    expect(read('clients/python/estate_client/types.py')).toContain('class HolidayHomeBuyFields(');
    expect(read('clients/python/estate_client/types.py')).toContain('apiKey');
    const openapi = JSON.parse(read('apps/api-gateway/reference/openapi.json')) as {
      components: { schemas: Record<string, unknown> };
      webhooks: object;
    };
    expect(Object.keys(openapi.components.schemas)).toContain('HolidayHomeBuyFields');
    expect(JSON.stringify(openapi)).toContain('"homefinder"');
    expect(read('docs/property-types.md')).toContain('property-types/holiday-home-buy.md');
    expect(read('docs/property-types/holiday-home-buy.md')).toContain('preise/kaufpreis');
    expect(read('docs/configuration.md')).toContain('`HOMEFINDER_URL`');
    expect(read('clients/python/estate_client/types.py')).toContain(
      'isSuitableForSeniors: NotRequired[bool]',
    );
    expect(Object.keys(openapi.webhooks)).toContain('target.resumed');
  });

  it('a further operation is a method of the clients, which are derived', () => {
    expect(read('clients/python/estate_client/actions.py')).toContain(
      'def retry(self, id: str) -> types.Target:',
    );
    expect(read('libs/client/src/actions.ts')).toContain(
      'retry(id: string, options?: CallOptions): Promise<Target> {',
    );
  });

  it('a further platform passes the suite of all platforms, a collection with a person in it is erased, resealed and audited, and an operation is called by the client', () => {
    tests(
      `${PLATFORMS}/registry.test.ts`, platform.SUITE, collection.TESTED_IN, 'tools/checks/src/collections.test.ts',
      'libs/client/test/every-operation',
    ); // oxfmt-ignore
  });

  it('a further property type is published, read back, described and offered as every other type, and a further field is written to both formats and read back', () => {
    vi.stubEnv('RANDOM_PROPERTIES', FEW);
    tests(
      '--update', '-t', 'holidayHomeBuy|apartment(Buy|Rent)',
      'libs/openimmo', `${PLATFORMS}/openimmo-ftp/document`, `${PLATFORMS}/marketplace-24/object`, `${PLATFORMS}/marketplace-24/types.int`,
      `${PLATFORMS}/every-property.int`, `${PLATFORMS}/marketplace-24/field-problems`,
      'apps/distribution/src/routes/property-types.test.ts', 'libs/contracts/src/property-types',
      'libs/testing/src/arbitrary-of.test.ts', 'apps/dashboard/test/property-form.test.ts',
    ); // oxfmt-ignore
    const golden = (name: string) => read(`${PLATFORMS}/openimmo-ftp/test-support/golden/${name}.full.xml`);
    expect(golden('holidayHomeBuy')).toContain('FERIENHAUS');
    expect(golden('apartmentBuy')).toContain('<seniorengerecht>true</seniorengerecht>');
  });

  it('a further field costs six files, an event four and the code that tells it, and an operation two', () => {
    expect(changes.filesOf(changes.FIELD, changes.FIELD_IN_FORMATS, changes.FIELD_ROWS)).toHaveLength(6);
    expect(changes.filesOf(changes.EVENT, changes.EVENT_ROWS)).toHaveLength(4);
    expect(changes.filesOf(changes.EVENT_CODE)).toHaveLength(1);
    expect(changes.filesOf(changes.OPERATION, changes.OPERATION_HANDLER)).toHaveLength(2);
  });

  it('nothing else was changed by hand in the workspace', () => {
    const derived = [
      'apps/api-gateway/reference/openapi-operator.json',
      'apps/api-gateway/reference/openapi.json',
      'clients/cli/src/operations.json',
      'clients/php/src/Resources/Targets.php',
      'clients/python/estate_client/actions.py',
      'clients/python/estate_client/types.py',
      'deploy/nats/users.conf',
      'docs/message-map.md',
      'docs/property-types/apartment-buy.md',
      'docs/property-types/apartment-rent.md',
      'libs/client/src/actions.ts',
      `${PLATFORMS}/marketplace-24/object/golden/apartmentBuy.full.json`,
      `${PLATFORMS}/marketplace-24/object/golden/apartmentRent.full.json`,
      `${PLATFORMS}/openimmo-ftp/test-support/golden/apartmentBuy.full.xml`,
      `${PLATFORMS}/openimmo-ftp/test-support/golden/apartmentRent.full.xml`,
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
    const ofOthers = changes.filesOf(
      ...[changes.FIELD, changes.FIELD_IN_FORMATS, changes.FIELD_ROWS],
      ...[changes.EVENT, changes.EVENT_ROWS, changes.EVENT_CODE],
      ...[changes.OPERATION, changes.OPERATION_HANDLER],
    );
    const written = new Set([...derived, ...ofType, ...ofPlatform, ...ofCollection, ...ofOthers]);
    // Every request of a collection has its number in the order of the reference.
    const changed = copy.changed().filter((file) => !file.startsWith('clients/collections/'));
    expect(changed).toEqual([...written].sort());
  });

  it('a further property type fails in the tests of random properties without the rows that the compiler does not miss', () => {
    const words = ROWS.filter(({ kind }) => kind === 'one a word');
    for (const row of words) removeRow(copy.root, row);
    const pattern = 'holidayHomeBuy: (all portals|the marketplace)';
    vi.stubEnv('RANDOM_PROPERTIES', FEW);
    const output = outputOf(() => tests('-t', pattern, `${PLATFORMS}/every-property.int`));
    expect(output).toMatch(/FAIL.*> holidayHomeBuy: all portals get a valid document/);
    expect(output).toMatch(/FAIL.*> holidayHomeBuy: the marketplace takes each/);
  });
});
