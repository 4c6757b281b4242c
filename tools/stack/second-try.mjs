// A journey in a browser that failed is run once more. What passes then counts as passed and is reported as flaky.
import { readFileSync } from 'node:fs';

/** If more files fail, the cause is not the browser. */
const FILES_MAX = 2;

const drivesBrowser = (file) => /\b(?:sharedBrowser|startBrowser)\(/.test(readFileSync(file, 'utf8'));

/** The files of a run that are worth a second try; none where something outside of any test failed. */
export function filesToTryAgain({ files, errors }) {
  const failed = files.filter(({ failures }) => failures.length > 0).map(({ file }) => file);
  const isWorthIt = errors.length === 0 && failed.length <= FILES_MAX && failed.every(drivesBrowser);
  return isWorthIt ? failed : [];
}

/** Merges the results of two runs. A file that failed twice keeps its first failure. */
export function withSecondTry(first, second) {
  const files = first.files.map((file) => {
    const again = second.files.find((one) => one.file === file.file);
    if (!again || again.failures.length > 0 || second.errors.length > 0) return file;
    return { ...again, flaky: file.failures, durationMs: file.durationMs + again.durationMs };
  });
  return { ...first, files };
}
