// Writes the results of a run of vitest, file by file. The time of a file includes all that it had to prepare.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

const LENGTH_MAX = 2_000;

/** The message of an error without its stack, as one line. */
const inOneLine = ({ message = '' }) =>
  message
    .split(/\n\s+at /)[0]
    .replaceAll(/\s*\n\s*/g, ' | ')
    .slice(0, LENGTH_MAX);

/** The failures of a file, as `<file> > <test>: <message of the error>`. */
function failuresOf(module, file) {
  const failed = [...module.children.allTests('failed')];
  const failures = failed.map((test) => `${file} > ${test.fullName}: ${inOneLine(test.result().errors[0])}`);
  // The file could not be loaded, or its set-up failed.
  const errors = [module, ...module.children.allSuites()].flatMap((one) => one.errors());
  failures.push(...errors.map((error) => `${file}: ${inOneLine(error)}`));
  if (failures.length === 0 && !module.ok()) failures.push(`${file}: it did not end well, see above`);
  return failures;
}

function resultsOf(module) {
  const file = relative(process.cwd(), module.moduleId);
  const { duration, collectDuration, prepareDuration } = module.diagnostic();
  return {
    file,
    passed: [...module.children.allTests('passed')].length,
    failures: failuresOf(module, file),
    durationMs: Math.round(duration + collectDuration + prepareDuration),
  };
}

/** A reporter of vitest that writes a file. */
export const resultsReporter = (path) => ({
  onTestRunEnd(modules, unhandledErrors) {
    const results = { files: modules.map(resultsOf), errors: unhandledErrors.map(inOneLine) };
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(results));
  },
});
