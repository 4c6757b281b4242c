// npm test: set-up, then two runs of Nx, over builds and checks and over tests. What did not change comes from the cache.
// Ends with `N passed, N failed`; a check counts as one test.
//   npm test -- apps/inbox/src/reading -t 'a title'    set-up, builds, then vitest with these arguments
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ensureBundles, ensurePackages, ensurePrograms } from './ensure.mjs';
import { ensureFurtherNodes } from './further-nodes.mjs';
import { ensureHelm } from './helm.mjs';
import { continueUnderPinnedNode } from './pinned-node.mjs';
import { counted, readResults } from './results.mjs';
import { reportOf } from './run-report.mjs';
import { endWithParent, runToEnd } from './run-to-end.mjs';
import { TEST_TARGETS } from './test-targets.mjs';

process.chdir(new URL('../..', import.meta.url).pathname);
const RESULTS = 'dist/test-results';
/** Nx writes about its last run into this file. */
const LAST_RUN = '.nx/cache/run.json';
/** Lies in the cache, so that it goes with what it tells of. */
const TESTED_BEFORE = '.nx/cache/tested';
const STEPS = [
  ['builds and checks', ['build', 'check']],
  ['tests', TEST_TARGETS],
];
/** They only stand for others. */
const GROUPS = ['workspace:check', 'e2e:test'];

/** True if files of the repository were changed and not committed. */
function hasChanges() {
  const { stdout } = spawnSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
  return (stdout ?? '') !== '';
}

endWithParent();
await ensurePackages();
await continueUnderPinnedNode();
const env = {
  ...process.env,
  ...{ NX_DAEMON: 'false', NX_TUI: 'false' },
  // Dozens of programs on Node are started: each compiles only what no earlier one compiled.
  NODE_COMPILE_CACHE: `${process.cwd()}/dist/compile-cache`,
  // On a machine where nothing was tested or changed before, a complete check has passed on what is deferred.
  ...(!existsSync(TESTED_BEFORE) && !hasChanges() && { NOTHING_TESTED_BEFORE: 'true' }),
};
const statusOf = async (tool, args, more = {}) =>
  (await runToEnd(`node_modules/.bin/${tool}`, args, { env: { ...env, ...more } })).status;

/** The tests of a task, or one for a check. */
function countedTask({ taskId, projectName, target, status, cacheStatus }) {
  const isCached = cacheStatus !== 'cache-miss';
  const task = { id: taskId, isCached, isLeftOut: false, files: [], passed: 0, failures: [], flaky: [] };
  if (GROUPS.includes(taskId) || (projectName !== 'workspace' && target === 'typecheck'))
    return { ...task, isGroup: true };
  const good = status === 0;
  if (target.startsWith('test')) {
    const results = readResults(`${RESULTS}/${projectName}${target.slice('test-'.length)}.json`);
    const { passed, failures, flaky } = counted(results);
    if (failures.length === 0 && !good) failures.push(`FAILED: ${taskId}: it ended with an error, see above`);
    const files = results.files.map((file) => ({ ...file, isCached }));
    return { ...task, isLeftOut: results.isLeftOut === true, files, passed, failures, flaky };
  }
  return {
    ...task,
    passed: good && projectName === 'workspace' ? 1 : 0,
    failures: good ? [] : [`FAILED: ${taskId}`],
  };
}

async function runStep([step, targets]) {
  const start = Date.now();
  rmSync(LAST_RUN, { force: true });
  const status = await statusOf('nx', ['run-many', '-t', targets.join(','), '--output-style=static']);
  const tasks = JSON.parse(readFileSync(LAST_RUN, 'utf8')).tasks.map(countedTask);
  if (status !== 0 && tasks.every(({ failures }) => failures.length === 0))
    tasks.push({
      files: [],
      passed: 0,
      flaky: [],
      failures: ['FAILED: Nx ended with an error, see above'],
      isGroup: true,
    });
  return { tasks, took: [step, Math.round((Date.now() - start) / 1000)] };
}

async function runEverything() {
  const steps = [];
  mkdirSync(dirname(TESTED_BEFORE), { recursive: true });
  writeFileSync(TESTED_BEFORE, '');
  for (const step of STEPS) steps.push(await runStep(step));
  const tasks = steps.flatMap((step) => step.tasks);
  const report = reportOf({
    files: tasks.flatMap(({ files }) => files),
    // The tasks that tests depend on are in the first run, too.
    tasks: [...new Map(tasks.toReversed().map((task) => [task.id, task])).values()].filter(
      ({ isGroup }) => !isGroup,
    ),
    stepSeconds: steps.map(({ took }) => took),
  });
  for (const line of report) process.stdout.write(`${line}\n`);
  return tasks;
}

async function runSome(filters) {
  await ensureBundles();
  const file = `${RESULTS}/some.json`;
  await statusOf('vitest', ['run', ...filters], { TEST_RESULTS: file });
  return [counted(readResults(file))];
}

const isComplete = [ensurePrograms(), await ensureFurtherNodes(), await ensureHelm()].every(Boolean);
if (!isComplete && process.env.CI) throw new Error('In CI nothing may be skipped.');
rmSync(RESULTS, { recursive: true, force: true });
const filters = process.argv.slice(2);
const all = filters.length === 0 ? await runEverything() : await runSome(filters);
// An error outside of any test is one of every task that ran.
const failures = [...new Set(all.flatMap((one) => one.failures))];
const passed = all.reduce((sum, one) => sum + one.passed, 0);
for (const line of all.flatMap(({ flaky }) => flaky)) process.stdout.write(`${line}\n`);
for (const line of failures) process.stdout.write(`${line}\n`);
process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
process.exit(failures.length === 0 && passed > 0 ? 0 : 1);
