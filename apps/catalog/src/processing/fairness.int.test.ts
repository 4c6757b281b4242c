import type { ServerResponse } from 'node:http';
import { createLogger, createMetrics } from '@estate/observability';
import { guardedAgent } from '@estate/egress';
import { newId } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startAttachmentHost } from '../../test/attachment-host.ts';
import type { AttachmentHost } from '../../test/attachment-host.ts';
import { ADDRESSES, SILENTLY, aProperty } from '../../test/fakes.ts';
import { openTestStores } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';
import { aPicture } from '../../test/picture.ts';
import { testImages } from '../../test/test-images.ts';
import { CatalogConfig } from '../config.ts';
import type { PropertyRecord } from '../domain/property.ts';
import { createProcessing } from './create-processing.ts';

const [SLOW, HONEST] = [newId(), newId()];
const PER_ACCOUNT = 2;
const FETCHED_AT_A_TIME = 4;
const images = testImages();

let stores: TestStores;
let host: AttachmentHost;
const agent = guardedAgent({ allowHttp: true, allowedNetworks: ['127.0.0.1/32'] });

let processing: ReturnType<typeof createProcessing> | undefined;
beforeAll(async () => {
  [stores, host] = await Promise.all([openTestStores(), startAttachmentHost(), images.start()]);
});
afterEach(() => Promise.all((processing?.workers ?? []).map((worker) => worker.close())));
afterAll(async () => {
  await agent.close();
  await host.close();
  await images.close();
  await stores.close();
});

function start() {
  const config = CatalogConfig.parse({
    NATS_URL: 'nats://127.0.0.1:1',
    MONGODB_URI: stores.place.uri,
    PUBLIC_URL: 'https://api.example.org',
    PROCESSING_CONCURRENCY: '4',
    PROCESSING_ACCOUNT_CONCURRENCY: String(PER_ACCOUNT),
    ATTACHMENT_CONCURRENCY: String(FETCHED_AT_A_TIME),
  });
  const service = { log: createLogger({ service: 'test', level: 'silent' }), metrics: createMetrics('test') };
  processing = createProcessing(config, service, {
    origin: { clock: () => new Date(), newId, addresses: ADDRESSES },
    stores,
    images,
    agent,
  });
  for (const worker of processing.workers) worker.start();
  return processing;
}

async function added(accountId: string, paths: readonly string[]): Promise<PropertyRecord> {
  const now = new Date();
  const attachments = paths.map((path) => ({ url: host.url(path) }));
  const record = aProperty({ accountId, attachments, createdAt: now, updatedAt: now });
  await stores.properties.add(record, SILENTLY);
  return record;
}

const statusOf = async (record: PropertyRecord) => (await stores.properties.find(record))?.processingStatus;
const asked = (prefix: string) => host.answers.filter(({ path }) => path.startsWith(prefix)).length;

describe('a property', () => {
  it('a property is processed while 48 attachments of another account are still waited for', async () => {
    const paths = Array.from({ length: 48 }, (_, index) => `/never/${index}`);
    let abandoned = 0;
    const never = (response: ServerResponse) => void response.on('close', () => (abandoned += 1));
    for (const path of paths) host.files.set(path, { body: '', answer: never });
    host.files.set('/front.jpg', { body: await aPicture('jpeg') });
    const slow: PropertyRecord[] = [];
    for (let first = 0; first < paths.length; first += 12)
      slow.push(await added(SLOW, paths.slice(first, first + 12)));
    const { wake } = start();
    await eventually(() => expect(asked('/never/')).toBe(PER_ACCOUNT * FETCHED_AT_A_TIME));
    const honest = await Promise.all([0, 1, 2].map(() => added(HONEST, ['/front.jpg'])));
    for (const { id } of honest) wake(id);
    await eventually(async () =>
      expect(await Promise.all(honest.map(statusOf))).toEqual(honest.map(() => 'successful')),
    );
    expect(abandoned).toBe(0);
    expect(await Promise.all(slow.map(statusOf))).toEqual(slow.map(() => 'pending'));
    expect(asked('/never/')).toBe(PER_ACCOUNT * FETCHED_AT_A_TIME);
  });
});
