import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Guardian } from './guardian.ts';
import { untilReady } from './readiness.ts';
import type { ReadySign } from './readiness.ts';

export interface ChildOptions {
  name: string;
  command: string;
  args: readonly string[];
  env: Record<string, string>;
  logDirectory: string;
  ready: ReadySign;
  /** The time limit for getting ready, in milliseconds. */
  startTimeoutMs?: number;
  /** Ends the process if this one has ended. */
  guardian: Guardian;
  /** Called if it ends unexpectedly after it was ready. */
  onUnexpectedEnd?: (child: Child, how: string) => void;
}

export const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 25_000;
const LAST_LINES = 5;

/** A process of the stack: starts, watches, kills or stops it, and writes its output to a log file. */
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

  /** Starts it and resolves when it is ready; otherwise it is ended. @throws Error with the reason */
  async start(): Promise<void> {
    const { command, args, env, guardian, ready, startTimeoutMs = START_TIMEOUT_MS } = this.#options;
    const log = openSync(this.logFile, 'a');
    const child = spawn(command, args, {
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
      stdio: ['ignore', 'line' in ready ? 'pipe' : log, log],
      // A Ctrl-C in the terminal goes to the stack alone, which then stops everything in order.
      detached: true,
    });
    const { pid } = child;
    if (pid !== undefined) guardian.watch(pid);
    this.#process = child;
    child.stdout?.on('data', (bytes: Buffer) => void writeSync(log, bytes));
    this.#ended = new Promise((resolve) => {
      const end = () => {
        if (pid !== undefined) guardian.forget(pid);
        resolve();
      };
      // `close` comes after the last output; without a process there is no `close`, but an error.
      child.once('close', end).once('error', end);
    });
    void this.#ended.then(() => {
      closeSync(log);
    });
    this.#wanted = true;
    try {
      const saidBytes = () => statSync(this.logFile).size;
      await untilReady({ child, sign: ready, timeoutMs: startTimeoutMs, saidBytes });
    } catch (error) {
      await this.kill();
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(this.complaint(why), { cause: error });
    }
    this.#watchForEnd(child);
  }

  #watchForEnd(child: ChildProcess): void {
    const report = (code: number | null, signal: string | null) => {
      if (this.#wanted && this.#process === child)
        this.#options.onUnexpectedEnd?.(this, String(signal ?? code));
    };
    if (hasEnded(child)) report(child.exitCode, child.signalCode);
    else child.once('exit', report);
  }

  /** The message about a failure of the process, with the end of its log. */
  complaint(why: string): string {
    const last = readFileSync(this.logFile, 'utf8').trimEnd().split('\n').slice(-LAST_LINES);
    const said = last.map((line) => `\n  ${line.slice(0, 500)}`).join('');
    return `${this.name} ${why}; the end of its log (${this.logFile}):${said}`;
  }

  /** Ends it at once, like a crash. */
  async kill(): Promise<void> {
    this.#wanted = false;
    this.#process?.kill('SIGKILL');
    await this.#ended;
  }

  /** Stops it; resolves to false if it had to be killed. */
  async stop(): Promise<boolean> {
    this.#wanted = false;
    if (!this.#process || hasEnded(this.#process)) return true;
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

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;
