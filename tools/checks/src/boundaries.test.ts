import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plantWorkspace } from './planted-workspace.fixture.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CONFIG = join(ROOT, '.dependency-cruiser.cjs');
const planted: string[] = [];

afterAll(() => {
  for (const directory of planted.splice(0)) rmSync(directory, { recursive: true });
});

function start(program: string, args: readonly string[], ...workspace: Parameters<typeof plantWorkspace>) {
  const cwd = plantWorkspace(...workspace);
  planted.push(cwd);
  return spawnSync(program, args, { cwd, encoding: 'utf8' });
}

const cruise = (files: Record<string, string>) =>
  start(
    join(ROOT, 'node_modules/.bin/depcruise'),
    ['--config', CONFIG, '--output-type', 'json', 'apps', 'libs', 'tools'],
    files,
  );

type Planted = Readonly<Record<string, readonly [text: string, ...rules: string[]]>>;

const NATS = "import 'nats';\n";

/** Files, and the rules that each of them breaks under the configuration of this repository. */
const CASES: readonly (readonly [title: string, Planted])[] = [
  [
    'between projects are kept by imports of declared projects whose tags allow them, and by nothing else',
    {
      'apps/alpha/src/allowed.ts': ["import '@estate/contracts';\nimport 'declared';\n"],
      'apps/alpha/src/allowed.test.ts': ["import '@estate/testing';\n"],
      'apps/alpha/src/relative-into-a-tool.ts': [
        "import '../../../tools/gamma/src/index.ts';\n",
        ...['relative-import-of-a-project', 'type-tag', 'undeclared-project'],
      ],
      'apps/alpha/src/relative-into-a-library.ts': [
        "import '../../../libs/contracts/src/index.ts';\n",
        'relative-import-of-a-project',
      ],
      'apps/alpha/src/another-service.ts': ["import '@estate/beta';\n", 'scope-tag', 'type-tag'],
      'apps/alpha/src/undeclared-project.ts': ["import '@estate/errors';\n", 'undeclared-project'],
      'apps/alpha/src/undeclared-package.ts': [
        "import 'undeclared';\n",
        ...['undeclared-package', 'undeclared-package-anywhere'],
      ],
      'apps/alpha/src/library-for-tests.ts': [
        "import '@estate/testing';\n",
        ...['type-tag', 'undeclared-project'],
      ],
      'apps/alpha/src/test-file.ts': ["import './allowed.test.ts';\n", 'product-imports-test-file'],
      'libs/errors/src/upwards.ts': [
        "import '@estate/contracts';\n",
        ...['errors-import-nothing', 'type-tag', 'undeclared-project'],
      ],
      'tools/gamma/src/service.ts': [
        "import '@estate/alpha';\n",
        ...['manifests-import-manifests-only', 'scope-tag', 'type-tag', 'undeclared-project'],
      ],
    },
  ],
  [
    'between files are broken by an impure domain, a circle and an import that leads nowhere',
    {
      'apps/alpha/src/domain/impure.ts': ["import 'node:fs';\n", 'domain-is-pure'],
      'apps/alpha/src/one.ts': ["import './other.ts';\n", 'no-cycles'],
      'apps/alpha/src/other.ts': ["import './one.ts';\n"],
      'apps/alpha/src/lost.ts': ["import './nowhere.ts';\n", 'not-resolvable'],
    },
  ],
  [
    'between the folders of a service are broken by an import from a folder above',
    {
      'apps/alpha/src/stores/targets.ts': ["import '../lanes/lane.ts';\n", 'room-imports-upwards'],
      'apps/alpha/src/lanes/lane.ts': ["import '../domain/target.ts';\n"],
      'apps/alpha/src/lanes/lane.test.ts': ["import '../routes/index.ts';\n"],
      'apps/alpha/src/domain/target.ts': ['export {};\n'],
      'apps/alpha/src/stores/open-stores.ts': ["import '../lanes/lane.ts';\n"],
      'apps/alpha/src/routes/index.ts': ["import '../stores/targets.ts';\n"],
      'apps/alpha/src/deps.ts': ["import type {} from './routes/index.ts';\n"],
    },
  ],
  [
    'around the byte stores are broken by whoever asks which one there is',
    {
      'apps/alpha/src/which-store.ts': [
        "import '@estate/byte-stores';\n",
        'only-the-root-knows-the-byte-store',
      ],
      'apps/alpha/src/own-client.ts': ["import '@aws-sdk/client-s3';\n", 'only-byte-stores-imports-@aws-sdk'],
      'apps/alpha/src/which-store.test.ts': ["import '@estate/byte-stores';\n"],
    },
  ],
  [
    'around the client of the broker are broken by every file outside of its folder',
    {
      'apps/alpha/src/own-broker.ts': [NATS, 'only-messaging-imports-nats'],
      'libs/messaging/src/bus.ts': [NATS, 'only-messaging-imports-nats'],
      'libs/messaging/src/bus.test.ts': [NATS],
      'libs/messaging/src/nats/broker.ts': [NATS],
    },
  ],
];

let violations: readonly { from: string; rule: { name: string } }[];

/** One look at all of them: none breaks a rule because of another one. */
beforeAll(() => {
  const texts = CASES.flatMap(([, files]) => Object.entries(files).map(([file, [text]]) => [file, text]));
  const { stdout } = cruise(Object.fromEntries(texts) as Record<string, string>);
  ({ violations } = (JSON.parse(stdout) as { summary: { violations: typeof violations } }).summary);
});

it.each(CASES)('the boundaries %s', (_title, files) => {
  const rulesOf = (file: string) =>
    violations.filter(({ from }) => from === file).map(({ rule }) => rule.name);
  for (const [file, [, ...rules]] of Object.entries(files))
    expect([...new Set(rulesOf(file))].sort(), file).toEqual(rules);
});

it('the boundaries between the folders of a service are not checked while project.json omits one of them', () => {
  const { status, stderr } = cruise({ 'apps/alpha/src/attic/old.ts': 'export {};\n' });
  expect(status).not.toBe(0);
  expect(stderr).toContain('apps/alpha/project.json does not say on which floor src/attic is');
});

it.each([[['scope:alpha']], [['type:unknown', 'scope:alpha']], [['type:service']]])(
  'the boundaries are not checked while a project has only the tags %j',
  (tags) => {
    const read = ['--eval', 'require(process.argv[1])', CONFIG];
    const { status, stderr } = start(process.execPath, read, {}, { 'apps/alpha': { tags } });
    expect(status).not.toBe(0);
    expect(stderr).toContain('apps/alpha/project.json needs a known type: tag and a scope: tag');
  },
);
