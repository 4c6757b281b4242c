import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { open, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openStores } from '@estate/byte-stores';
import type { OpenedStores } from '@estate/byte-stores';
import { connectMongo } from '@estate/persistence';
import type { Bytes } from '@estate/persistence';
import { eachOf } from './each-of.ts';
import { listInTurn, makeProperties, makeTargets } from './placed-listings.ts';
import { cpuBetween, cpuTimes, sum, untilQuiet } from './processes.ts';
import { markdownTable, say } from './report.ts';
import { placePhotos } from './sample-photos.ts';
import { startSource } from './deliveries/programs.ts';
import { processesOf, withStack } from './with-stack.ts';

const PHOTOS = 20;
const PHOTO_BYTES = 250_000;
/** Of the stores alone. */
const SETS = 30;
const WARM_UP_SETS = 5;
/** Of first publications. */
const PROPERTIES = 24;
const STORES = ['gridfs', 'files'] as const;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Measures the processor time that stored bytes cost: of each store beside plain files, and of a first publication. */
export async function measureBytes(): Promise<void> {
  await measureStores();
  for (const store of STORES) await measureFirstPublication(store);
}

interface Photo {
  name: string;
  bytes: Buffer;
}

const photoSet = (): Photo[] =>
  Array.from({ length: PHOTOS }, () => {
    const bytes = randomBytes(PHOTO_BYTES);
    return { name: createHash('sha256').update(bytes).digest('hex'), bytes };
  });

interface Store {
  put(photo: Photo): Promise<void>;
  get(name: string): Promise<number>;
}

/** Each store in turn, this process and the database apart. */
async function measureStores(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'estate-bench-'));
  const args = ['--port', '0', '--data', join(directory, 'mongo')];
  const server = await startSource('tools/embedded-mongo/src/main.ts', { args });
  const database = await connectMongo({ uri: server.said, database: 'bench', log: quiet });
  const { signal } = new AbortController();
  const opened: OpenedStores[] = [];
  const stores = async (setting: string, bucketName: string): Promise<Store> => {
    const config = { BYTE_STORE: setting };
    const one = await openStores({ database, bucketName, config, log: quiet, signal });
    opened.push(one);
    return storeOf(database.bytes(bucketName, one));
  };
  try {
    const kinds: [string, Store][] = [
      ['plain files', plainFiles(directory)],
      ['files', await stores(pathToFileURL(join(directory, 'bytes')).href, 'in-files')],
      ['gridfs', await stores('gridfs', 'in-gridfs')],
    ];
    const rows: string[][] = [];
    for (const [name, store] of kinds) rows.push([name, ...(await costsOf(store, server.pid))]);
    say(markdownTable([['store', 'put', 'put, database', 'get', 'get, database'], ...rows]));
    say(`Milliseconds of processor time for ${String(PHOTOS)} photos of ${String(PHOTO_BYTES / 1000)} kB.\n`);
  } finally {
    for (const one of opened) await one.close();
    await database.close();
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function costsOf(store: Store, databasePid: number): Promise<string[]> {
  const put = (photo: Photo) => store.put(photo);
  const get = async ({ name }: Photo) => {
    if ((await store.get(name)) !== PHOTO_BYTES) throw new Error(`${name} is not whole.`);
  };
  const sets = Array.from({ length: SETS }, photoSet);
  const first = sets.slice(0, WARM_UP_SETS);
  const costs: number[] = [];
  for (const work of [put, get]) {
    // What is measured has run before.
    for (const photos of work === put ? Array.from({ length: WARM_UP_SETS }, photoSet) : first)
      await eachOf(photos, 4, work);
    costs.push(...(await costing(databasePid, sets, work)));
  }
  return costs.map((ms) => ms.toFixed(1));
}

/** Of this process and of the database, for one set. */
async function costing(
  databasePid: number,
  sets: readonly Photo[][],
  work: (photo: Photo) => Promise<void>,
): Promise<number[]> {
  const database = new Map([['database', databasePid]]);
  const [databaseBefore, before] = [cpuTimes(database), process.cpuUsage()];
  for (const photos of sets) await eachOf(photos, 4, work);
  const { user, system } = process.cpuUsage(before);
  const [databaseMs = 0] = cpuBetween(databaseBefore, cpuTimes(database)).values();
  return [(user + system) / 1000 / SETS, databaseMs / SETS];
}

const storeOf = (bytes: Bytes): Store => ({
  put: ({ name, bytes: content }) => bytes.put(name, only(content), {}),
  async get(name) {
    const found = await bytes.pass(name);
    if (!found || !('stream' in found)) throw new Error(`${name} is not there.`);
    let length = 0;
    for await (const piece of found.stream as AsyncIterable<Buffer>) length += piece.length;
    return length;
  },
});

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  await Promise.resolve();
  yield bytes;
}

/** The least that survives a crash. */
const plainFiles = (directory: string): Store => ({
  async put({ name, bytes }) {
    const part = join(directory, randomUUID());
    const file = await open(part, 'wx');
    await file.write(bytes);
    await file.sync();
    await file.close();
    await rename(part, join(directory, name));
  },
  get: async (name) => (await readFile(join(directory, name))).length,
});

/** New photos from their web server through the catalog to the portal. */
function measureFirstPublication(store: (typeof STORES)[number]): Promise<void> {
  const choice = store === 'gridfs' ? { BYTE_STORE: 'gridfs' } : {};
  return withStack(
    async ({ api, stack }) => {
      const [target] = await makeTargets(api, stack, ['B']);
      if (!target) throw new Error('There is no target.');
      const numbers = Array.from({ length: PROPERTIES + 2 }, (_, index) => index);
      const photos = await eachOf(numbers, 4, (n) => placePhotos(stack.filesUrl, n, PHOTOS));
      await listInTurn(api, await makeProperties(api, photos.slice(PROPERTIES)), [target]);
      const processes = processesOf(stack, (name) => MEASURED.has(name) || name.startsWith('mongo'));
      await untilQuiet(processes);
      const before = cpuTimes(processes);
      await listInTurn(api, await makeProperties(api, photos.slice(0, PROPERTIES)), [target]);
      await untilQuiet(processes);
      const used = cpuBetween(before, cpuTimes(processes));
      const shown = [...used].map(([name, ms]) => `${name} ${(ms / PROPERTIES).toFixed(0)}`);
      say(`${store}: ${(sum(used.values()) / PROPERTIES).toFixed(0)} ms a property: ${shown.join(', ')}`);
    },
    { envOf: { catalog: choice, inbox: choice } },
  );
}

const MEASURED = new Set(['catalog', 'distribution', 'embedded-mongo', 'ftp-portal']);
