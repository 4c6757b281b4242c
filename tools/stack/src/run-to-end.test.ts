import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const MODULE = fileURLToPath(new URL('../run-to-end.mjs', import.meta.url));

/** Runs this program to its end and returns how the process ended. */
function endOf(program: string) {
  const script = `
    import { runToEnd } from ${JSON.stringify(MODULE)};
    const { status } = await runToEnd(process.execPath, ['-e', ${JSON.stringify(program)}]);
    process.exit(status + 1);`;
  const { status, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script]);
  return { status, signal };
}

it('a program that fails does not end the process that has run it', () => {
  expect(endOf('process.exit(3)')).toEqual({ status: 4, signal: null });
});

it('a program that a signal ends takes the process that has run it along, by the same signal', () => {
  expect(endOf('process.kill(process.pid, "SIGINT")')).toEqual({ status: null, signal: 'SIGINT' });
});
