import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { VERSION } from '@estate/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const BUILD = fileURLToPath(new URL('../build.mjs', import.meta.url));
const SYSTEM_NODE = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((directory) => join(directory, 'node'))
  .find((file) => existsSync(file) && !file.includes('node_modules'));

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'estate-cli-package-'));
  await run(process.execPath, [BUILD, join(folder, 'built')]);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('the command that customers install', () => {
  it.each([
    ['the pinned Node', process.execPath],
    ['the Node of the system', SYSTEM_NODE ?? process.execPath],
  ])('the command that customers install needs nothing but %s', async (_name, node) => {
    const program = join(folder, 'built/estate.js');
    expect((await run(node, [program, '--version'])).stdout).toBe(`${VERSION}\n`);
    const env = { XDG_CONFIG_HOME: folder };
    await expect(run(node, [program, 'whoami'], { env })).rejects.toMatchObject({
      code: 1,
      stderr: 'You are not signed in. Run: estate login --url https://…\n',
    });
  });
});
