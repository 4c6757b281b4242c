import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  PropertyChanged,
  PublicationFailed,
  PublicationSucceeded,
  ReportReceived,
  checkProperty,
  createListing,
  createTarget,
  deleteListing,
  deleteTarget,
  getListing,
  getPropertySnapshot,
  listSourcesNamingTarget,
  listTargetTypes,
  listWebhooksNamingTarget,
  noteInquiry,
  updateListing,
} from '@estate/contracts';
import type { Operation } from '@estate/contracts';
import { NotFound } from '@estate/errors';
import { answer, consume, message, on, serveAnswers } from '@estate/messaging';
import type { Closable } from '@estate/messaging';
import { connectTransport } from '@estate/messaging/testing';
import type { Transport } from '@estate/messaging/testing';
import { createLogger, createMetrics } from '@estate/observability';
import { newId } from '@estate/persistence';
import { startService } from '@estate/runtime';
import type { RunningService } from '@estate/runtime';
import { eventually, freshDatabase, startGuardedBroker, startMongo } from '@estate/testing';
import type { GuardedBroker, MongoServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { loadConfig } from '@estate/config';
import { DistributionConfig } from '../src/config.ts';
import { distribution } from '../src/service.ts';
import { FakeCatalog } from './fake-catalog.ts';
import { FakePortal } from './fake-portal.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const host = { name: 'catalog', log, metrics: createMetrics('test') };
const accountId = newId();
const credentials = { host: 'ftp.example.org', username: 'agent', password: 'secret', providerNumber: 'A-1' };

let nats: GuardedBroker;
let mongo: MongoServer;
let bus: Transport;
let directory: string;
let services: RunningService[];
let start: (environment?: Record<string, string>) => Promise<RunningService>;
const closing: Closable[] = [];
const catalog = new FakeCatalog();
const portal = new FakePortal();
/** By message: a broker that is killed may deliver one again. */
const received = new Map<string, { kind: string; listingId: string; type: string }>();

const ask = <O extends Operation>(operation: O, input: z.input<O['input']>) =>
  bus.ask(operation, input, { accountId, requestId: 'r-test' });

beforeAll(async () => {
  [nats, mongo, directory] = await Promise.all([
    startGuardedBroker(),
    startMongo(),
    mkdtemp(join(tmpdir(), 'distribution-')),
  ]);
  bus = await connectTransport({ url: nats.observerUrl, service: 'catalog', log, metrics: host.metrics });
  closing.push(
    await serveAnswers(bus, host, [
      answer(checkProperty, async ({ propertyId }) => ({ exists: catalog.properties.has(propertyId) })),
      answer(getPropertySnapshot, async ({ propertyId }) => {
        const snapshot = catalog.properties.get(propertyId);
        if (!snapshot) throw new NotFound('There is no such property.', { code: 'property-not-found' });
        return snapshot;
      }),
      answer(listSourcesNamingTarget, async () => ({ count: 0, data: [] })),
      answer(listWebhooksNamingTarget, async () => ({ count: 0, data: [] })),
    ]),
    await consume(bus, host, {
      'on-succeeded': on(
        PublicationSucceeded,
        async ({ id, data }) => void received.set(id, { kind: 'succeeded', ...data }),
      ),
      'on-failed': on(
        PublicationFailed,
        async ({ id, data }) => void received.set(id, { kind: 'failed', ...data }),
      ),
    }),
  );
  const environment = {
    LOG_LEVEL: 'silent',
    INTERNAL_PORT: '0',
    NATS_URL: nats.urlOf('distribution'),
    MONGODB_URI: mongo.uri,
    MONGODB_DATABASE: freshDatabase(),
    VAULT_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    CATALOG_INTERNAL_URL: 'http://127.0.0.1:1',
    INBOX_DOMAIN: 'inbox.example.org',
    PUBLIC_URL: 'https://api.example.org',
    WORK_DIRECTORY: directory,
    PUBLISH_RETRY_DELAYS_MS: '20,40',
    LANE_SWEEP_MS: '50',
    LANE_SLICE_LISTINGS: '5',
  };
  start = (more = {}) => {
    const config = loadConfig(DistributionConfig, { ...environment, ...more });
    return startService(
      'distribution',
      config,
      distribution(config, () => portal.platform),
    );
  };
  services = [await start(), await start()];
});

afterAll(async () => {
  for (const service of services) expect(await service.stop()).toBe(true);
  for (const part of closing.reverse()) await part.close();
  await bus.close();
  await Promise.all([nats.stop(), mongo.stop(), rm(directory, { recursive: true, force: true })]);
});

const property = (): string => {
  const id = newId();
  catalog.add(id);
  return id;
};
/** Each target has a login of its own. */
const target = async () => {
  const login = { ...credentials, username: newId() };
  return (await ask(createTarget, { type: 'immowelt', credentials: login })).id;
};
const toldOf = (listingId: string) =>
  [...received.values()]
    .filter((event) => event.listingId === listingId)
    .map(({ kind, type }) => `${kind} ${type}`);

describe('distribution, two replicas on a real broker and store', () => {
  it('a third replica whose vault key differs under the same id does not start', async () => {
    const other = start({ VAULT_KEYS: `k1:${Buffer.alloc(32, 8).toString('base64')}` });
    await expect(other).rejects.toThrow(/^VAULT_KEYS: the key "k1"/);
  });

  it('a replica is ready, and knows the platforms of its profiles', async () => {
    for (const { internalPort } of services) {
      expect((await fetch(`http://127.0.0.1:${internalPort}/readyz`)).status).toBe(200);
    }
    expect((await ask(listTargetTypes, {})).map(({ type }) => type)).toContain('immowelt');
  });

  it('what the inbox reports about a listing is shown at it by any replica, and an inquiry does not overrule it', async () => {
    const [propertyId, targetId] = [property(), await target()];
    const { id } = await ask(createListing, { propertyId, targetId });
    await eventually(() => expect(toldOf(id)).toEqual(['succeeded set']));
    const at = new Date().toISOString();
    const numbers = [catalog.properties.get(propertyId)?.externalId ?? ''];
    const objects = [{ numbers, state: 'rejected' as const, messages: [] }];
    const ids = { reportId: newId(), targetId, mailId: newId() };
    const report = { ...ids, receivedAt: at, at, verified: true, objects, objectCount: 1 };
    const about = () => ({ id: newId(), accountId, at: new Date() });
    await bus.publish(message(ReportReceived, report, about()));
    await eventually(async () =>
      expect(await ask(getListing, { id })).toMatchObject({ platformState: { state: 'rejected' } }),
    );
    const publicUrl = 'https://portal.example/expose/1';
    await ask(noteInquiry, { propertyId, targetId, at, publicUrl });
    await bus.publish(
      message(
        ReportReceived,
        {
          ...report,
          at: new Date().toISOString(),
          objects: [{ numbers, state: 'confirmed' as const, messages: [] }],
        },
        about(),
      ),
    );
    await eventually(async () =>
      expect(await ask(getListing, { id })).toMatchObject({
        platformState: { state: 'confirmed', source: 'email' },
      }),
    );
    expect(await ask(getListing, { id })).not.toHaveProperty('publicUrl');
    await ask(deleteListing, { id });
  });

  it('a listing is published, again when its property changes, and taken off', async () => {
    const propertyId = property();
    const targetId = await target();
    const { id } = await ask(createListing, { propertyId, targetId });
    await eventually(() => expect(toldOf(id)).toEqual(['succeeded set']));
    expect(await ask(getListing, { id })).toMatchObject({ published: true });

    const revision = catalog.change(propertyId);
    const changed = { propertyId, revision, processingStatus: 'successful' as const };
    await bus.publish(message(PropertyChanged, changed, { id: newId(), accountId, at: new Date() }));
    await eventually(() => expect(toldOf(id)).toEqual(['succeeded set', 'succeeded set']));

    await ask(deleteListing, { id });
    await ask(deleteTarget, { id: targetId });
    await eventually(() =>
      expect(toldOf(id)).toEqual(['succeeded set', 'succeeded set', 'succeeded delete']),
    );
    const mine = portal.sent.filter(({ publication }) => publication.listingId === id);
    expect(mine.map(({ publication, op }) => `${op} ${publication.sequence}`)).toEqual([
      'set 1',
      'set 2',
      'delete 3',
    ]);
  });

  it('many targets are shared between the replicas, one session for each account, each listing uploaded once', async () => {
    const targets = await Promise.all(Array.from({ length: 4 }, target));
    const made = await Promise.all(
      targets.flatMap((targetId) =>
        Array.from({ length: 8 }, () => ask(createListing, { propertyId: property(), targetId })),
      ),
    );
    await eventually(() => expect(made.every(({ id }) => toldOf(id).length > 0)).toBe(true));
    const uploads = portal.sent.filter(({ publication }) =>
      made.some(({ id }) => id === publication.listingId),
    );
    expect(uploads).toHaveLength(made.length);
  });

  it('a failed publication is retried, and reported once when all attempts are used', async () => {
    const { id } = await ask(createListing, { propertyId: property(), targetId: await target() });
    await eventually(() => expect(toldOf(id)).toEqual(['succeeded set']));
    portal.during = ({ publication }) =>
      Promise.resolve(
        publication.listingId === id
          ? { ok: false, failure: { code: 'disk_full', message: '452', repeat: true, scope: 'listing' } }
          : { ok: true },
      );
    await ask(updateListing, { id });
    await eventually(() => expect(toldOf(id)).toEqual(['succeeded set', 'failed set']));
    expect(
      portal.sent.filter(({ publication }) => publication.listingId === id && publication.sequence === 2),
    ).toHaveLength(3);
    portal.during = () => Promise.resolve({ ok: true });
  });

  it('no work is lost when the broker is killed while listings are due', async () => {
    const targetId = await target();
    const propertyIds = Array.from({ length: 6 }, property);
    const made = await Promise.all(
      propertyIds.map((propertyId) => ask(createListing, { propertyId, targetId })),
    );
    await nats.restart();
    await eventually(() =>
      expect(made.map(({ id }) => toldOf(id))).toEqual(made.map(() => ['succeeded set'])),
    );
  });
});
