import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Express and zod in front of an echo over the broker, each a process of its own. */
export interface BareChain {
  readonly url: string;
  readonly processes: ReadonlyMap<string, number>;
  stop(): void;
}

/** Starts the bare chain on a broker that runs already. */
export async function startBareChain(natsUrl: string): Promise<BareChain> {
  const echo = await start('bare-echo.ts', natsUrl);
  const gateway = await start('bare-gateway.ts', natsUrl);
  return {
    url: `http://127.0.0.1:${gateway.said}`,
    processes: new Map([
      ['bare gateway', gateway.pid],
      ['bare echo', echo.pid],
    ]),
    stop: () => {
      gateway.child.kill();
      echo.child.kill();
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
