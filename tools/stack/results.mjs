// Prints the results of runs of vitest at the end of a log: node results.mjs RESULTS.json
import { existsSync, readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

/** The results in a file; without the file, an error. */
export const readResults = (file) =>
  existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { files: [], errors: [`${file} is missing: its tests ended without results, see above`] };

/** A line each for the number of passed tests, every failure, and every failure that did not come again. */
export const counted = ({ files, errors }) => ({
  passed: files.reduce((sum, { passed }) => sum + passed, 0),
  failures: [...files.flatMap(({ failures }) => failures), ...errors].map((one) => `FAILED: ${one}`),
  flaky: files.flatMap(({ flaky = [] }) => flaky.map((one) => `FLAKY, passed at the second try: ${one}`)),
});

if (argv[1] === fileURLToPath(import.meta.url)) {
  const { passed, failures } = counted(readResults(argv[2]));
  for (const line of failures) process.stdout.write(`${line}\n`);
  process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
}
