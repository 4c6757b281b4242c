import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nodeOptions } from '../profiles/recorded.ts';

/** A running program and what it said when it was ready. */
export interface Program {
  pid: number;
  said: string;
  stop(): Promise<void>;
}

interface Start {
  command: string;
  args: string[];
  env?: Record<string, string>;
  ready: RegExp;
  /** The stream that says so. */
  from?: 'stdout' | 'stderr';
}

/** Starts a program and waits until it says that it is ready. */
export async function startProgram({ command, args, env, ready, from = 'stdout' }: Start): Promise<Program> {
  const child = spawn(command, args, {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', from === 'stdout' ? 'pipe' : 'ignore', from === 'stderr' ? 'pipe' : 'inherit'],
  });
  const output = child[from];
  if (!output) throw new Error(`${command} has no output`);
  for await (const line of createInterface({ input: output })) {
    const found = ready.exec(line);
    if (!found) continue;
    output.resume();
    return { pid: child.pid ?? 0, said: found[1] ?? '', stop: () => stop(child) };
  }
  throw new Error(`${command} ended before it was ready`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 5000))]);
  child.kill('SIGKILL');
}

const root = new URL('../../../', import.meta.url);

/** Starts a TypeScript file of the project, named from its root. */
export const startSource = (
  file: string,
  {
    env,
    args = [],
    ready = /^ready:\s*(.*)/,
  }: { env?: Record<string, string>; args?: string[]; ready?: RegExp } = {},
): Promise<Program> =>
  startProgram({
    command: process.execPath,
    args: [fileURLToPath(new URL(file, root)), ...args],
    ready,
    env: { ...(nodeOptions !== undefined && { NODE_OPTIONS: nodeOptions }), ...env },
  });

export const isInstalled = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
