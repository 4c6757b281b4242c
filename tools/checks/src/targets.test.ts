import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FILES_WITH_TARGET, TEST_TARGETS } from '@estate/stack/test-targets.mjs';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Nx writes its answer into a file: it ends before a pipe has taken a long one. */
function nx(args: readonly string[], environment: Record<string, string> = {}): unknown {
  const directory = mkdtempSync(join(tmpdir(), 'estate-nx-'));
  const file = join(directory, 'answer.json');
  const answer = openSync(file, 'w');
  const { stderr, status } = spawnSync(join(ROOT, 'node_modules/.bin/nx'), args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', answer, 'pipe'],
    env: { ...process.env, CI: '', NX_DAEMON: 'false', NX_TUI: 'false', ...environment },
  });
  closeSync(answer);
  const text = readFileSync(file, 'utf8');
  rmSync(directory, { recursive: true });
  if (status !== 0) throw new Error(stderr + text);
  return JSON.parse(text);
}

const inputsOf = (target: string, environment?: Record<string, string>) =>
  (nx(['show', 'target', 'inputs', target, '--json'], environment) as { files: string[] }).files;
const affectedBy = (file: string) => nx(['show', 'projects', '--affected', `--files=${file}`, '--json']);

const inputs = inputsOf('notifier:build');

it.each([
  'apps/notifier/src/main.ts',
  'libs/contracts/src/index.ts',
  'package-lock.json',
  'tools/stack/bundle.mjs',
  'tools/stack/native.mjs',
  'tsconfig.base.json',
])('the build of a service runs again when %s changes', (file) => {
  expect(inputs).toContain(file);
});

it('the build of a service comes from the cache when tests, fixtures or documents change', () => {
  expect(inputs.filter((file) => /\.(test|suite|fixture)\.ts$|\/test\/|\.md$/.test(file))).toEqual([]);
});

it('the tests of a project run again when the project or a library that it imports changes, and not for another service', () => {
  const inputs = inputsOf('notifier:test');
  expect(inputs).toContain('apps/notifier/test/kill.e2e.test.ts');
  expect(inputs).toContain('libs/persistence/src/index.ts');
  expect(inputs.filter((file) => file.startsWith('apps/') && !file.startsWith('apps/notifier/'))).toEqual([]);
});

it('the tests of a project do not include a file that has a target of its own', () => {
  for (const file of FILES_WITH_TARGET) expect(existsSync(join(ROOT, file)), file).toBe(true);
  expect(TEST_TARGETS).toContain('test--package');
  expect(inputsOf('client:test--package')).toContain('libs/client/build.mjs');
});

describe('a journey through the whole system', () => {
  const inputs = inputsOf('e2e:test--inbox');

  it.each([
    'apps/inbox/src/main.ts',
    'e2e/test/inbox.test.ts',
    'e2e/test/support/world.ts',
    'libs/contracts/src/index.ts',
    'tools/sandbox/src/main.ts',
    'tools/stack/bundle.mjs',
    'vitest.config.ts',
  ])('a journey runs again when %s changes, which it is about or goes through', (file) => {
    expect(inputs).toContain(file);
  });

  it('a journey comes from the cache when another journey or a service that it is not about changes', () => {
    const others = inputs.filter(
      (file) => /^(apps|e2e\/test)\//.test(file) && !file.startsWith('apps/inbox/'),
    );
    const expected = others.filter(
      (file) => file.startsWith('e2e/test/support/') || file === 'e2e/test/inbox.test.ts',
    );
    expect(others).toEqual(expected);
  });

  it('a journey and a deferred test run again in CI whatever changes', () => {
    for (const target of ['e2e:test--inbox', 'client:test--package'])
      expect(inputsOf(target, { CI: 'true' })).toContain('apps/catalog/src/main.ts');
  });
});

const isDeferred = (target: string) =>
  (nx(['show', 'target', target, '--json']) as { options: { isDeferred: boolean } }).options.isDeferred;

it('deferred are journeys that kill the system, and what reads hostile packages, but not the main job', () => {
  for (const target of ['e2e:test--clocks', 'importer:test--hostile-packages.int'])
    expect(isDeferred(target), target).toBe(true);
  expect(isDeferred('e2e:test--main-job')).toBe(false);
});

it('a deferred test of a service runs again when the service or a library of it changes', () => {
  const inputs = inputsOf('importer:test--hostile-packages.int');
  for (const file of ['apps/importer/src/main.ts', 'libs/openimmo/src/index.ts'])
    expect(inputs).toContain(file);
  expect(inputs).not.toContain('apps/catalog/src/main.ts');
});

it('the projects that a change affects are those that import the changed one, directly or not, and what starts them', () => {
  const affected = affectedBy('libs/vault/src/index.ts');
  expect(affected).toEqual(expect.arrayContaining(['vault', 'notifier', 'distribution', 'deploy', 'e2e']));
  expect(affected).not.toContain('contracts');
});

it('the projects that a change affects do not include other services when one service changes', () => {
  const affected = affectedBy('apps/inbox/src/service.ts');
  expect(affected).toEqual(expect.arrayContaining(['inbox', 'e2e']));
  expect(affected).not.toContain('catalog');
});
