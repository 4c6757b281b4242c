import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings } from './settings.ts';
import type { Settings } from './settings.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'estate-settings-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const load = () => loadSettings(directory, { preferPorts: false });
const stored = () => JSON.parse(readFileSync(join(directory, 'settings.json'), 'utf8')) as Settings;

async function whileTaken<T>(port: number, work: () => Promise<T>): Promise<T> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work();
  } finally {
    server.close();
    await once(server, 'close');
  }
}

describe('the settings of a data directory', () => {
  it('stored settings stay the same from one start to the next', async () => {
    const first = await load();
    expect(await load()).toEqual(first);
  });

  it('stored settings of an older version get the missing ports and keep their secrets', async () => {
    const { ports, ...first } = await load();
    const { receiver: _, ...older } = ports;
    writeFileSync(join(directory, 'settings.json'), JSON.stringify({ ...first, ports: older }));
    const now = await load();
    expect(now).toMatchObject({ ...first, ports: older });
    expect(now.ports.receiver).toBeGreaterThan(0);
    expect(stored()).toEqual(now);
  });

  it('a start fails when a port of stored addresses is taken', async () => {
    const { ports } = await load();
    await whileTaken(ports.portalFtp, () =>
      expect(load()).rejects.toThrow(
        `Port ${String(ports.portalFtp)} is taken. Is the system already running`,
      ),
    );
  });

  it('an internal port that is taken gets another number', async () => {
    const { ports } = await load();
    const now = await whileTaken(ports.nats, load);
    expect(now.ports).toEqual({ ...ports, nats: now.ports.nats });
    expect(now.ports.nats).not.toBe(ports.nats);
  });
});
