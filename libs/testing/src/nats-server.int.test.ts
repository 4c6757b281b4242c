import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { eventually, hasNatsServer, startNats } from './index.ts';

/** A process that ended and that nobody has asked about yet is as good as gone. */
function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    return !stat.slice(stat.lastIndexOf(')')).startsWith(') Z');
  } catch {
    return false;
  }
}

it.skipIf(!hasNatsServer())('the broker of a test that is killed does not stay behind', async () => {
  const path = fileURLToPath(new URL('lonely.fixture.ts', import.meta.url));
  const test = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [pid] = (await once(createInterface({ input: test.stdout }), 'line')) as [string];
  expect(isAlive(Number(pid))).toBe(true);
  test.kill('SIGKILL');
  await eventually(() => !isAlive(Number(pid)));
});

it.skipIf(!hasNatsServer())('a broker that is killed on purpose comes back on the same port', async () => {
  const server = await startNats();
  const before = server.pid;
  await server.kill();
  await server.restart();
  expect(server.pid).not.toBe(before);
  expect(isAlive(server.pid)).toBe(true);
  await server.stop();
  expect(isAlive(server.pid)).toBe(false);
});
