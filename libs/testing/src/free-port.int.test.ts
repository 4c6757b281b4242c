import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const MODULE = new URL('./free-port.ts', import.meta.url).href;

it('a free port is given once, and is never one of those that programs take by themselves', async () => {
  const ports: number[] = [];
  for (let count = 0; count < 40; count += 1) ports.push(await freePort());
  expect(new Set(ports).size).toBe(ports.length);
  expect(Math.max(...ports)).toBeLessThan(30_000);
});

it('a port is given again after all others, so that a process never runs out of them', async () => {
  const first = await freePort();
  const ports = new Set<number>();
  for (let port = await freePort(); port !== first; port = await freePort()) ports.add(port);
  expect(ports.size).toBeGreaterThan(300);
});

it('a process whose pid leads to a claimed slice of ports takes another one, so ports of a restarting service stay free', async () => {
  const own = await freePort();
  const script = `
    Object.defineProperty(process, 'pid', { value: ${String(process.pid)} });
    const { freePort } = await import(${JSON.stringify(MODULE)});
    for (let count = 0; count < 20; count += 1) console.log(await freePort());
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
  const theirs = stdout.trim().split('\n').map(Number);
  const sliceOf = (port: number) => Math.floor((port - 20_000) / 400);
  expect(theirs).toHaveLength(20);
  expect(new Set(theirs.map(sliceOf))).not.toContain(sliceOf(own));
});
