// A plugin of Nx: test files with a target of their own, `<project>:test--<name>`, because what they depend on differs from what their
// project depends on. In CI they depend on every file.
// - Each file of e2e is a journey. A change of a service repeats the journeys that are about it.
// - Deferred tests take long. Outside CI they run when what they depend on has changed, and not where nothing was tested before.
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { env } from 'node:process';

const SERVICES = ['api-gateway', 'catalog', 'distribution', 'importer', 'inbox', 'notifier', 'dashboard'];
const TOOLS = [
  'stack',
  'sandbox',
  'embedded-mongo',
  'manifests',
  'rek',
  'cli',
  'python-client',
  'php-client',
];

/** The services whose behaviour a journey asserts; a journey without a row asserts that of all. */
const ABOUT = {
  assistant: ['api-gateway'],
  'bad-input': ['api-gateway'],
  'broker-lost': ['notifier'],
  closing: ['api-gateway'],
  dashboard: ['dashboard'],
  'dashboard-erasure': ['dashboard', 'inbox'],
  'dashboard-journeys': ['dashboard', 'notifier'],
  'dashboard-listings': ['dashboard', 'distribution'],
  'dashboard-mails': ['dashboard', 'inbox'],
  'dashboard-many': ['dashboard'],
  'dashboard-pages': ['dashboard'],
  'dashboard-people': ['dashboard', 'api-gateway'],
  'dashboard-photos': ['dashboard', 'catalog'],
  'dashboard-properties': ['dashboard', 'catalog'],
  'dashboard-search': ['dashboard', 'catalog'],
  'dashboard-size': ['dashboard'],
  'dashboard-success': ['dashboard', 'notifier'],
  'dashboard-support': ['dashboard', 'distribution'],
  'dashboard-traces': ['dashboard', 'api-gateway'],
  docs: [],
  erasure: ['inbox', 'api-gateway'],
  'every-type': ['catalog', 'distribution'],
  'foreign-ids': ['api-gateway'],
  'ftp-failures': ['distribution'],
  imports: ['importer'],
  inbox: ['inbox'],
  'main-job': ['catalog', 'distribution', 'notifier'],
  marketplace: ['distribution'],
  monitoring: [],
  notices: ['notifier'],
  'operator-console': ['dashboard', 'api-gateway'],
  'operator-pages': ['dashboard'],
  'property-families': ['distribution', 'inbox'],
  'reference-page': ['api-gateway'],
  rek: ['api-gateway'],
  restore: ['distribution'],
  'side-by-side': ['api-gateway', 'catalog'],
  'target-pause': ['distribution'],
  timeline: ['api-gateway'],
  tracing: [],
  webhooks: ['notifier'],
};

/** Deferred journeys: what kills or operates the system, repeats what documents show, or shows pages beside the main way. */
const DEFERRED_JOURNEYS = new Set([
  'broker-lost',
  'clocks',
  'closing',
  'dashboard-erasure',
  'dashboard-jobs',
  'dashboard-listings',
  'dashboard-many',
  'dashboard-pages',
  'dashboard-photos',
  'dashboard-search',
  'dashboard-size',
  'dashboard-success',
  'dashboard-support',
  'dashboard-targets',
  'dashboard-traces',
  'dashboard-viewer',
  'docs',
  'jobs',
  'monitoring',
  'operator-pages',
  'portal-truth',
  'restore',
  'side-by-side',
  'tracing',
]);

/** Recorded answers, and what they are compared with. */
const RECORDED = [
  '{projectRoot}/recordings/*.json',
  '{workspaceRoot}/apps/api-gateway/reference/{openapi,openapi-operator}.json',
];

/** Files that a journey reads besides the system. */
const READS = {
  clocks: [{ runtime: 'faketime --version || true' }],
  'dashboard-pages': RECORDED,
  docs: [
    '{workspaceRoot}/{docs,deploy,clients}/**/*',
    '{workspaceRoot}/*.md',
    '{projectRoot}/test/docs/**/*',
  ],
  'operator-pages': RECORDED,
  monitoring: ['{workspaceRoot}/apps/*/src/**/metrics.ts', '{workspaceRoot}/deploy/prometheus/**/*'],
};

const shippedCodeOf = (...projects) => ({ projects, input: 'production' });

/** For tests that only differ from the others of their project in that they are deferred. */
const OF_THE_PROJECT = ['default', '^production', '{workspaceRoot}/docs/deployment.md'];

/** The inputs of each other deferred test. */
const DEFERRED = {
  'apps/api-gateway/test/openapi/generators.test.ts': [
    '{projectRoot}/{reference/openapi.json,test/openapi/**/*}',
    { runtime: 'javac --version || true' },
  ],
  'apps/catalog/src/images/hostile-files.int.test.ts': OF_THE_PROJECT,
  'apps/distribution/src/lanes/interleavings.test.ts': OF_THE_PROJECT,
  'apps/distribution/src/platforms/marketplace-24/bodies.property.int.test.ts': [
    ...OF_THE_PROJECT,
    shippedCodeOf('sandbox'),
  ],
  'apps/distribution/src/platforms/openimmo-ftp/hostile-servers.int.test.ts': OF_THE_PROJECT,
  'apps/importer/src/working/hostile-packages.int.test.ts': OF_THE_PROJECT,
  'apps/importer/src/working/kills.int.test.ts': OF_THE_PROJECT,
  'apps/inbox/test/hostile-memory.e2e.test.ts': OF_THE_PROJECT,
  'apps/inbox/test/many-large-mails.e2e.test.ts': OF_THE_PROJECT,
  'apps/notifier/src/deliveries/crash.int.test.ts': OF_THE_PROJECT,
  'apps/notifier/test/kill.e2e.test.ts': OF_THE_PROJECT,
  'apps/notifier/test/vault-key.e2e.test.ts': OF_THE_PROJECT,
  'deploy/test/chart.test.ts': [...OF_THE_PROJECT, 'helm', 'kubectl'],
  'deploy/test/images.test.ts': ['default', 'bundler', shippedCodeOf('stack')],
  'deploy/test/system.test.ts': ['default', 'bundler', shippedCodeOf('stack', 'runtime', 'config')],
  'e2e/test/chaos.test.ts': [
    '{projectRoot}/chaos/**/*',
    shippedCodeOf('messaging', 'persistence', 'runtime'),
  ],
  'e2e/test/further.test.ts': [
    '{workspaceRoot}/libs/contracts/src/{property-types/**/*,platforms.ts,target-input.ts}',
    shippedCodeOf('distribution', 'generators', 'inbox', 'persistence', 'sandbox'),
  ],
  'e2e/test/npm-start.test.ts': ['{workspaceRoot}/package.json', shippedCodeOf('stack')],
  'e2e/test/rolling-restart.test.ts': [shippedCodeOf('messaging', 'runtime', 'http')],
  'e2e/test/sixth-service.test.ts': ['kubectl', shippedCodeOf('generators', 'manifests', 'checks', 'deploy')],
  'libs/client/test/package.test.ts': [
    'default',
    '{workspaceRoot}/LICENSE',
    { runtime: 'ls node_modules/.cache/nodes || true' },
  ],
  'tools/checks/src/release.test.ts': [
    '{workspaceRoot}/{nx.json,.ci/release,LICENSE}',
    '{workspaceRoot}/tools/stack/version-actions.mjs',
    '{workspaceRoot}/clients/python/{pyproject.toml,README.md,estate_client/**/*}',
    { runtime: 'pyproject-build --version || true' },
    shippedCodeOf('client', 'cli', 'deploy'),
  ],
  'tools/checks/src/monitoring/rules.test.ts': [
    '{projectRoot}/src/monitoring/**/*',
    '{workspaceRoot}/deploy/prometheus/**/*',
  ],
};

const namesIn = (folder) => readdirSync(new URL(`../../${folder}`, import.meta.url));

const JOURNEYS = namesIn('e2e/test').flatMap((name) =>
  name.endsWith('.test.ts') ? [`e2e/test/${name}`] : [],
);

/** Test files that are not part of the target `test` of their project. */
export const FILES_WITH_TARGET = new Set([...JOURNEYS, ...Object.keys(DEFERRED)]);

const nameOf = (file) => basename(file, '.test.ts');
const isDeferred = (file) =>
  file in DEFERRED || (JOURNEYS.includes(file) && DEFERRED_JOURNEYS.has(nameOf(file)));
const targetNameOf = (file) => `test--${nameOf(file)}`;

/** The names of all targets that run tests. */
export const TEST_TARGETS = ['test', ...[...FILES_WITH_TARGET].map(targetNameOf)];

function inputsOf(file) {
  if (env.CI) return ['{workspaceRoot}/**/*'];
  const own = ['sharedGlobals', `{workspaceRoot}/${file}`];
  const deferred = DEFERRED[file];
  if (deferred) return [...own, ...deferred];
  const services = shippedCodeOf(...namesIn('libs'), ...TOOLS, ...(ABOUT[nameOf(file)] ?? SERVICES));
  return [...own, '{projectRoot}/test/support/**/*', 'bundler', services, ...(READS[nameOf(file)] ?? [])];
}

function targetOf(file, project) {
  const results = `dist/test-results/${project}-${nameOf(file)}.json`;
  return {
    executor: '@estate/stack:vitest',
    options: { tests: file, results, isDeferred: isDeferred(file) },
    dependsOn: ['^build'],
    inputs: [...inputsOf(file), 'testing', 'browser', 'promtool'],
    outputs: ['{options.results}'],
    cache: true,
  };
}

export const createNodesV2 = [
  '{apps,libs,tools,e2e,deploy}/**/*.test.ts',
  (files) =>
    files
      .filter((file) => FILES_WITH_TARGET.has(file))
      .map((file) => {
        const root = file.split(/\/(?:src|test)\//)[0];
        const targets = { [targetNameOf(file)]: targetOf(file, basename(root)) };
        return [file, { projects: { [root]: { targets } } }];
      }),
];
