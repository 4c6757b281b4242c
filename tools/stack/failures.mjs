// Names what failed, a line each, so that the end of a long log tells it: node failures.mjs RESULTS.json
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const LENGTH_MAX = 800;

/** The message of an error without its stack, as one line. */
const inOneLine = (message = '') =>
  message
    .split(/\n\s+at /)[0]
    .replaceAll(/\s*\n\s*/g, ' | ')
    .slice(0, LENGTH_MAX);

/** The failures in a report of vitest, as `FAILED: <file> > <test>: <message of the error>`. */
export const failuresOf = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((one) => one.status === 'failed');
    // The file could not be loaded, which the report explains, or its set-up failed, which it does not.
    if (status === 'failed' && failed.length === 0) {
      return [`FAILED: ${file}: ${inOneLine(message) || 'its set-up, see above'}`];
    }
    return failed.map(
      ({ fullName, failureMessages }) => `FAILED: ${file} > ${fullName}: ${inOneLine(failureMessages[0])}`,
    );
  });

if (argv[1] === fileURLToPath(import.meta.url)) {
  for (const line of failuresOf(JSON.parse(readFileSync(argv[2], 'utf8')))) process.stdout.write(`${line}\n`);
}
