import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The Python of Debian, for which its packages of Swift are made. */
const PYTHON = '/usr/bin/python3';
const PROGRAM = '/usr/bin/swift-proxy-server';
const SCRIPT = fileURLToPath(new URL('server.py', import.meta.url));

/** OpenStack Swift with its S3 interface, on loopback. */
export interface Swift {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The directory of its objects. */
  directory: string;
  /** Creates a bucket, or replaces an object, without the S3 programs that are tested. */
  put(path: string, content?: string): Promise<void>;
  stop(): Promise<void>;
}

const isInstalled = (): boolean => existsSync(PROGRAM) && existsSync(PYTHON);

/** True if tests with S3 can run; without Swift they fail in CI instead of being skipped. */
export const hasSwift = (): boolean => Boolean(process.env['CI']) || isInstalled();

/** Starts a real server for S3. @throws Error without Swift */
export async function startSwift(): Promise<Swift> {
  if (!isInstalled()) {
    throw new Error(
      'Swift is missing; Debian: apt-get install swift-proxy swift-account swift-container swift-object',
    );
  }
  const directory = await mkdtemp(join(tmpdir(), 'estate-swift-'));
  const [accessKeyId, secretAccessKey] = ['estate:tester', 'testing'];
  const child = spawn(PYTHON, [SCRIPT, directory, accessKeyId, secretAccessKey], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const endpoint = `http://127.0.0.1:${await portOf(child)}`;
  return {
    endpoint,
    put: async (path, content) => {
      const date = new Date().toUTCString();
      const signed = `PUT\n\n\n\nx-amz-date:${date}\n/${path}`;
      const signature = createHmac('sha1', secretAccessKey).update(signed).digest('base64');
      const headers = { 'x-amz-date': date, authorization: `AWS ${accessKeyId}:${signature}` };
      const body = content === undefined ? null : Buffer.from(content);
      const { ok, status } = await fetch(`${endpoint}/${path}`, { method: 'PUT', headers, body });
      if (!ok) throw new Error(`Swift answered ${String(status)} to PUT ${path}.`);
    },
    accessKeyId,
    secretAccessKey,
    directory,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The port from the first line of its output. */
async function portOf(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<string> {
  let problems = '';
  child.stderr.on('data', (text: Buffer) => (problems = `${problems}${text.toString()}`.slice(-2000)));
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`Swift ended: ${problems}`)));
  failed.catch(() => undefined);
  const [line] = (await Promise.race([failed, once(createInterface(child.stdout), 'line')])) as [string];
  return line;
}
