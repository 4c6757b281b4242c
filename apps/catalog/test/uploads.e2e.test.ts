import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadConfig } from '@estate/config';
import {
  UploadedAttachment,
  createProperty,
  getProperty,
  getPropertySnapshot,
  updateProperty,
} from '@estate/contracts';
import type { Property } from '@estate/contracts';
import { EXAMPLE_FIELDS } from '@estate/contracts/examples';
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
import { aPicture } from './picture.ts';

const caller = { accountId: newId(), requestId: 'req-e2e-000001' };
const log = createLogger({ service: 'test', level: 'silent' });

let bus: Transport;
let service: RunningService;
let start: () => Promise<RunningService>;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const [nats, mongo] = await Promise.all([startGuardedBroker(), startMongo()]);
  const directory = await mkdtemp(join(tmpdir(), 'uploads-'));
  const config = loadConfig(CatalogConfig, {
    ...{ LOG_LEVEL: 'silent', INTERNAL_PORT: '0', PUBLIC_URL: 'https://api.example.org/v1/' },
    ...{ NATS_URL: nats.urlOf('catalog'), MONGODB_URI: mongo.uri, MONGODB_DATABASE: freshDatabase() },
    ...{ BYTE_STORE: pathToFileURL(directory).href, PROCESSING_SWEEP_EVERY_MS: '50' },
  });
  start = () => startService('catalog', config, catalog(config));
  service = await start();
  const listener = { service: 'listener', log, metrics: createMetrics('listener') };
  bus = await connectTransport({ url: nats.observerUrl, ...listener });
  closing.push(
    () => service.stop(),
    () => bus.close(),
    () => nats.stop(),
    () => mongo.stop(),
    () => rm(directory, { recursive: true }),
  );
});
afterAll(async () => {
  for (const close of closing) await close();
});

const addressOf = (path: string) => `http://127.0.0.1:${String(service.internalPort)}${path}`;
const pathOfAccount = () => `/uploaded-attachments/${caller.accountId}`;

async function upload(picture: Buffer): Promise<UploadedAttachment> {
  const body = new Uint8Array(picture);
  const response = await fetch(addressOf(pathOfAccount()), { method: 'PUT', body });
  expect(response.ok).toBe(true);
  return UploadedAttachment.parse(await response.json());
}

const ended = ({ id }: Property) =>
  eventually(async () => {
    const property = await bus.ask(getProperty, { id }, caller);
    expect(property.processingStatus).not.toBe('pending');
    return property;
  });

describe('an uploaded attachment', () => {
  it('an uploaded attachment is published by the property that names its address, also when that is sent back later', async () => {
    const picture = await aPicture('jpeg');
    const { id, url } = await upload(picture);
    expect(url).toBe(`https://api.example.org/v1/attachments/${id}`);
    const [type, fields] = ['apartmentBuy' as const, EXAMPLE_FIELDS];
    const created = await bus.ask(createProperty, { type, fields, attachments: [{ url }] }, caller);
    const before = await ended(created);
    expect(before).toMatchObject({ processingStatus: 'successful', attachments: [{ url }] });
    await service.stop();
    service = await start();
    const attachments = [...before.attachments, { url: `${url}?x=1`, watermarkCaption: 'Muster' }];
    await bus.ask(updateProperty, { id: created.id, fields, attachments }, caller);
    const after = await ended(created);
    expect(after).toMatchObject({ processingStatus: 'successful', attachments: [{ url }, { url }] });
    const snapshot = await bus.ask(getPropertySnapshot, { propertyId: created.id }, caller);
    const sha256 = createHash('sha256').update(picture).digest('hex');
    expect(snapshot.attachments.map((each) => each.sha256 === sha256)).toEqual([true, false]);
    const served = await fetch(addressOf(`/attachments/${sha256}`));
    expect(Buffer.from(await served.arrayBuffer()).equals(picture)).toBe(true);
    expect(await upload(picture)).toMatchObject({ id, url });
  });

  it('an uploaded attachment is only put at its path, and nothing is put at others', async () => {
    expect((await fetch(addressOf(pathOfAccount()))).status).toBe(405);
    expect((await fetch(addressOf('/attachments/x'), { method: 'PUT', body: 'x' })).status).toBe(405);
  });
});
