import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ImportFinished,
  StoredPackage,
  createImport,
  createProperty,
  getImport,
  listAttachmentFailures,
  listImportObjects,
} from '@estate/contracts';
import { loadConfig } from '@estate/config';
import { answer, consume, on, serveAnswers } from '@estate/messaging';
import { connectTransport } from '@estate/messaging/testing';
import type { Transport } from '@estate/messaging/testing';
import { createLogger, createMetrics } from '@estate/observability';
import { newId } from '@estate/persistence';
import { startService } from '@estate/runtime';
import type { RunningService } from '@estate/runtime';
import { eventually, freePort, freshDatabase, startGuardedBroker, startMongo } from '@estate/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ImporterConfig } from '../src/config.ts';
import { importer } from '../src/service.ts';
import { documentOf } from './packages.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const caller = { accountId: newId(), requestId: 'req-importer-001' };
const finished: unknown[] = [];
let bus: Transport;
let running: RunningService;
let internalUrl: string;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const [nats, mongo] = await Promise.all([startGuardedBroker(), startMongo()]);
  const directory = await mkdtemp(join(tmpdir(), 'importer-test-'));
  const metrics = createMetrics('listener');
  bus = await connectTransport({ url: nats.observerUrl, service: 'listener', log, metrics });
  const host = { name: 'listener', log, metrics };
  const owner = answer(createProperty, async ({ type, fields, externalId = '' }, { reservedId = '' }) => {
    const at = new Date().toISOString();
    const about = { externalId, processingStatus: 'successful' as const, createdAt: at, updatedAt: at };
    return { id: reservedId, type, fields, attachments: [], links: [], ...about };
  });
  const serving = await serveAnswers(bus, { ...host, name: 'stand-in' }, [
    owner,
    answer(listAttachmentFailures, () => Promise.resolve({ data: [] })),
  ]);
  const listening = await consume(bus, host, {
    'on-import-finished': on(ImportFinished, ({ data }) => {
      finished.push(data);
      return Promise.resolve();
    }),
  });
  const port = await freePort();
  internalUrl = `http://127.0.0.1:${String(port)}`;
  const config = loadConfig(ImporterConfig, {
    ...{ LOG_LEVEL: 'silent', INTERNAL_PORT: String(port), IMPORT_DIRECTORY: directory },
    ...{ NATS_URL: nats.urlOf('importer'), MONGODB_URI: mongo.uri, MONGODB_DATABASE: freshDatabase() },
    ...{ CATALOG_INTERNAL_URL: 'http://127.0.0.1:9', IMPORT_MAX_BYTES: '1000000' },
  });
  running = await startService('importer', config, importer(config));
  ends.push(
    () => listening.close(),
    () => serving.close(),
    () => bus.close(),
    () => mongo.stop(),
    () => nats.stop(),
    () => rm(directory, { recursive: true, force: true }),
  );
});
afterAll(async () => {
  await running.stop();
  for (const end of ends) await end();
});

const put = (body: Uint8Array, path = `/packages/${caller.accountId}`) =>
  fetch(`${internalUrl}${path}`, { method: 'PUT', body: Buffer.from(body) });

it('a package that is stored by the internal port is imported, and its end is announced', async () => {
  const response = await put(
    documentOf([{ number: '1' }, { number: '2', prices: '<kaufpreis>unknown</kaufpreis>' }]),
  );
  expect(response.status).toBe(201);
  const stored = StoredPackage.parse(await response.json());
  const reservedId = newId();
  const input = { ...stored, fileName: 'export.xml' };
  const created = await bus.ask(createImport, input, caller, { reservedId });
  expect(created).toMatchObject({ id: reservedId, state: 'queued', fileName: 'export.xml' });
  await eventually(async () => {
    expect(await bus.ask(getImport, { id: reservedId }, caller)).toMatchObject({
      state: 'finished',
      counts: { objects: 2, created: 1, failed: 1 },
    });
  });
  const { data } = await bus.ask(listImportObjects, { id: reservedId }, caller);
  expect(data.map(({ outcome }) => outcome)).toEqual(['created', 'failed']);
  await eventually(() => expect(finished).toMatchObject([{ id: reservedId, state: 'finished' }]));
  const again = await bus.ask(getImport, { id: reservedId }, { ...caller, accountId: newId() }).catch(String);
  expect(again).toContain('There is no import');
});

it('a package that is empty, too large or of no account is refused in words', async () => {
  expect((await put(Buffer.alloc(0))).status).toBe(400);
  const large = await put(Buffer.alloc(1_000_001));
  expect([large.status, await large.json()]).toMatchObject([413, { code: 'body-too-large' }]);
  expect((await put(Buffer.from('x'), '/packages/nobody')).status).toBe(404);
});
