// The end of a run of all tests: how long each level took, the slowest files, and what came from the cache.
const LEVELS = [
  ['journeys', (file) => file.startsWith('e2e/')],
  ['services', (file) => file.endsWith('.e2e.test.ts')],
  ['integration', (file) => file.endsWith('.int.test.ts')],
  ['unit', () => true],
];
const SLOWEST = 10;

const levelOf = ({ file }) => LEVELS.find(([, has]) => has(file))[0];
const seconds = (files) =>
  `${(files.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000).toFixed(0)} s`;

function levelLine(level, files) {
  const own = files.filter((file) => levelOf(file) === level);
  const ran = own.filter(({ isCached }) => !isCached);
  return `  ${level}: ${own.length} files, ${own.length - ran.length} of them from the cache; the others took ${seconds(ran)} of test time`;
}

/** `files` with their durations; `tasks` with `id`, `isCached` and `isLeftOut`. */
export function reportOf({ files, tasks, stepSeconds }) {
  const ran = files.filter(({ isCached }) => !isCached);
  const slowest = ran.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, SLOWEST);
  const named = (all) => all.map(({ id }) => id).join(', ') || 'none';
  const leftOut = tasks.filter(({ isLeftOut }) => isLeftOut);
  return [
    `took: ${stepSeconds.map(([step, took]) => `${step} ${took} s`).join(', ')}`,
    ...LEVELS.map(([level]) => levelLine(level, files)).toReversed(),
    'slowest files:',
    ...slowest.map(({ file, durationMs }) => `  ${(durationMs / 1000).toFixed(1)} s ${file}`),
    `not from the cache: ${named(tasks.filter(({ isCached }) => !isCached))}`,
    `from the cache: ${named(tasks.filter(({ isCached }) => isCached))}`,
    ...(leftOut.length === 0
      ? []
      : [
          `not run, because nothing that they depend on has changed here: ${named(leftOut)}; .ci/run runs them`,
        ]),
  ];
}
