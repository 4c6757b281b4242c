import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { eventually } from '@estate/testing';
import { expect, it } from 'vitest';

/** A process that ended and that nobody has asked about yet is as good as gone. */
function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    return !stat.slice(stat.lastIndexOf(')')).startsWith(') Z');
  } catch {
    return false;
  }
}

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
