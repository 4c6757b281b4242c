import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';
import { requirePinnedNode } from './tools/stack/pinned-node.mjs';

requirePinnedNode('npx vitest');

/** Files of half a minute and more; what waits most comes first. */
const LONG = [
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
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // No test changes what its modules keep, so the files of a worker load them once: half of the time.
    isolate: false,
    // One more than the two cores: the chaos tests mostly wait.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
  },
});
