import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface ChildOptions {
  name: string;
  command: string;
  args: readonly string[];
  env: Record<string, string>;
  logDirectory: string;
  /** The line of output that says it is ready; without it, a running process counts as ready. */
  readyWhen?: RegExp;
  /** Told about an end nobody asked for. */
  onUnexpectedEnd?: (child: Child, code: number | null) => void;
}

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 25_000;

/** One process of the stack: started, watched, killed or stopped; its output goes to a log file of its own. */
export class Child {
  readonly name: string;
  readonly logFile: string;
  readonly #options: ChildOptions;
  #process: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #wanted = false;

  constructor(options: ChildOptions) {
    this.name = options.name;
    this.#options = options;
    mkdirSync(options.logDirectory, { recursive: true });
    this.logFile = join(options.logDirectory, `${options.name}.log`);
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Starts it and resolves with the line that said `ready`. */
  async start(): Promise<string> {
    const { command, args, env } = this.#options;
    this.#wanted = true;
    const child = spawn(command, args, {
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A Ctrl-C in the terminal goes to the stack alone, which then stops everything in order.
      detached: true,
    });
    this.#process = child;
    const log = createWriteStream(this.logFile, { flags: 'a' });
    const lines = createInterface({ input: child.stdout });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    this.#ended = new Promise((resolve) => {
      child.once('exit', (code) => {
        lines.close();
        log.end();
        resolve();
        if (this.#wanted && this.#process === child) this.#options.onUnexpectedEnd?.(this, code);
      });
    });
    return this.#untilReady(child, lines);
  }

  #untilReady(child: ChildProcess, lines: NodeJS.EventEmitter): Promise<string> {
    const { readyWhen } = this.#options;
    return new Promise((resolve, reject) => {
      const failed = (why: string) => {
        clearTimeout(timer);
        reject(new Error(`${this.name} ${why}; its log is ${this.logFile}`));
      };
      const timer = setTimeout(() => {
        failed(`was not ready within ${String(START_TIMEOUT_MS / 1000)} s`);
      }, START_TIMEOUT_MS);
      child.once('error', (error) => {
        failed(`could not be started: ${error.message}`);
      });
      child.once('exit', (code) => {
        failed(`ended with code ${String(code)} before it was ready`);
      });
      const ready = (line: string) => {
        clearTimeout(timer);
        resolve(line);
      };
      if (readyWhen)
        lines.on('line', (line: string) => {
          if (readyWhen.test(line)) ready(line);
        });
      else
        child.once('spawn', () => {
          ready('');
        });
    });
  }

  /** Ends it at once, as a crash would. */
  async kill(): Promise<void> {
    this.#wanted = false;
    this.#process?.kill('SIGKILL');
    await this.#ended;
  }

  /** Asks it to end; resolves to false when it had to be killed. */
  async stop(): Promise<boolean> {
    this.#wanted = false;
    if (!this.#process || this.#process.exitCode !== null || this.#process.signalCode !== null) return true;
    let killed = false;
    const timer = setTimeout(() => {
      killed = true;
      this.#process?.kill('SIGKILL');
    }, STOP_TIMEOUT_MS);
    this.#process.kill('SIGTERM');
    await this.#ended;
    clearTimeout(timer);
    return !killed;
  }
}
