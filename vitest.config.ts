import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';
import { requirePinnedNode } from './tools/stack/pinned-node.mjs';
import { resultsReporter } from './tools/stack/results-reporter.mjs';

requirePinnedNode('npx vitest');

/** The file for the results; tests that run vitest themselves do not inherit it. */
const { TEST_RESULTS } = process.env;
delete process.env['TEST_RESULTS'];

/** What one program that a test starts has compiled, no later one compiles again: from sources, half of its start. */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('dist/compile-cache', import.meta.url));

/** Files of half a minute and more; what waits most comes first. */
const LONG = [
  'e2e/test/dashboard-pages',
  'e2e/test/clocks',
  'e2e/test/dashboard-publishing',
  'checks/src/release',
  'e2e/test/rolling-restart',
  'e2e/test/operator-pages',
  'e2e/test/sixth-service',
  'e2e/test/chaos',
  'e2e/test/further',
  'e2e/test/docs',
  'e2e/test/restore',
  'e2e/test/closing',
  'inbox/test/hostile-memory',
  'catalog/src/images/hostile-files',
  'notifier/test/kill.e2e',
  'inbox/test/imap.e2e',
  'distribution/src/lanes/interleavings',
  'notifier/src/deliveries/crash.int',
];

/** Begins with the long files, so that none of them is left alone at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.includes(`/${name}`));
      return at === -1 ? LONG.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    include: ['{apps,libs,tools,clients}/*/{src,test}/**/*.test.ts', '{deploy,e2e}/{src,test}/**/*.test.ts'],
    // The complete check tries properties as often as they say, and so does who says how often.
    alias:
      process.env['CI'] === undefined && process.env['RANDOM_PROPERTIES'] === undefined
        ? { 'fast-check': fileURLToPath(new URL('tools/stack/fewer-runs.mjs', import.meta.url)) }
        : {},
    globalSetup: ['e2e/test/support/shared/global-setup.ts'],
    setupFiles: ['e2e/test/support/shared/explain-failure.ts'],
    // What waits has a limit of its own, for how long nothing happens. These end what hangs, on a machine with other work, too.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // No test changes what its modules keep, so the files of a worker load them once: half of the time.
    isolate: false,
    reporters: ['default', ...(TEST_RESULTS === undefined ? [] : [resultsReporter(TEST_RESULTS)])],
    // One more than the two cores: tests of whole systems mostly wait.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
  },
});
