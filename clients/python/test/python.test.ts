import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const HOME = fileURLToPath(new URL('..', import.meta.url));
const NEEDED = '3.9 or newer';

const isNewEnough = 'import sys; sys.exit(sys.version_info < (3, 9))';
const PYTHON = spawnSync('python3', ['-c', isNewEnough]).status === 0 ? 'python3' : undefined;
const MYPY = spawnSync('mypy', ['--version']).status === 0 ? 'mypy' : undefined;
const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };

/** What a program printed, also when it failed. */
const outputOf = async (program: string, args: readonly string[]): Promise<string> =>
  run(program, args, { cwd: HOME, env }).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { stdout?: string; stderr?: string }) => `failed: ${String(error.stdout)}${String(error.stderr)}`,
  );

describe('the Python client', () => {
  it('the Python client is tested in CI', () => {
    if (process.env['CI'] !== 'true') return;
    expect([PYTHON, MYPY], `Python ${NEEDED} and mypy`).toEqual(['python3', 'mypy']);
  });

  it.skipIf(PYTHON === undefined)('the Python client passes its own tests', async () => {
    const output = await outputOf(PYTHON ?? '', [
      '-W',
      'error',
      '-m',
      'unittest',
      'discover',
      '-t',
      '.',
      '-s',
      'tests',
    ]);
    expect(output).toMatch(/^Ran \d{2,} tests in .*\n\nOK\n$/m);
  });

  it.skipIf(MYPY === undefined)('the Python client passes the strict rules of mypy', async () => {
    expect(await outputOf(MYPY ?? '', ['--cache-dir=/dev/null', '--no-color-output'])).toMatch(
      /^Success: no issues found in \d+ source files\n$/,
    );
  });
});
