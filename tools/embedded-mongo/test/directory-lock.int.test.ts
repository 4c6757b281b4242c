import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startEmbeddedMongo } from '../src/index.ts';
import { ServerProcess } from './server-process.ts';
import { errorOf } from './suites/server-under-test.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
});

afterEach(async () => {
  await ServerProcess.endAll();
  rmSync(directory, { recursive: true });
});

async function insertOne(uri: string, _id: number): Promise<void> {
  const client = await MongoClient.connect(uri);
  await client.db('test').collection<{ _id: number }>('docs').insertOne({ _id });
  await client.close();
}

async function idsOf(uri: string): Promise<number[]> {
  const client = await MongoClient.connect(uri);
  const docs = await client.db('test').collection<{ _id: number }>('docs').find().toArray();
  await client.close();
  return docs.map(({ _id }) => _id);
}

it('a data directory in use is refused to a second server, which names the process that uses it', async () => {
  const first = await ServerProcess.start(directory);
  await insertOne(first.uri, 1);
  const { code, stderr } = await ServerProcess.refused(directory);
  expect(code).toBe(1);
  expect(stderr).toContain(directory);
  expect(stderr).toContain(`process ${first.pid}`);
  expect(stderr).not.toMatch(/^\s+at /m);
  await insertOne(first.uri, 2);
  expect(await idsOf(first.uri)).toEqual([1, 2]);
});

it('a data directory in use is refused to a second server that reaches it by another path', async () => {
  const first = await ServerProcess.start(directory);
  const link = `${directory}-link`;
  symlinkSync(directory, link);
  const { code, stderr } = await ServerProcess.refused(link);
  rmSync(link);
  expect(code).toBe(1);
  expect(stderr).toContain(`process ${first.pid}`);
});

it('a data directory is opened by exactly one of many servers that start at once', async () => {
  const starts = await Promise.allSettled(Array.from({ length: 5 }, () => ServerProcess.start(directory)));
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const start of starts)
    if (start.status === 'rejected') expect(String(start.reason)).toContain('is in use by');
});

it('a data directory of a killed server can be opened at once, with every acknowledged write', async () => {
  const written: number[] = [];
  for (let round = 0; round < 4; round++) {
    const server = await ServerProcess.start(directory);
    expect(await idsOf(server.uri)).toEqual(written);
    await insertOne(server.uri, round);
    written.push(round);
    await server.end('SIGKILL');
  }
});

it('a data directory whose lock file names a running process, as after a reused process id, can be opened', async () => {
  const left = { pid: process.pid, host: 'elsewhere', since: new Date(0).toISOString() };
  writeFileSync(join(directory, 'embedded-mongo.lock'), JSON.stringify(left));
  const server = await ServerProcess.start(directory);
  await insertOne(server.uri, 1);
  expect((await ServerProcess.refused(directory)).stderr).toContain(`process ${server.pid}`);
});

it('a data directory in use is refused to a second server although the lock file cannot be read', async () => {
  await ServerProcess.start(directory);
  writeFileSync(join(directory, 'embedded-mongo.lock'), 'not JSON');
  const { code, stderr } = await ServerProcess.refused(directory);
  expect(code).toBe(1);
  expect(stderr).toContain('is in use by another embedded server');
});

it('a data directory is refused to a second server of the same process until the first is closed', async () => {
  const first = await startEmbeddedMongo({ port: 0, directory });
  const error = await errorOf(startEmbeddedMongo({ port: 0, directory }));
  expect(error['message']).toContain(`process ${process.pid}`);
  await insertOne(first.uri, 1);
  await first.close();
  const second = await startEmbeddedMongo({ port: 0, directory });
  expect(await idsOf(second.uri)).toEqual([1]);
  await second.close();
});

it('a data directory whose server could not listen on its port can be opened again', async () => {
  const other = await startEmbeddedMongo({ port: 0, directory: join(directory, 'other') });
  const data = join(directory, 'data');
  const error = await errorOf(startEmbeddedMongo({ port: other.port, directory: data }));
  expect(error['message']).toContain(`port ${other.port}`);
  const server = await startEmbeddedMongo({ port: 0, directory: data });
  await server.close();
  await other.close();
});
