import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** A pattern that runs away on one of the texts takes longer than the age of the test. */
const PATIENCE_MS = 170_000;

it('no text makes the check of any field run away', { timeout: PATIENCE_MS + 10_000 }, async () => {
  const child = fileURLToPath(new URL('./run-away.child.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [child], {
    timeout: PATIENCE_MS,
  });
  expect(Number(/^(\d+) hostile texts/.exec(stdout)?.[1])).toBeGreaterThan(1000);
});
