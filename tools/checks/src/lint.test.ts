import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const PLANTED = join(root, 'tools/checks/fixtures/lint/planted.ts');
const rooms: string[] = [];

afterEach(() => {
  for (const room of rooms.splice(0)) rmSync(room, { recursive: true });
});

function makeRoom(): string {
  const room = mkdtempSync(join(tmpdir(), 'estate-lint-'));
  rooms.push(room);
  return room;
}

const run = (program: string, args: readonly string[], cwd: string) =>
  spawnSync(join(root, 'node_modules/.bin', program), args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, OXLINT_TSGOLINT_PATH: join(root, 'node_modules/.bin/tsgolint') },
  });

/** The rules that each of these files breaks under the configuration of this repository, as `plugin(rule)`: to start the linter takes most of the time. */
function brokenBy(files: Readonly<Record<string, string>>): Record<string, string[]> {
  const room = makeRoom();
  const settings = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
    include: ['.'],
  };
  for (const [name, text] of Object.entries({ ...files, 'tsconfig.json': JSON.stringify(settings) })) {
    mkdirSync(dirname(join(room, name)), { recursive: true });
    writeFileSync(join(room, name), text);
  }
  const linted = run('oxlint', ['--config', join(root, '.oxlintrc.json'), '--format', 'json', '.'], room);
  const { diagnostics } = JSON.parse(linted.stdout) as { diagnostics: { code: string; filename: string }[] };
  const rulesOf = (name: string) => diagnostics.flatMap((one) => (one.filename === name ? [one.code] : []));
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(diagnostics.map(({ filename }) => filename)) as string[],
  );
  return Object.fromEntries(Object.keys(files).map((name) => [name, [...new Set(rulesOf(name))].sort()]));
}

const DASHBOARD = 'apps/dashboard/src';

describe('the linter', () => {
  it('the linter finds planted problems, with and without types', () => {
    const found = brokenBy({ 'planted.ts': readFileSync(PLANTED, 'utf8') });
    expect(found['planted.ts']).toEqual([
      'eslint(max-params)',
      'eslint(no-console)',
      'estate(no-rest-tuple)',
      'import(no-default-export)',
      'node(no-process-env)',
      'typescript(no-base-to-string)',
      'typescript(no-explicit-any)',
      'typescript(no-floating-promises)',
      'typescript(no-misused-promises)',
      'typescript(no-misused-spread)',
      'typescript(no-non-null-assertion)',
      'typescript(no-unnecessary-condition)',
      'typescript(no-unnecessary-type-assertion)',
      'typescript(no-unsafe-assignment)',
      'typescript(only-throw-error)',
      'typescript(require-await)',
      'typescript(restrict-template-expressions)',
      'typescript(switch-exhaustiveness-check)',
    ]);
  });

  it('the linter finds a service that connects without the backbone, but not its test', () => {
    const connecting =
      "import { connectBus } from '@estate/messaging';\nexport const connect = connectBus;\n";
    const found = brokenBy({
      'apps/tally/src/service.ts': connecting,
      'apps/tally/src/service.test.ts': connecting,
    });
    const rule = 'eslint(no-restricted-imports)';
    expect(found['apps/tally/src/service.ts']).toContain(rule);
    expect(found['apps/tally/src/service.test.ts']).not.toContain(rule);
  });

  it('the linter finds a text of a page that is no message, read or heard, but not an abbreviation', () => {
    const pageOf = (element: string) => `export const page = ${element};\n`;
    const found = brokenBy({
      [`${DASHBOARD}/read.tsx`]: pageOf('<p>Hello</p>'),
      [`${DASHBOARD}/heard.tsx`]: pageOf('<img alt="A house" />'),
      [`${DASHBOARD}/good.tsx`]: pageOf(
        '<p aria-label={t("hello")} className="calm">{t("hello")}: <b>PDF</b> ({count})</p>',
      ),
    });
    const rule = 'estate(no-untranslated-text)';
    expect(found[`${DASHBOARD}/read.tsx`]).toContain(rule);
    expect(found[`${DASHBOARD}/heard.tsx`]).toContain(rule);
    expect(found[`${DASHBOARD}/good.tsx`]).not.toContain(rule);
  });

  it('the linter finds a first page of the dashboard that stands for everything, but not one that others follow', () => {
    const asked = 'export const asked = (ask: (query: object) => void, all: { all: typeof ask }) =>';
    const filesOf = (kind: string, codes: readonly string[]) =>
      codes.map((code, index): [string, string] => [
        `${DASHBOARD}/${kind}-${String(index)}.ts`,
        `const MOST = 100;\n${asked} ${code};\n`,
      ]);
    const first = filesOf('first', [
      "ask({ limit: 100, order: 'desc' })",
      'ask({ limit: MOST })',
      "['/users?limit=100']",
    ]);
    const whole = filesOf('whole', [
      'ask({ limit: MOST, startAfter: undefined })',
      'all.all({ limit: MOST })',
      'ask({ limit: 8, of: MOST })',
    ]);
    const found = brokenBy(Object.fromEntries([...first, ...whole]));
    const rule = 'estate(no-first-page)';
    for (const [name, text] of first) expect(found[name], text).toContain(rule);
    for (const [name, text] of whole) expect(found[name], text).not.toContain(rule);
  });

  it('the linter finds files and functions that are too long or too complex, and accepts a clean file', () => {
    const lines = Array.from({ length: 301 }, (_, index) => `  if (of === ${String(index)}) return true;`);
    const found = brokenBy({
      'long.ts': `export function long(of: number) {\n${lines.join('\n')}\n  return false;\n}\n`,
      'good.ts': 'export const one = (): number => 1;\n',
    });
    expect(found).toEqual({
      'long.ts': ['eslint(complexity)', 'eslint(max-lines)', 'eslint(max-lines-per-function)'],
      'good.ts': [],
    });
  });
});

describe('the formatter', () => {
  it.each([
    ['types.ts', 'export const a = {b:1}\n'],
    ['page.md', '| a | b |\n|-|-|\n| 1 | 2 |\n'],
    ['chart.yaml', 'a:   1\n'],
    ['data.json', '{"a":[1,2]}\n'],
    ['style.css', 'a{color:red}\n'],
  ])('the formatter finds what is out of form in %s', (name, text) => {
    const room = makeRoom();
    writeFileSync(join(room, name), text);
    const check = () => run('oxfmt', ['--config', join(root, '.oxfmtrc.json'), '--check', '.'], room);
    expect(check()).toMatchObject({ status: 1, stdout: expect.stringContaining(name) as string });
    run('oxfmt', ['--config', join(root, '.oxfmtrc.json'), '.'], room);
    expect(check().status).toBe(0);
  });
});
