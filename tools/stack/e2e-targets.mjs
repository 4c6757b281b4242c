// A plugin of Nx: every file of tests in e2e is a target of its own, `e2e:test--<name>`, so that the long ones run side by side and a
// change of the documents repeats the pages alone.
import { basename } from 'node:path';

/** What a file reads besides the system. */
const READS = {
  canary: ['{workspaceRoot}/README.md'],
  docs: ['{workspaceRoot}/**/*'],
  'sixth-service': [
    'sources',
    'kubectl',
    '{workspaceRoot}/{deploy,docs}/**/*',
    '{workspaceRoot}/docker-compose.yml',
    '{workspaceRoot}/{nx,knip}.json',
    '{workspaceRoot}/.*.{cjs,json}',
  ],
  'further-type': ['sources', '{workspaceRoot}/**/*.{json,xml,xsd,md}'],
  monitoring: ['sources', '{workspaceRoot}/deploy/prometheus/**/*'],
};

function targetOf(file) {
  const name = basename(file, '.test.ts');
  const results = `dist/test-results/e2e-${name}.json`;
  return {
    command: `vitest run ${file} --maxWorkers=1 --reporter=default --reporter=json --outputFile.json=${results}`,
    dependsOn: ['^build'],
    inputs: [
      'default',
      '^production',
      'testing',
      'browser',
      'promtool',
      { dependentTasksOutputFiles: '**/*' },
      ...(READS[name] ?? []),
    ],
    outputs: [`{workspaceRoot}/${results}`],
    cache: true,
  };
}

export const createNodesV2 = [
  'e2e/test/**/*.test.ts',
  (files) =>
    files.map((file) => [
      file,
      { projects: { e2e: { targets: { [`test--${basename(file, '.test.ts')}`]: targetOf(file) } } } },
    ]),
];
