// One engine: ./notifier.e2e.test.ts, ../src/audit/invariants.int.test.ts: the keys of the process differ, and not the documents that they seal.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { connectMongo, newId } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { createLogger } from '@estate/observability';
import { freshDatabase, startGuardedBroker, startMongo } from '@estate/testing';
import type { GuardedBroker, MongoServer } from '@estate/testing';
import { createVault, parseVaultKeys } from '@estate/vault';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const log = createLogger({ service: 'test', level: 'silent' });
const COMPLAINT = /^VAULT_KEYS: the key "k1" is not the one [^\n]+$/;
const bytes = () => randomBytes(32).toString('base64');
let nats: GuardedBroker;
let mongo: MongoServer;
let name: string;
let database: Database;

beforeAll(async () => {
  [nats, mongo] = await Promise.all([startGuardedBroker(), startMongo()]);
});
afterAll(() => Promise.all([nats.stop(), mongo.stop()]));
beforeEach(async () => {
  name = freshDatabase();
  database = await connectMongo({ uri: mongo.uri, database: name, log });
  return () => database.close();
});

interface Start {
  /** How its process ended; `SIGTERM` was given to one that had started. */
  code: number | null;
  lines: Record<string, unknown>[];
  output: string;
}

/** Starts the notifier in a process of its own, and ends it when it has started. */
async function start(keys: string): Promise<Start> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      INTERNAL_PORT: '0',
      NATS_URL: nats.urlOf('notifier'),
      MONGODB_URI: mongo.uri,
      MONGODB_DATABASE: name,
      VAULT_KEYS: keys,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (chunk: Buffer) => {
    if (chunk.includes('"service.started"')) child.kill('SIGTERM');
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { code, lines: parsed, output: stdout + stderr };
}

describe('the start of a service', () => {
  it('the start of a service ends with one line that names the setting when a key has the id of another one', async () => {
    const [right, wrong] = [bytes(), bytes()];
    expect((await start(`k1:${right}`)).code).toBe(0);
    const refused = await start(`k1:${wrong}`);
    expect(refused.code).toBe(1);
    const fatal = refused.lines.filter(({ level }) => level === 'fatal');
    expect(fatal).toMatchObject([
      { msg: 'service.start.failed', err: { message: expect.stringMatching(COMPLAINT) } },
    ]);
    for (const key of [right, wrong]) expect(refused.output).not.toContain(key);
    expect((await start(`k1:${right}`)).code).toBe(0);
  });

  it('the start of a service checks its keys against the sealed documents', async () => {
    const [right, wrong] = [bytes(), bytes()];
    const id = newId();
    const sealed = createVault(parseVaultKeys(`k1:${right}`)).seal('whsec_x', id);
    await database.db
      .collection<{ _id: string; signingKeys: object[] }>('webhooks')
      .insertOne({ _id: id, signingKeys: [{ sealed, since: new Date() }] });
    expect((await start(`k1:${wrong}`)).code).toBe(1);
    expect((await start(`k1:${right}`)).code).toBe(0);
  });

  it('the start of a service succeeds at every step of a change of keys', async () => {
    const [k1, k2] = [`k1:${bytes()}`, `k2:${bytes()}`];
    for (const keys of [k1, `${k1},${k2}`, `${k2},${k1}`, k2]) expect((await start(keys)).code).toBe(0);
    expect((await start(`${k2},k1:${bytes()}`)).code).toBe(1);
  });
});
