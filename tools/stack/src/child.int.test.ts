import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@estate/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { Child } from './child.ts';
import type { ChildOptions } from './child.ts';
import { Guardian } from './guardian.ts';
import { keepRunning } from './keep-running.ts';
import { freePort } from '@estate/testing/free-port';

const logDirectory = mkdtempSync(join(tmpdir(), 'estate-child-'));
const guardian = new Guardian();
const started: Child[] = [];
const stopping = new AbortController();
afterEach(() => Promise.all(started.splice(0).map((child) => child.stop())));
afterAll(() => {
  stopping.abort();
  guardian.close();
  rmSync(logDirectory, { recursive: true, force: true });
});

function child(script: string, options: Partial<ChildOptions> = {}): Child {
  const made = new Child({
    name: `child-${randomUUID()}`,
    command: process.execPath,
    args: ['-e', script],
    env: {},
    logDirectory,
    ready: { line: /^ready$/ },
    guardian,
    ...options,
  });
  started.push(made);
  return made;
}

/** Listens, but is ready only after a while; says nothing at all. */
const silentServer = (port: number) => `
  let looks = 0;
  require('node:http').createServer((_, answer) => {
    looks += 1;
    answer.writeHead(looks < 3 ? 503 : 200).end(String(looks));
  }).listen(${String(port)}, '127.0.0.1');`;

describe('a process of the stack', () => {
  it('a process is ready when its address answers, although it logs nothing', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${String(port)}/`;
    await child(silentServer(port), { ready: { url } }).start();
    expect(Number(await (await fetch(url)).text())).toBeGreaterThan(3);
  });

  it('a process that ends before it is ready is reported with the end of its log', async () => {
    const failing = child("console.error('the broker is not there'); process.exit(3)");
    await expect(failing.start()).rejects.toThrow(
      /ended with 3 before it was ready.*\n {2}the broker is not there/,
    );
  });

  it('a process that cannot be started is reported', async () => {
    await expect(child('', { command: '/no/such/program' }).start()).rejects.toThrow(/could not be started/);
  });

  it('the output of a process is written to a log file', async () => {
    const talking = child("console.error('and more'); console.log('ready')");
    await talking.start();
    await talking.stop();
    expect(readFileSync(talking.logFile, 'utf8')).toContain('and more');
  });

  it('a process that ends unexpectedly is restarted until it runs, with a line for each step', async () => {
    const marker = join(logDirectory, 'marker');
    const fails = `
      const fs = require('node:fs');
      const before = fs.existsSync('${marker}') ? Number(fs.readFileSync('${marker}', 'utf8')) : 0;
      fs.writeFileSync('${marker}', String(before + 1));
      if (before === 1) process.exit(1);
      console.log('ready');
      setInterval(() => {}, 1000);`;
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    const onUnexpectedEnd = keepRunning({ say, signal: stopping.signal, firstDelayMs: 10 });
    const frail = child(fails, { name: 'frail', onUnexpectedEnd });
    await frail.start();
    process.kill(frail.pid!, 'SIGKILL');
    await eventually(() => lines.includes('frail is running again'));
    expect(lines[0]).toContain('frail ended unexpectedly (SIGKILL), restarting');
    expect(lines[1]).toContain('frail ended with 1 before it was ready');
  });

  it('a process that was stopped or killed on purpose is not reported', async () => {
    const ends: string[] = [];
    const options = { onUnexpectedEnd: (_: Child, how: string) => void ends.push(how) };
    const wanted = child("console.log('ready'); setInterval(() => {}, 1000)", options);
    await wanted.start();
    await wanted.kill();
    await wanted.start();
    expect(await wanted.stop()).toBe(true);
    expect(ends).toEqual([]);
  });
});
