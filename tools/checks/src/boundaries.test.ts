import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { plantWorkspace } from './planted-workspace.fixture.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const planted: string[] = [];

afterEach(() => {
  for (const directory of planted.splice(0)) rmSync(directory, { recursive: true });
});

function cruise(...workspace: Parameters<typeof plantWorkspace>) {
  const cwd = plantWorkspace(...workspace);
  planted.push(cwd);
  const args = ['--config', join(ROOT, '.dependency-cruiser.cjs'), '--output-type', 'json'];
  return spawnSync(join(ROOT, 'node_modules/.bin/depcruise'), [...args, 'apps', 'libs', 'tools'], {
    cwd,
    encoding: 'utf8',
  });
}

/** The rules that each planted file breaks under the configuration of this repository. */
function brokenRules(files: Record<string, string>): Record<string, string[]> {
  const { stdout } = cruise(files);
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  const rulesOf = (file: string) =>
    summary.violations.filter(({ from }) => from === file).map(({ rule }) => rule.name);
  return Object.fromEntries(Object.keys(files).map((file) => [file, [...new Set(rulesOf(file))].sort()]));
}

it('the boundaries between projects are kept by imports of declared projects whose tags allow them, and by nothing else', () => {
  expect(
    brokenRules({
      'apps/alpha/src/allowed.ts': "import '@estate/contracts';\nimport 'declared';\n",
      'apps/alpha/src/allowed.test.ts': "import '@estate/testing';\n",
      'apps/alpha/src/relative-into-a-tool.ts': "import '../../../tools/gamma/src/index.ts';\n",
      'apps/alpha/src/relative-into-a-library.ts': "import '../../../libs/contracts/src/index.ts';\n",
      'apps/alpha/src/another-service.ts': "import '@estate/beta';\n",
      'apps/alpha/src/undeclared-project.ts': "import '@estate/errors';\n",
      'apps/alpha/src/undeclared-package.ts': "import 'undeclared';\n",
      'apps/alpha/src/library-for-tests.ts': "import '@estate/testing';\n",
      'apps/alpha/src/test-file.ts': "import './allowed.test.ts';\n",
      'libs/errors/src/upwards.ts': "import '@estate/contracts';\n",
      'tools/gamma/src/service.ts': "import '@estate/alpha';\n",
    }),
  ).toEqual({
    'apps/alpha/src/allowed.ts': [],
    'apps/alpha/src/allowed.test.ts': [],
    'apps/alpha/src/relative-into-a-tool.ts': [
      'relative-import-of-a-project',
      'type-tag',
      'undeclared-project',
    ],
    'apps/alpha/src/relative-into-a-library.ts': ['relative-import-of-a-project'],
    'apps/alpha/src/another-service.ts': ['scope-tag', 'type-tag'],
    'apps/alpha/src/undeclared-project.ts': ['undeclared-project'],
    'apps/alpha/src/undeclared-package.ts': ['undeclared-package', 'undeclared-package-anywhere'],
    'apps/alpha/src/library-for-tests.ts': ['type-tag', 'undeclared-project'],
    'apps/alpha/src/test-file.ts': ['product-imports-test-file'],
    'libs/errors/src/upwards.ts': ['errors-import-nothing', 'type-tag', 'undeclared-project'],
    'tools/gamma/src/service.ts': [
      'manifests-import-manifests-only',
      'scope-tag',
      'type-tag',
      'undeclared-project',
    ],
  });
});

it('the boundaries between files are broken by an impure domain, a circle and an import that leads nowhere', () => {
  expect(
    brokenRules({
      'apps/alpha/src/domain/impure.ts': "import 'node:fs';\n",
      'apps/alpha/src/one.ts': "import './other.ts';\n",
      'apps/alpha/src/other.ts': "import './one.ts';\n",
      'apps/alpha/src/lost.ts': "import './nowhere.ts';\n",
    }),
  ).toEqual({
    'apps/alpha/src/domain/impure.ts': ['domain-is-pure'],
    'apps/alpha/src/one.ts': ['no-cycles'],
    'apps/alpha/src/other.ts': [],
    'apps/alpha/src/lost.ts': ['not-resolvable'],
  });
});

it('the boundaries between the folders of a service are broken by an import from a folder above', () => {
  expect(
    brokenRules({
      'apps/alpha/src/stores/targets.ts': "import '../lanes/lane.ts';\n",
      'apps/alpha/src/lanes/lane.ts': "import '../domain/target.ts';\n",
      'apps/alpha/src/lanes/lane.test.ts': "import '../routes/index.ts';\n",
      'apps/alpha/src/domain/target.ts': 'export {};\n',
      'apps/alpha/src/stores/open-stores.ts': "import '../lanes/lane.ts';\n",
      'apps/alpha/src/routes/index.ts': "import '../stores/targets.ts';\n",
      'apps/alpha/src/deps.ts': "import type {} from './routes/index.ts';\n",
    }),
  ).toMatchObject({
    'apps/alpha/src/stores/targets.ts': ['room-imports-upwards'],
    'apps/alpha/src/lanes/lane.test.ts': [],
    'apps/alpha/src/domain/target.ts': [],
    'apps/alpha/src/stores/open-stores.ts': [],
    'apps/alpha/src/deps.ts': [],
  });
});

it('the boundaries between the folders of a service are not checked while project.json omits one of them', () => {
  const { status, stderr } = cruise({ 'apps/alpha/src/attic/old.ts': 'export {};\n' });
  expect(status).not.toBe(0);
  expect(stderr).toContain('apps/alpha/project.json does not say on which floor src/attic is');
});

it('the boundaries around the byte stores are broken by whoever asks which one there is', () => {
  expect(
    brokenRules({
      'apps/alpha/src/which-store.ts': "import '@estate/byte-stores';\n",
      'apps/alpha/src/own-client.ts': "import '@aws-sdk/client-s3';\n",
      'apps/alpha/src/which-store.test.ts': "import '@estate/byte-stores';\n",
    }),
  ).toEqual({
    'apps/alpha/src/which-store.ts': ['only-the-root-knows-the-byte-store'],
    'apps/alpha/src/own-client.ts': ['only-byte-stores-imports-@aws-sdk'],
    'apps/alpha/src/which-store.test.ts': [],
  });
});

it('the boundaries around the client of the broker are broken by every file outside of its folder', () => {
  const planted = "import 'nats';\n";
  expect(
    brokenRules({
      'apps/alpha/src/own-broker.ts': planted,
      'libs/messaging/src/bus.ts': planted,
      'libs/messaging/src/bus.test.ts': planted,
      'libs/messaging/src/nats/broker.ts': planted,
    }),
  ).toEqual({
    'apps/alpha/src/own-broker.ts': ['only-messaging-imports-nats'],
    'libs/messaging/src/bus.ts': ['only-messaging-imports-nats'],
    'libs/messaging/src/bus.test.ts': [],
    'libs/messaging/src/nats/broker.ts': [],
  });
});

it.each([[['scope:alpha']], [['type:unknown', 'scope:alpha']], [['type:service']]])(
  'the boundaries are not checked while a project has only the tags %j',
  (tags) => {
    const { status, stderr } = cruise({}, { 'apps/alpha': { tags } });
    expect(status).not.toBe(0);
    expect(stderr).toContain('apps/alpha/project.json needs a known type: tag and a scope: tag');
  },
);
