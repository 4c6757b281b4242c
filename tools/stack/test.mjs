// npm test: set-up, then one run of Nx over everything: builds, checks, tests. What did not change comes from the cache.
// Ends with `N passed, N failed`; a check counts as one test.
//   npm test -- apps/inbox/src/reading -t 'a title'    set-up, builds, then vitest with these arguments
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { ensureBundles, ensurePackages, ensurePrograms } from './ensure.mjs';
import { ensureFurtherNodes } from './further-nodes.mjs';
import { failuresOf } from './failures.mjs';
import { continueUnderPinnedNode } from './pinned-node.mjs';
import { endWithParent, runToEnd } from './run-to-end.mjs';

process.chdir(new URL('../..', import.meta.url).pathname);
const RESULTS = 'dist/test-results';
/** What Nx writes about its last run. */
const LAST_RUN = '.nx/cache/run.json';
/** They only stand for others. */
const GROUPS = ['workspace:check', 'workspace:test', 'e2e:test'];

endWithParent();
await ensurePackages();
await continueUnderPinnedNode();
const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
const statusOf = async (tool, args) => (await runToEnd(`node_modules/.bin/${tool}`, args, { env })).status;
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Passed tests and failures of one report of vitest; a run that ended badly without a failed test counts as one. */
function countedTests(name, file, status) {
  const results = existsSync(file) ? readJson(file) : { numPassedTests: 0, testResults: [] };
  const failures = failuresOf(results);
  if (failures.length === 0 && (status !== 0 || results.numPassedTests === 0))
    failures.push(`FAILED: ${name}: it ended with an error outside of any test, see above`);
  return { passed: results.numPassedTests, failures };
}

function countedTask({ taskId, projectName, target, status }) {
  if (GROUPS.includes(taskId) || (projectName !== 'workspace' && target === 'typecheck'))
    return { passed: 0, failures: [] };
  if (target.startsWith('test'))
    return countedTests(taskId, `${RESULTS}/${projectName}${target.slice('test-'.length)}.json`, status);
  const good = status === 0;
  const isCheck = projectName === 'workspace';
  return { passed: good && isCheck ? 1 : 0, failures: good ? [] : [`FAILED: ${taskId}`] };
}

async function runEverything() {
  rmSync(LAST_RUN, { force: true });
  const status = await statusOf('nx', ['run-many', '-t', 'build,check,test', '--output-style=static']);
  const counted = readJson(LAST_RUN).tasks.map(countedTask);
  if (status !== 0 && counted.every(({ failures }) => failures.length === 0))
    counted.push({ passed: 0, failures: ['FAILED: Nx ended with an error, see above'] });
  return counted;
}

async function runSome(filters) {
  await ensureBundles();
  const file = `${RESULTS}/some.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return [countedTests('vitest', file, await statusOf('vitest', ['run', ...reporters, ...filters]))];
}

const isComplete = [ensurePrograms(), ensureFurtherNodes()].every(Boolean);
if (!isComplete && process.env.CI) throw new Error('In CI nothing may be skipped.');
rmSync(RESULTS, { recursive: true, force: true });
const filters = process.argv.slice(2);
const counted = await (filters.length === 0 ? runEverything() : runSome(filters));
const failures = counted.flatMap((one) => one.failures);
const passed = counted.reduce((sum, one) => sum + one.passed, 0);
for (const line of failures) process.stdout.write(`${line}\n`);
process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
process.exit(failures.length === 0 && passed > 0 ? 0 : 1);
