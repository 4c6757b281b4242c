import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { plantWorkspace } from './planted-workspace.fixture.ts';

type Named = { name: string }[];
interface Issues {
  file: string;
  files?: Named;
  dependencies?: Named;
  unlisted?: Named;
  exports?: Named;
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const planted: string[] = [];

afterEach(() => {
  for (const directory of planted.splice(0)) rmSync(directory, { recursive: true });
});

/** Lists what is unused or undeclared in the planted workspace under the configuration of this repository. */
function found(files: Record<string, string>): Issues[] {
  const cwd = plantWorkspace(files, {
    'apps/alpha': { tags: [], dependencies: ['@estate/errors', 'declared'] },
    'libs/errors': { tags: [] },
  });
  planted.push(cwd);
  copyFileSync(join(ROOT, 'knip.json'), join(cwd, 'knip.json'));
  const args = ['--no-progress', '--reporter', 'json'];
  const { status, stdout } = spawnSync(join(ROOT, 'node_modules/.bin/knip'), args, { cwd, encoding: 'utf8' });
  expect(status).not.toBe(0);
  return (JSON.parse(stdout) as { issues: Issues[] }).issues;
}

const namesOf = (issues: Issues[], kind: Exclude<keyof Issues, 'file'>) =>
  issues.flatMap((one) => (one[kind] ?? []).map(({ name }) => `${one.file} ${name}`)).sort();

it('the check of what is unused finds a dependency that nothing imports, an undeclared one, a file and an export that nothing uses', () => {
  const issues = found({
    'apps/alpha/src/index.ts': '',
    'apps/alpha/src/main.ts': "import 'undeclared';\nimport { used } from '@estate/errors';\nused();\n",
    'apps/alpha/src/left-over.ts': 'export {};\n',
    'libs/errors/src/index.ts': 'export const used = () => 1;\nexport const unused = 2;\n',
  });
  expect(namesOf(issues, 'dependencies')).toEqual(['apps/alpha/package.json declared']);
  expect(namesOf(issues, 'unlisted')).toEqual(['apps/alpha/src/main.ts undeclared']);
  expect(namesOf(issues, 'exports')).toEqual(['libs/errors/src/index.ts unused']);
  expect(namesOf(issues, 'files')).toEqual(['apps/alpha/src/left-over.ts apps/alpha/src/left-over.ts']);
});
