import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { eachAtHome, estate, home } from './run-estate.fixture.ts';

eachAtHome();

const run = promisify(execFile);
const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

const completed = async (...words: string[]): Promise<string[]> =>
  (await estate(['complete', '--', ...words])).out.split('\n').slice(0, -1);

/** Asks a shell what it would complete, with the command `estate` on its path. */
async function inShell(shell: string, script: (completion: string) => string): Promise<string[]> {
  const bin = join(home(), 'bin');
  mkdirSync(bin);
  const command = join(bin, 'estate');
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
  chmodSync(command, 0o755);
  const { out } = await estate(['completion', shell]);
  const file = join(home(), 'completion');
  writeFileSync(file, out);
  const env = { ...process.env, HOME: home(), PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
  const { stdout } = await run(shell, ['-c', script(file)], { env });
  return stdout.trim().split(/\s+/);
}

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

describe('estate completion', () => {
  it('the completion knows commands, operations, choices and options', async () => {
    expect((await completed('prop')).toSorted()).toEqual([
      'properties',
      'property-listings',
      'property-types',
    ]);
    expect(await completed('listings', 'val')).toEqual(['validate']);
    expect(await completed('trigger', 'publication.f')).toEqual(['publication.failed']);
    expect(await completed('listings', 'list', '--sta')).toEqual(['--start-after', '--state']);
    expect(await completed('listings', 'list', '--state', 'fa')).toEqual(['failed']);
    expect(await completed('get', 'web')).toEqual(['webhooks']);
    expect(await completed('webhooks', 'get', '')).toEqual([]);
    expect(await completed('--prof')).toEqual(['--profile']);
    expect(await completed('comp')).toEqual(['completion']);
  });

  it('the shells are there in CI', () => {
    if (process.env['CI'] === 'true')
      expect(['bash', 'fish', 'zsh'].filter((shell) => !has(shell))).toEqual([]);
  });

  it('estate completion refuses a shell that it does not know', async () => {
    expect((await estate(['completion', 'tcsh'])).code).toBe(2);
  });

  it('bash completes with the script of estate', async () => {
    const words = await inShell(
      'bash',
      (file) =>
        `source ${file}; COMP_WORDS=(estate listings va); COMP_CWORD=2; _estate; echo "\${COMPREPLY[@]}"`,
    );
    expect(words).toEqual(['validate']);
  });

  it.skipIf(!has('fish'))('fish completes with the script of estate', async () => {
    const words = await inShell('fish', (file) => `source ${file}; complete -C 'estate listings va'`);
    expect(words).toEqual(['validate']);
  });

  it.skipIf(!has('zsh'))('zsh reads the script of estate', async () => {
    const words = await inShell(
      'zsh',
      (file) =>
        `compdef() { echo "$@" }; compadd() { shift; echo "$@" }; source ${file}; words=(estate listings va); CURRENT=3; _estate`,
    );
    expect(words).toEqual(['_estate', 'estate', 'validate']);
  });
});
