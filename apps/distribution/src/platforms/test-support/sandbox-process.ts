import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The sandbox runs in a separate process: services know only its address. */
const SANDBOX = fileURLToPath(new URL('../../../../../tools/sandbox/src/main.ts', import.meta.url));

export interface SandboxProcess {
  /** The address, without a trailing slash. */
  url: string;
  /** The output until it was ready. */
  output: string;
  /** The directory of its data; removed with it. */
  directory: string;
  stop(): Promise<void>;
}

/** Starts a part of the sandbox on free ports. */
export async function startSandbox(part: string, ...options: readonly string[]): Promise<SandboxProcess> {
  const directory = await mkdtemp(join(tmpdir(), `${part}-`));
  const args = [SANDBOX, part, '--port', '0', '--directory', directory, ...options];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const output = await readyOutput(child, part);
  return {
    url: /ready: (\S+)\/\s/.exec(output)?.[1] ?? '',
    output,
    directory,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function readyOutput(child: ChildProcessByStdio<null, Readable, null>, part: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.once('exit', (code) => {
      reject(new Error(`the ${part} ended with ${code}: ${output}`));
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (/ready: \S+\/\s/.test(output)) resolve(output);
    });
  });
}
