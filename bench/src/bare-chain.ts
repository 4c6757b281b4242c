import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort, startProgram } from './deliveries/programs.ts';

/** Express and zod in front of an echo over a broker, each a process of its own. */
export interface BareChain {
  readonly url: string;
  readonly processes: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Starts the bare chain. Its broker knows no users: that of the system lets nobody use subjects of a bench. */
export async function startBareChain(): Promise<BareChain> {
  const port = String(await freePort());
  const args = ['-a', '127.0.0.1', '-p', port];
  const broker = await startProgram({
    command: 'nats-server',
    args,
    ready: /Server is ready/,
    from: 'stderr',
  });
  const natsUrl = `nats://127.0.0.1:${port}`;
  const echo = await start('bare-echo.ts', natsUrl);
  const gateway = await start('bare-gateway.ts', natsUrl);
  return {
    url: `http://127.0.0.1:${gateway.said}`,
    processes: new Map([
      ['bare gateway', gateway.pid],
      ['bare echo', echo.pid],
      ['bare broker', broker.pid],
    ]),
    stop: async () => {
      gateway.child.kill();
      echo.child.kill();
      await broker.stop();
    },
  };
}

async function start(file: string, natsUrl: string) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [path], {
    env: { ...process.env, NODE_ENV: 'production', NATS_URL: natsUrl },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (!child.stdout || child.pid === undefined) throw new Error(`${file} could not be started`);
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('ready:')) return { child, pid: child.pid, said: line.slice(6).trim() };
  }
  throw new Error(`${file} ended before it was ready`);
}
