import { createHash } from 'node:crypto';
import {
  checkProperty,
  countListings,
  createContact,
  createProperty,
  deleteContact,
  deleteProperty,
  getProperty,
  getPropertySnapshot,
  updateContact,
  updateProperty,
} from '@estate/contracts';
import type { Property } from '@estate/contracts';
import { loadConfig } from '@estate/config';
import { InvalidInput, NotFound, Unavailable } from '@estate/errors';
import { answer, consume, onAny, serveAnswers } from '@estate/messaging';
import type { AnyMessage } from '@estate/messaging';
import { connectTransport } from '@estate/messaging/testing';
import type { Transport } from '@estate/messaging/testing';
import { createLogger, createMetrics } from '@estate/observability';
import { newId } from '@estate/persistence';
import { startService } from '@estate/runtime';
import type { RunningService } from '@estate/runtime';
import { eventually, freshDatabase, startGuardedBroker, startMongo } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CatalogConfig } from '../src/config.ts';
import { catalog } from '../src/service.ts';
import { startAttachmentHost } from './attachment-host.ts';
import type { AttachmentHost } from './attachment-host.ts';
import { EXAMPLE_FIELDS } from '@estate/contracts/examples';
import { aPicture } from './picture.ts';

const caller = { accountId: newId(), requestId: 'req-e2e-000001' };
const log = createLogger({ service: 'test', level: 'silent' });
const listener = { name: 'listener', log, metrics: createMetrics('listener') };

let host: AttachmentHost;
let bus: Transport;
let service: RunningService;
const published: AnyMessage[] = [];
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const [nats, mongo] = await Promise.all([startGuardedBroker(), startMongo()]);
  host = await startAttachmentHost();
  const config = loadConfig(CatalogConfig, {
    LOG_LEVEL: 'silent',
    INTERNAL_PORT: '0',
    NATS_URL: nats.urlOf('catalog'),
    MONGODB_URI: mongo.uri,
    MONGODB_DATABASE: freshDatabase(),
    EGRESS_ALLOW_HTTP: 'true',
    EGRESS_ALLOWED_NETWORKS: '127.0.0.1/32',
    PUBLIC_URL: 'https://api.example.org',
    PROCESSING_SWEEP_EVERY_MS: '50',
    PROCESSING_RETRY_DELAYS_MS: '1,1,1',
  });
  service = await startService('catalog', config, catalog(config));
  bus = await connectTransport({
    url: nats.observerUrl,
    service: 'listener',
    log,
    metrics: listener.metrics,
  });
  const note = (message: AnyMessage) => Promise.resolve(void published.push(message));
  const listening = await consume(bus, listener, {
    'on-event': onAny('event.>', note),
    'on-fact': onAny('fact.>', note),
  });
  closing.push(
    () => listening.close(),
    () => service.stop(),
    () => bus.close(),
    () => host.close(),
    () => nats.stop(),
    () => mongo.stop(),
  );
});
afterAll(async () => {
  for (const close of closing) await close();
});

const input = (paths: string[]) => ({
  type: 'apartmentBuy' as const,
  fields: EXAMPLE_FIELDS,
  attachments: paths.map((path) => ({ url: host.url(path) })),
});
const create = (...paths: string[]) => bus.ask(createProperty, input(paths), caller);
const messagesOf = ({ id }: { id: string }) =>
  published
    .filter(({ data }) => {
      const { id: own, propertyId } = data as { id?: string; propertyId?: string };
      return own === id || propertyId === id;
    })
    .map(({ subject }) => subject)
    .sort();
const ended = ({ id }: Property) =>
  eventually(async () => {
    const property = await bus.ask(getProperty, { id }, caller);
    expect(property.processingStatus).not.toBe('pending');
    return property;
  });

const SUCCEEDED = 'event.property.processing_succeeded';
const FAILED = 'event.property.processing_failed';
const CHANGED = 'fact.catalog.property.changed.v1';
const DELETED = 'fact.catalog.property.deleted.v1';

describe('a property with attachments', () => {
  it('a property with attachments is processed, its events are published, and its bytes are served by their hash', async () => {
    const picture = await aPicture('jpeg');
    host.files.set('/front.jpg', { body: picture });
    const created = await create('/front.jpg');
    expect(created.processingStatus).toBe('pending');
    expect(await ended(created)).toMatchObject({ processingStatus: 'successful' });
    await eventually(() => expect(messagesOf(created)).toEqual([SUCCEEDED, CHANGED]));
    expect(published.find(({ subject }) => subject === SUCCEEDED)).toMatchObject({
      ...caller,
      data: { id: created.id },
    });

    const sha256 = createHash('sha256').update(picture).digest('hex');
    const snapshot = await bus.ask(getPropertySnapshot, { propertyId: created.id }, caller);
    expect(snapshot).toMatchObject({
      revision: 1,
      attachments: [{ position: 0, sha256, mediaType: 'image/jpeg' }],
    });
    const served = await fetch(`http://127.0.0.1:${service.internalPort}/attachments/${sha256}`);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(picture.length),
    });
    expect(Buffer.from(await served.arrayBuffer()).equals(picture)).toBe(true);
    for (const name of ['0'.repeat(64), 'no-hash', `${sha256}/more`]) {
      expect((await fetch(`http://127.0.0.1:${service.internalPort}/attachments/${name}`)).status).toBe(404);
    }
  });

  it('a property with attachments fails for an attachment that is not there, and says which', async () => {
    const created = await create('/nowhere.jpg');
    expect(await ended(created)).toMatchObject({ processingStatus: 'failed' });
    await eventually(() => expect(messagesOf(created)).toEqual([FAILED, CHANGED]));
    expect(published.find(({ subject }) => subject === FAILED)?.data).toMatchObject({
      failureCode: 'attachment_not_found',
      failureMessage: `attachments.0 (${host.url('/nowhere.jpg')}) returned 404 Not Found.`,
    });
  });

  it('a property with attachments does not fetch an attachment again that is unchanged at an update', async () => {
    host.files.set('/plan.png', { body: await aPicture('png'), headers: { etag: '"v1"' } });
    const created = await create('/plan.png');
    await ended(created);
    const { type: _type, ...update } = input(['/plan.png']);
    await bus.ask(
      updateProperty,
      { ...update, id: created.id, fields: { ...EXAMPLE_FIELDS, title: 'New' } },
      caller,
    );
    expect(await ended(created)).toMatchObject({ processingStatus: 'successful', fields: { title: 'New' } });
    const answers = host.answers.filter(({ path }) => path === '/plan.png');
    expect(answers.map(({ status }) => status)).toEqual([200, 304]);
    const snapshot = await bus.ask(getPropertySnapshot, { propertyId: created.id }, caller);
    expect(snapshot).toMatchObject({ revision: 2, attachments: [{ mediaType: 'image/png' }] });
  });
});

describe('a contact', () => {
  it('a contact brings its properties along when it changes or goes', async () => {
    const contact = await bus.ask(createContact, { email: 'anna@example.org', lastName: 'Beispiel' }, caller);
    const property = await bus.ask(createProperty, { ...input([]), contactId: contact.id }, caller);
    await ended(property);
    await bus.ask(
      updateContact,
      { id: contact.id, email: 'berta@example.org', lastName: 'Beispiel' },
      caller,
    );
    await eventually(() => expect(messagesOf(property)).toEqual([SUCCEEDED, CHANGED]));
    const snapshot = await bus.ask(getPropertySnapshot, { propertyId: property.id }, caller);
    expect(snapshot).toMatchObject({ revision: 2, contact: { email: 'berta@example.org' } });
    await bus.ask(deleteContact, { id: contact.id }, caller);
    await eventually(() => expect(messagesOf(property)).toEqual([SUCCEEDED, CHANGED, CHANGED]));
    expect(await bus.ask(getProperty, { id: property.id }, caller)).not.toHaveProperty('contactId');
    const refused = bus.ask(createProperty, { ...input([]), contactId: contact.id }, caller);
    await expect(refused).rejects.toBeInstanceOf(InvalidInput);
  });
});

describe('deleting a property', () => {
  /** Stands in for the service that knows the listings. */
  async function withListings<T>(
    count: (propertyId: string) => Promise<number>,
    run: () => Promise<T>,
  ): Promise<T> {
    const distribution = { ...listener, name: 'distribution' };
    const counting = answer(countListings, async ({ propertyId }) => ({ count: await count(propertyId) }));
    const serving = await serveAnswers(bus, distribution, [counting]);
    try {
      return await run();
    } finally {
      await serving.close();
    }
  }
  const remove = (id: string) => bus.ask(deleteProperty, { id }, caller);
  const check = (propertyId: string) => bus.ask(checkProperty, { propertyId }, caller);

  it('deleting a property is undone while the listings cannot be counted', async () => {
    const { id } = await create();
    await expect(remove(id)).rejects.toBeInstanceOf(Unavailable);
    expect(await check(id)).toMatchObject({ exists: true, summary: { type: 'apartmentBuy' } });
  });

  it('deleting a property is refused while there are listings', async () => {
    const { id } = await create();
    await withListings(
      () => Promise.resolve(1),
      () => expect(remove(id)).rejects.toMatchObject({ code: 'property-has-listings' }),
    );
    expect(await check(id)).toMatchObject({ exists: true, summary: { type: 'apartmentBuy' } });
  });

  it('deleting a property shows its mark to a listing that is made meanwhile, and is published at its end', async () => {
    const property = await create();
    await ended(property);
    const seen: unknown[] = [];
    const counting = async (propertyId: string) => {
      seen.push(await check(propertyId));
      return 0;
    };
    const removed = await withListings(counting, () => remove(property.id));
    expect(removed.id).toBe(property.id);
    expect(seen).toEqual([{ exists: false }]);
    expect(await check(property.id)).toEqual({ exists: false });
    await expect(bus.ask(getProperty, { id: property.id }, caller)).rejects.toBeInstanceOf(NotFound);
    await eventually(() => expect(messagesOf(property)).toEqual([SUCCEEDED, DELETED]));
  });
});
