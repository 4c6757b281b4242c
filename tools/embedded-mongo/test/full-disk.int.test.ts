import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Collection, MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServerProcess, type Wrapper } from './server-process.ts';

type Row = { _id: number; text?: string; at?: Date };

const succeeds = (command: string, args: readonly string[]): boolean => spawnSync(command, args).status === 0;

/** A limit on the size of every file, which the owner of the process may lift while it runs. */
const smallFiles: Wrapper = { shell: 'ulimit -S -f 8192; exec "$@"' };
const liftsLimits = succeeds('prlimit', ['--version']);
/** A file system of 6 MB in a mount namespace of its own, which ends with the server. */
const mountsHere = succeeds('unshare', [
  '--user',
  '--map-root-user',
  '--mount',
  'mount',
  '-t',
  'tmpfs',
  'tmpfs',
  tmpdir(),
]);

let directory: string;
let client: MongoClient | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
});

afterEach(async () => {
  await client?.close();
  await ServerProcess.endAll();
  rmSync(directory, { recursive: true });
});

async function open(server: ServerProcess): Promise<Collection<Row>> {
  client = await MongoClient.connect(server.uri);
  return client.db('test').collection<Row>('docs');
}

/** Inserts until the disk is full; gives the error and what was acknowledged before. */
async function fill(docs: Collection<Row>): Promise<{ error: { code?: number }; acknowledged: number[] }> {
  const acknowledged: number[] = [];
  for (let _id = 0; ; _id++) {
    try {
      await docs.insertOne({ _id, text: 'x'.repeat(100_000) });
      acknowledged.push(_id);
    } catch (error) {
      return { error: error as { code?: number }, acknowledged };
    }
    if (_id > 1000) throw new Error('the disk was expected to be full long before');
  }
}

const idsOf = async (docs: Collection<Row>): Promise<number[]> =>
  (await docs.find({ text: { $exists: true } }, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);

describe('a full disk', () => {
  it.runIf(liftsLimits)(
    'a write to a full disk is refused with code 14031, loses nothing, and succeeds once there is space',
    async () => {
      const server = await ServerProcess.start(directory, smallFiles);
      const docs = await open(server);
      const { error, acknowledged } = await fill(docs);
      expect(error).toMatchObject({ code: 14031, codeName: 'OutOfDiskSpace' });
      expect(await idsOf(docs)).toEqual(acknowledged);
      expect(succeeds('prlimit', ['--pid', String(server.pid), '--fsize=unlimited:unlimited'])).toBe(true);
      await docs.insertOne({ _id: 5000, text: 'x'.repeat(1_000_000) });
      await server.end('SIGKILL');
      await client?.close();
      const again = await open(await ServerProcess.start(directory));
      expect(await idsOf(again)).toEqual([...acknowledged, 5000]);
    },
  );

  it('the removal of expired documents fails on a full disk, is retried, and is reported once', async () => {
    const first = await ServerProcess.start(directory, undefined, ['--ttl-interval-ms', '2000000000']);
    const before = await open(first);
    await before.createIndex({ at: 1 }, { expireAfterSeconds: 0 });
    const expired = Array.from({ length: 4000 }, (_, _id) => ({
      _id,
      at: new Date(0),
      text: 'x'.repeat(2500),
    }));
    await before.insertMany(expired);
    await client?.close();
    await first.end();
    const server = await ServerProcess.start(directory, smallFiles, ['--ttl-interval-ms', '20']);
    const docs = await open(server);
    await vi.waitFor(() => expect(server.stderr).toContain('Removing expired documents failed'), {
      timeout: 60_000,
    });
    for (let round = 0; round < 20; round++) expect(await docs.countDocuments()).toBeGreaterThan(0);
    expect(server.stderr.match(/Removing expired documents failed/g)).toHaveLength(1);
    if (!liftsLimits) return;
    expect(succeeds('prlimit', ['--pid', String(server.pid), '--fsize=unlimited:unlimited'])).toBe(true);
    await vi.waitFor(async () => expect(await docs.countDocuments()).toBe(0), { timeout: 60_000 });
  });

  it.runIf(mountsHere)(
    'a write to a full small file system is refused with code 14031 and loses nothing',
    async () => {
      mkdirSync(join(directory, 'mount'));
      const data = join(directory, 'mount');
      const server = await ServerProcess.start(data, {
        command: ['unshare', '--user', '--map-root-user', '--mount'],
        shell: `mount -t tmpfs -o size=6m tmpfs ${data} && exec "$@"`,
      });
      const docs = await open(server);
      const { error, acknowledged } = await fill(docs);
      expect(error).toMatchObject({ code: 14031 });
      expect(await idsOf(docs)).toEqual(acknowledged);
      await docs
        .deleteMany({ _id: { $lt: 5 } })
        .catch((refusal: { code?: number }) => expect(refusal.code).toBe(14031));
      expect((await fill(docs)).error).toBeDefined();
    },
  );

  it.runIf(mountsHere)('a start on a full disk fails with one line that names the directory', async () => {
    const data = join(directory, 'mount');
    mkdirSync(data);
    const { code, stderr } = await ServerProcess.refused(data, {
      command: ['unshare', '--user', '--map-root-user', '--mount'],
      shell: `mount -t tmpfs -o size=8k tmpfs ${data} && head -c 8192 /dev/zero >${data}/other && exec "$@"`,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The data directory .+ cannot be written: .+ENOSPC.+\n$/);
  });
});
