import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectMongo } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runRek } from '../run-rek.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
let server: MongoServer;
let database: Database;
let directory: string;

beforeAll(async () => {
  server = await startMongo();
  database = await connectMongo({ uri: server.uri, database: freshDatabase(), log: quiet });
  directory = await mkdtemp(join(tmpdir(), 'rek-bytes-'));
});
afterAll(async () => {
  await database.close();
  await server.stop();
  await rm(directory, { recursive: true });
});

async function rek(...args: string[]) {
  const said: string[] = [];
  const environment = {
    MONGODB_URI: server.uri,
    REK_URL: 'http://127.0.0.1:9',
    BYTE_STORE: `file://${directory}`,
  };
  const around = {
    environment,
    out: (text: string) => said.push(text),
    err: (text: string) => said.push(text),
  };
  const code = await runRek(['bytes', ...args], around);
  return { code, said: said.join('') };
}

it('rek bytes moves bytes between stores, says when the former one can go, and finds what is damaged', async () => {
  const own = ['inbox', '--database', database.db.databaseName];
  const mails = Array.from({ length: 3 }, () => randomBytes(500));
  await database
    .bytes('raw-mails')
    .putAll(mails.map((bytes) => ({ name: createHash('sha256').update(bytes).digest('hex'), bytes })));
  expect(await rek('move', ...own, '--to', 'gridfs')).toMatchObject({ code: 2 });
  const moved = await rek('move', ...own);
  expect(moved.code).toBe(0);
  expect(moved.said).toMatch(/inbox\s*│\s*3 /);
  expect(moved.said).toContain(`All bytes of gridfs are now in file://${directory}.`);
  expect(await rek('check', ...own)).toMatchObject({ code: 0 });
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  const [harmed] = files.filter(({ name }) => /^[0-9a-f]{64}\./.test(name));
  await writeFile(join(harmed!.parentPath, harmed!.name), 'something else');
  const checked = await rek('check', ...own);
  expect(checked.code).toBe(1);
  expect(checked.said).toContain(harmed!.name.slice(0, 64));
  expect(checked.said).toContain('14 of 500 bytes');
  const back = await rek('move', ...own, '--to', 'gridfs', '--from', `file://${directory}`);
  expect(back.code).toBe(1);
  expect(back.said).toContain('Not finished');
});

it('rek bytes names the services that keep bytes when another one is given', async () => {
  expect(await rek('check', 'notifier')).toMatchObject({
    code: 2,
    said: expect.stringContaining('Services that store bytes: catalog, importer, inbox.'),
  });
});
