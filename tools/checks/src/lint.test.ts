import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';

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

/** The rules that the files break under the configuration of this repository, as `plugin(rule)`. */
function broken(files: (room: string) => void): string[] {
  const room = makeRoom();
  writeFileSync(
    join(room, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
      include: ['.'],
    }),
  );
  files(room);
  const linted = run('oxlint', ['--config', join(root, '.oxlintrc.json'), '--format', 'json', '.'], room);
  const { diagnostics } = JSON.parse(linted.stdout) as { diagnostics: { code: string }[] };
  return [...new Set(diagnostics.map(({ code }) => code))].sort();
}

it('the linter finds planted problems, with and without types', () => {
  const found = broken((room) => {
    copyFileSync(PLANTED, join(room, 'planted.ts'));
  });
  expect(found).toEqual([
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
  const connecting = "import { connectBus } from '@estate/messaging';\nexport const connect = connectBus;\n";
  const foundIn = (file: string) =>
    broken((room) => {
      mkdirSync(join(room, 'apps/tally/src'), { recursive: true });
      writeFileSync(join(room, 'apps/tally/src', file), connecting);
    });
  expect(foundIn('service.ts')).toContain('eslint(no-restricted-imports)');
  expect(foundIn('service.test.ts')).not.toContain('eslint(no-restricted-imports)');
});

it('the linter finds a text of a page that is no message, read or heard, but not an abbreviation', () => {
  const foundIn = (element: string) =>
    broken((room) => {
      mkdirSync(join(room, 'apps/dashboard/src'), { recursive: true });
      writeFileSync(join(room, 'apps/dashboard/src/page.tsx'), `export const page = ${element};\n`);
    });
  const rule = 'estate(no-untranslated-text)';
  expect(foundIn('<p>Hello</p>')).toContain(rule);
  expect(foundIn('<img alt="A house" />')).toContain(rule);
  expect(
    foundIn('<p aria-label={t("hello")} className="calm">{t("hello")}: <b>PDF</b> ({count})</p>'),
  ).not.toContain(rule);
});

it('the linter finds a first page of the dashboard that stands for everything, but not one that others follow', () => {
  const foundIn = (code: string) =>
    broken((room) => {
      mkdirSync(join(room, 'apps/dashboard/src'), { recursive: true });
      const asked = 'export const asked = (ask: (query: object) => void, all: { all: typeof ask }) =>';
      writeFileSync(join(room, 'apps/dashboard/src/names.ts'), `const MOST = 100;\n${asked} ${code};\n`);
    });
  const rule = 'estate(no-first-page)';
  for (const first of ["ask({ limit: 100, order: 'desc' })", 'ask({ limit: MOST })', "['/users?limit=100']"])
    expect(foundIn(first), first).toContain(rule);
  for (const whole of [
    'ask({ limit: MOST, startAfter: undefined })',
    'all.all({ limit: MOST })',
    'ask({ limit: 8, of: MOST })',
  ])
    expect(foundIn(whole), whole).not.toContain(rule);
});

it('the linter finds files and functions that are too long or too complex', () => {
  const lines = Array.from({ length: 301 }, (_, index) => `  if (of === ${String(index)}) return true;`);
  const found = broken((room) => {
    writeFileSync(
      join(room, 'long.ts'),
      `export function long(of: number) {\n${lines.join('\n')}\n  return false;\n}\n`,
    );
  });
  expect(found).toEqual(['eslint(complexity)', 'eslint(max-lines)', 'eslint(max-lines-per-function)']);
});

it('the linter accepts a clean file', () => {
  const found = broken((room) => {
    writeFileSync(join(room, 'good.ts'), 'export const one = (): number => 1;\n');
  });
  expect(found).toEqual([]);
});

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
