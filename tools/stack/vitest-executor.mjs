// An executor of Nx: the tests of all tasks that are to run together are one run of vitest, so that what they share is started, read and
// compiled once. Each task has its results in a file of its own, which is what Nx caches.
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import { runToEnd } from './run-to-end.mjs';
import { filesToTryAgain, withSecondTry } from './second-try.mjs';
import { FILES_WITH_TARGET } from './test-targets.mjs';

/** The files of a task. */
function filesOf({ tests }) {
  if (tests.endsWith('.ts')) return [tests];
  const files = globSync(`${tests}/{src,test}/**/*.test.ts`);
  return files.filter((file) => !FILES_WITH_TARGET.has(file)).sort();
}

/** Runs these files; a run that wrote no results has an error. */
async function runFiles(files, args) {
  const folder = mkdtempSync(join(tmpdir(), 'estate-results-'));
  const results = join(folder, 'results.json');
  const { status } = await runToEnd('node_modules/.bin/vitest', ['run', ...files, ...args], {
    env: { ...env, TEST_RESULTS: results },
  });
  const run = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : { files: [], errors: [] };
  rmSync(folder, { recursive: true });
  const isExplained = run.errors.length > 0 || run.files.some(({ failures }) => failures.length > 0);
  if (status !== 0 && !isExplained) run.errors.push('vitest ended with an error outside of any test');
  return run;
}

/** Runs these files, and once more those of journeys in a browser that failed. */
async function runWithSecondTry(files, args) {
  const run = await runFiles(files, args);
  const again = filesToTryAgain(run);
  return again.length === 0 ? run : withSecondTry(run, await runFiles(again, args));
}

/** If nothing was tested before, nobody has changed what deferred tests depend on: the complete check has run them. */
const isLeftOut = ({ isDeferred }) => isDeferred && env.NOTHING_TESTED_BEFORE !== undefined && !env.CI;

/** Errors outside of any test may be of every task that ran. */
function saveResults(files, run, { results, isDeferred }) {
  const own = run.files.filter(({ file }) => files.includes(file));
  const missing = files.filter((file) => !own.some((one) => one.file === file));
  const errors = [...run.errors, ...missing.map((file) => `${file}: it did not run`)];
  if (files.length === 0 && !isDeferred) errors.push('there are no tests');
  mkdirSync(dirname(results), { recursive: true });
  writeFileSync(results, JSON.stringify({ files: own, errors, isLeftOut: files.length === 0 }));
  return errors.length === 0 && own.every(({ failures }) => failures.length === 0);
}

/** For Nx, which asks for the results by the names of the tasks. */
export async function runTasks({ tasks }, options) {
  const startTime = Date.now();
  const ids = Object.keys(tasks);
  const files = Object.fromEntries(ids.map((id) => [id, isLeftOut(options[id]) ? [] : filesOf(options[id])]));
  // The arguments after the target are the same for all tasks.
  const [{ overrides }] = Object.values(tasks);
  const all = Object.values(files).flat();
  const run =
    all.length === 0
      ? { files: [], errors: [] }
      : await runWithSecondTry(all, overrides.__overrides_unparsed__ ?? []);
  const endTime = Date.now();
  return Object.fromEntries(
    Object.keys(tasks).map((id) => {
      const success = saveResults(files[id], run, options[id]);
      return [id, { success, terminalOutput: '', startTime, endTime }];
    }),
  );
}

/** One task alone. */
export async function runTask(options, { projectName, targetName }) {
  const id = `${projectName}:${targetName}`;
  return (await runTasks({ tasks: { [id]: { overrides: {} } } }, { [id]: options }))[id];
}
