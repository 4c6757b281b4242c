import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@estate/config';
import { eventually } from '@estate/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ImporterConfig } from '../config.ts';
import { ftpServerOptions } from './ftp-settings.ts';
import { KeptFtpProcess } from './kept-ftp-process.ts';

let directory: string;
let kept: KeptFtpProcess;
const ends: unknown[] = [];

const config = loadConfig(ImporterConfig, {
  MONGODB_URI: 'mongodb://127.0.0.1',
  NATS_URL: 'nats://127.0.0.1',
  CATALOG_INTERNAL_URL: 'http://127.0.0.1',
  FTP_PORT: '0',
  FTP_ALLOW_PLAIN: 'true',
  FTP_PASSIVE_PORTS: '0',
});

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stuck-ftp-'));
  kept = await KeptFtpProcess.start({
    memoryMb: config.FTP_MEMORY_MB,
    silentMs: 3000,
    order: () => ({ kind: 'start', server: ftpServerOptions(config, undefined), directory }),
    answer: () => Promise.resolve(false),
    note: () => undefined,
    log: { error: (about: object) => void ends.push(about), info: () => undefined } as never,
    restarted: () => undefined,
    delayMs: () => 1,
  });
});
afterEach(async () => {
  await kept.close();
  await rm(directory, { recursive: true, force: true });
});

describe('an FTP server process that is stuck', () => {
  it('an FTP server process that is stuck is ended, and another one serves the clients on its port', async () => {
    const { pid = 0, port } = kept;
    process.kill(pid, 'SIGSTOP');
    await eventually(() => expect(kept.pid).not.toBe(pid));
    await eventually(() => expect(kept.pid).toBeGreaterThan(0));
    expect(kept.port).toBe(port);
    expect(ends).toEqual([{ why: expect.stringContaining('It did not answer') as string }]);
  });
});
