import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';

const below = (directory: string) =>
  readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${directory}/${name}`);

/** One vitest project a workspace project; `vitest run --project catalog` runs one. */
const projects = [...below('apps'), ...below('libs'), ...below('tools'), 'deploy', 'e2e'].map((root) => ({
  test: {
    name: basename(root),
    root,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // No test changes what its modules keep, so the files of a worker load them once: two fifths of the time.
    isolate: false,
  },
}));

// One more than the two cores: the chaos tests mostly wait.
export default defineConfig({ test: { projects, maxWorkers: 3 } });
