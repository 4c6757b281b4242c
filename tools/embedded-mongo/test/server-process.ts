import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = join(dirname(fileURLToPath(import.meta.url)), '../src/main.ts');

/** The end of a process of the server: its exit code or the signal, and its stderr. */
export type Ending = { code: number | null; signal: NodeJS.Signals | null; stderr: string };

/** The program that runs the server: in a shell `"$@"` is its command line. */
export type Wrapper = { shell: string; command?: readonly string[] };

const running = new Set<ServerProcess>();

/** The embedded server in a process of its own. */
export class ServerProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<Ending>;
  uri = '';
  stderr = '';

  private constructor(directory: string, wrapper?: Wrapper, options: readonly string[] = []) {
    const server = [process.execPath, main, '--port', '0', '--data', directory, ...options];
    const [command, ...args] = wrapper
      ? [...(wrapper.command ?? []), 'sh', '-c', wrapper.shell, 'sh', ...server]
      : server;
    this.child = spawn(command as string, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = once(this.child, 'close').then(([code, signal]) => {
      running.delete(this);
      return { code: code as number | null, signal: signal as NodeJS.Signals | null, stderr: this.stderr };
    });
    running.add(this);
  }

  /** Starts a server and waits until it is ready; rejects with what it wrote to stderr when it ends before. */
  static async start(
    directory: string,
    wrapper?: Wrapper,
    options?: readonly string[],
  ): Promise<ServerProcess> {
    const server = new ServerProcess(directory, wrapper, options);
    for await (const line of createInterface({ input: server.child.stdout as NodeJS.ReadableStream })) {
      if (!line.startsWith('ready: ')) continue;
      server.uri = line.slice('ready: '.length);
      server.child.stdout?.resume();
      return server;
    }
    const { code, signal, stderr } = await server.ended;
    throw new Error(`the server ended with ${String(code ?? signal)} before it was ready: ${stderr}`);
  }

  /** Starts a server that is expected to end by itself. */
  static async refused(directory: string, wrapper?: Wrapper): Promise<Ending> {
    const server = new ServerProcess(directory, wrapper);
    let ready = false;
    server.child.stdout?.on('data', () => {
      ready = true;
      server.child.kill('SIGKILL');
    });
    const ending = await server.ended;
    if (ready) throw new Error(`a server on ${directory} started and was expected to end`);
    return ending;
  }

  get port(): number {
    return Number(new URL(this.uri).port);
  }

  get pid(): number {
    return this.child.pid as number;
  }

  /** The most memory that the process has ever held, in bytes. */
  mostMemory(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ending> {
    this.child.kill(signal);
    return this.ended;
  }

  /** Ends every server of this file that still runs. */
  static async endAll(): Promise<void> {
    await Promise.all([...running].map((server) => server.end('SIGKILL')));
  }
}
