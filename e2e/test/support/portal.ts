import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const SANDBOX = fileURLToPath(new URL('../../../tools/sandbox/src/main.ts', import.meta.url));
export const PORTAL_PASSWORD = 'secret';

/** The FTP portal of the sandbox, for tests without the whole stack. */
export interface Portal {
  ftpPort: number;
  /** The numbers of the objects that it shows of a user. */
  numbers(user: string): Promise<string[]>;
  /** Ends it, as if it were gone. */
  stop(): Promise<void>;
}

export async function startPortal(user: string): Promise<Portal> {
  const directory = await mkdtemp(join(tmpdir(), 'portal-'));
  const login = ['--user', `${user}:${PORTAL_PASSWORD}`];
  const args = [SANDBOX, 'ftp-portal', '--port', '0', '--directory', directory, ...login];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const output = await readyOutput(child);
  const url = /ready: (\S+)\/\s/.exec(output)?.[1] ?? '';
  return {
    ftpPort: Number(/^ftp: \S+:(\d+)$/m.exec(output)?.[1]),
    numbers: async (of) => {
      const response = await fetch(`${url}/api/objects?user=${of}`);
      return ((await response.json()) as { number: string }[]).map(({ number }) => number);
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function readyOutput(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.once('exit', (code) => {
      reject(new Error(`the portal ended with ${String(code)}: ${output}`));
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (/ready: \S+\/\s/.test(output)) resolve(output);
    });
  });
}
