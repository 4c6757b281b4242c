import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { eventually, isAlive } from '@estate/testing';
import { expect, it } from 'vitest';

it('everything the stack started ends when the stack is killed, also what does not listen', async () => {
  const path = fileURLToPath(new URL('starter.fixture.ts', import.meta.url));
  const starter = spawn(process.execPath, [path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: starter.stdout }), 'line')) as [string];
  const { pids, logDirectory } = JSON.parse(line) as { pids: number[]; logDirectory: string };
  expect(pids.filter(isAlive)).toHaveLength(3);
  starter.kill('SIGKILL');
  await eventually(() => pids.every((pid) => !isAlive(pid)));
  rmSync(logDirectory, { recursive: true, force: true });
});
