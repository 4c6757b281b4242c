import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { eventually } from './eventually.ts';
import { greets } from './greets.ts';

/** A real broker for one test file. */
export interface NatsServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** The directory of the streams. */
  readonly directory: string;
  /** Ends it like a power cut. */
  kill(): Promise<void>;
  /** Starts it again on the same port and directory, killing it first if it runs. */
  restart(): Promise<void>;
  /** Ends it and removes its temporary directory. */
  stop(): Promise<void>;
}

const binary = process.env['NATS_SERVER_BINARY'] ?? 'nats-server';

/** True if tests with a broker can run; without the binary they fail in CI instead of being skipped. */
export const hasNatsServer = (): boolean =>
  Boolean(process.env['CI']) || spawnSync(binary, ['--version']).status === 0;

export interface NatsOptions {
  directory?: string;
  port?: number;
  /** A configuration file; address, port and directory are added to it. */
  config?: string;
  /** The environment for the configuration. */
  env?: Readonly<Record<string, string>>;
}

/** Starts a broker with JetStream on loopback; without options on a free port and in a new directory. */
export async function startNats(options: NatsOptions = {}): Promise<NatsServer> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'estate-nats-')));
  const port = options.port ?? (await freePort());
  let child = await launch({ ...options, port, directory });
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    directory,
    get pid() {
      return child.pid ?? 0;
    },
    kill,
    async restart() {
      await kill();
      child = await launch({ ...options, port, directory });
    },
    async stop() {
      await kill();
      if (!options.directory) await rm(directory, { recursive: true, force: true });
    },
  };
}

type Launch = NatsOptions & { port: number; directory: string };

async function launch({ port, directory, config, env }: Launch): Promise<ChildProcess> {
  const place = ['-js', '-a', '127.0.0.1', '-p', String(port), '-sd', directory];
  const child = spawn(binary, [...(config === undefined ? [] : ['-c', config]), ...place], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  endWithUs(child);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4_000);
  });
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', (cause) => reject(new Error(`${binary} cannot be started`, { cause })));
    child.once('exit', (code) => reject(new Error(`${binary} ended with ${code}: ${output}`)));
  });
  await Promise.race([failed, eventually(() => greets(port))]);
  failed.catch(() => undefined);
  return child;
}

/** Waits for the end of its input, which comes when the process that holds the other end is gone. */
const SCRIPT = 'read -r _; kill -KILL "$1"';

/** Ends a process also when this one is killed and cannot do so any more. */
function endWithUs(child: ChildProcess): void {
  if (child.pid === undefined) return;
  const guard = spawn('sh', ['-c', SCRIPT, 'guard', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without a guard, a killed parent would leave the process running.
  guard.on('error', () => undefined);
  guard.unref();
  child.once('exit', () => guard.kill('SIGKILL'));
}
