import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startEmbeddedMongo } from '../src/index.ts';
import { checkDataFile } from '../src/storage/check/data-file.ts';
import { lockDirectory } from '../src/storage/directory-lock.ts';
import { ServerProcess } from './server-process.ts';

const pageBytes = 4096;
let directory: string;
let dataFile: string;

/** Documents of which each fits into a page, with an index, some of them removed again. */
async function fill(uri: string, from = 0): Promise<void> {
  const client = await MongoClient.connect(uri);
  const docs = client.db('test').collection<{ _id: number; a: number; text: string }>('docs');
  await docs.createIndex({ a: 1 });
  const all = Array.from({ length: 2000 }, (_, at) => ({
    _id: from + at,
    a: at % 7,
    text: 'x'.repeat(at % 500),
  }));
  await docs.insertMany(all);
  await docs.deleteMany({ a: 3 });
  await client.close();
}

function messageOf(run: () => void): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const documentsOf = async (uri: string): Promise<number> => {
  const client = await MongoClient.connect(uri);
  const count = (await client.db('test').collection('docs').find().toArray()).length;
  await client.close();
  return count;
};

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'embedded.mongo-'));
  dataFile = join(directory, 'data.mdb');
  const server = await startEmbeddedMongo({ port: 0, directory });
  await fill(server.uri);
  await server.close();
});

afterEach(async () => {
  await ServerProcess.endAll();
  rmSync(directory, { recursive: true });
});

type Damage = (bytes: Buffer) => Buffer;

const overwritten =
  (at: number, end: number, byte: number): Damage =>
  (bytes) =>
    bytes.fill(byte, at, end);

const damages: [string, Damage][] = [
  ['cut to nothing', () => Buffer.alloc(0)],
  ['cut within its first header', (bytes) => bytes.subarray(0, 100)],
  ['cut after its headers', (bytes) => bytes.subarray(0, 2 * pageBytes)],
  ['cut in the middle', (bytes) => bytes.subarray(0, bytes.length >> 1)],
  ['overwritten with text', () => Buffer.from('this is no database '.repeat(5000))],
  ['overwritten with zeros', (bytes) => bytes.fill(0)],
  ['with overwritten headers', overwritten(0, 2 * pageBytes, 0xff)],
  ['with overwritten pages in the middle', overwritten(10 * pageBytes, 60 * pageBytes, 0xa5)],
];

it.each(damages)('a data file %s stops the start with its name and what to do', async (_, damage) => {
  const before = damage(readFileSync(dataFile));
  writeFileSync(dataFile, before);
  const { code, signal, stderr } = await ServerProcess.refused(directory);
  expect({ code, signal }).toEqual({ code: 1, signal: null });
  expect(stderr).toContain(dataFile);
  expect(stderr).toMatch(/is damaged: .+ restore .+ or delete/s);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(readFileSync(dataFile).equals(before)).toBe(true);
});

it('a deleted data file gives an empty database, even beside a damaged lock file of LMDB', async () => {
  rmSync(dataFile);
  writeFileSync(join(directory, 'lock.mdb'), Buffer.alloc(8192, 0xa5));
  const { uri } = await ServerProcess.start(directory);
  expect(await documentsOf(uri)).toBe(0);
});

it('an intact data file is opened beside a damaged or truncated lock file of LMDB', async () => {
  for (const bytes of [Buffer.alloc(8192, 0xa5), Buffer.alloc(10), Buffer.alloc(0)]) {
    writeFileSync(join(directory, 'lock.mdb'), bytes);
    const server = await ServerProcess.start(directory);
    expect(await documentsOf(server.uri)).toBe(2000 - 286);
    await server.end();
  }
});

it('an empty data file of a first start that was killed is started afresh', async () => {
  const fresh = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  lockDirectory(fresh).release();
  writeFileSync(join(fresh, 'data.mdb'), '');
  const server = await startEmbeddedMongo({ port: 0, directory: fresh });
  await server.close();
  rmSync(fresh, { recursive: true });
});

it('a data file with any overwritten page is reported as damaged, except for pages that hold nothing', async () => {
  const whole = readFileSync(dataFile);
  const over = (pages: readonly number[]): Buffer => {
    const bytes = Buffer.from(whole);
    for (const page of pages) bytes.fill(0xa5, page * pageBytes, (page + 1) * pageBytes);
    return bytes;
  };
  const pages = Array.from({ length: whole.length / pageBytes }, (_, page) => page);
  const unnoticed = pages.filter((page) => {
    writeFileSync(dataFile, over([page]));
    return messageOf(() => checkDataFile(directory, true)) === undefined;
  });
  expect(unnoticed.length).toBeLessThan(pages.length);
  writeFileSync(dataFile, over(unnoticed));
  const server = await ServerProcess.start(directory);
  expect(await documentsOf(server.uri)).toBe(2000 - 286);
  await fill(server.uri, 5000);
  expect(await documentsOf(server.uri)).toBe(2 * (2000 - 286));
});
