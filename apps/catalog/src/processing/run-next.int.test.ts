import type { Attachment } from '@estate/contracts';
import { guardedAgent } from '@estate/egress';
import { newId } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAttachmentHost } from '../../test/attachment-host.ts';
import type { AttachmentHost } from '../../test/attachment-host.ts';
import { ADDRESSES, SILENTLY, aProperty } from '../../test/fakes.ts';
import { openTestStores } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';
import { aPicture } from '../../test/picture.ts';
import { OLDEST_FIRST, noMemoryOfHosts } from '../../test/plain-turns.ts';
import { testImages } from '../../test/test-images.ts';
import { testRunner } from '../../test/test-runner.ts';
import { toResource } from '../domain/property-views.ts';
import { replaced } from '../domain/property.ts';
import type { PropertyRecord } from '../domain/property.ts';
import type { ProcessingSummary } from '../telemetry.ts';
import { runNext } from './run-next.ts';
import type { RunDeps } from './run-next.ts';

const { signal } = new AbortController();
const agent = guardedAgent({ allowHttp: true, allowedNetworks: ['127.0.0.1/32'] });

const images = testImages();

let stores: TestStores;
let host: AttachmentHost;
let now: Date;
let runs: ProcessingSummary[];
let deps: RunDeps;
beforeAll(async () => {
  [stores, host] = await Promise.all([openTestStores(), startAttachmentHost(), images.start()]);
});
afterAll(async () => {
  await agent.close();
  await host.close();
  await images.close();
  await stores.close();
});
beforeEach(() => {
  now = new Date();
  runs = [];
  host.files.clear();
  host.answers.length = 0;
  deps = {
    agent,
    bytes: stores.attachments,
    images,
    timeoutMs: 60_000,
    concurrency: 4,
    retryDelaysMs: [2000, 10_000],
    queue: stores.queue,
    events: { propertyProcessed: (summary) => runs.push(summary), bytesSwept: () => undefined },
    turns: OLDEST_FIRST,
    hosts: noMemoryOfHosts(),
    runner: runnerOf('test'),
    addresses: ADDRESSES,
    uploads: stores.uploads,
    clock: () => now,
    newId,
  };
});

const runnerOf = (owner: string) => testRunner({ queue: stores.queue, clock: () => now, owner });
async function added(paths: string[], changes: Partial<PropertyRecord> = {}): Promise<PropertyRecord> {
  const attachments = paths.map((path) => ({ url: path.startsWith('/') ? host.url(path) : path }));
  const record = aProperty({ attachments, createdAt: now, updatedAt: now, ...changes });
  await stores.properties.add(record, SILENTLY);
  return record;
}
/** The customer sends the property again, with other attachments where some are given. */
async function updated({ id, accountId }: PropertyRecord, attachments?: Attachment[]): Promise<void> {
  const present = await stores.properties.find({ id, accountId });
  if (!present) throw new Error('the property is gone');
  const { fields, links } = present;
  const next = replaced(present, { fields, attachments: attachments ?? present.attachments, links }, now);
  await stores.properties.replace(present, next, SILENTLY);
}
const passed = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const messagesOf = ({ id }: PropertyRecord) =>
  stores.bus.published.filter(({ data }) => {
    const about = data as { id?: string; propertyId?: string };
    return about.id === id || about.propertyId === id;
  });

describe('processing a property', () => {
  it('processing a property keeps every attachment and publishes its events once', async () => {
    const picture = await aPicture('jpeg');
    host.files.set('/a', { body: picture });
    host.files.set('/b', { body: '', status: 302, headers: { location: '/a' } });
    const record = await added(['/a', '/b', '/a']);
    expect(await runNext(deps, signal)).toBe(true);
    expect(await runNext(deps, signal)).toBe(false);
    const after = await stores.properties.find(record);
    expect(after).toMatchObject({ processingStatus: 'successful', revision: 1 });
    expect(after?.stored).toMatchObject([
      { url: host.url('/a'), size: picture.length, mediaType: 'image/jpeg' },
      { url: host.url('/b'), size: picture.length, mediaType: 'image/jpeg' },
    ]);
    await eventually(() =>
      expect(messagesOf(record)).toMatchObject([
        {
          subject: 'event.property.processing_succeeded',
          requestId: SILENTLY.trace.requestId,
          data: { id: record.id },
        },
        {
          subject: 'fact.catalog.property.changed.v1',
          data: { revision: 1, processingStatus: 'successful' },
        },
      ]),
    );
    expect(runs).toMatchObject([{ outcome: 'successful', attachments: 3 }]);
  });

  it.each([
    { outcome: 'successful', broken: { isOptional: true }, unprocessed: [1] },
    { outcome: 'failed', broken: {}, unprocessed: [1] },
    { outcome: 'successful', broken: undefined, unprocessed: undefined },
  ])(
    'an event about $outcome processing has the property as the API answers it, with $unprocessed unprocessed',
    async ({ outcome, broken, unprocessed }) => {
      host.files.set('/a', { body: await aPicture('jpeg') });
      const attachments = [
        { url: host.url('/a') },
        ...(broken ? [{ url: host.url('/none'), ...broken }] : []),
      ];
      const record = await added([], { attachments });
      await runNext(deps, signal);
      const after = await stores.properties.find(record);
      if (!after) throw new Error('the property is gone');
      expect(after.processingStatus).toBe(outcome);
      const answered = toResource(after, ADDRESSES);
      expect(answered.unprocessedAttachments).toEqual(unprocessed);
      await eventually(() => {
        const event = messagesOf(record).find(({ subject }) => subject.startsWith('event.'));
        expect(event?.data).toEqual({ ...answered, ...after.processingFailure });
      });
    },
  );

  it('without attachments succeeds at once', async () => {
    const record = await added([]);
    await runNext(deps, signal);
    expect(await stores.properties.find(record)).toMatchObject({
      processingStatus: 'successful',
      stored: [],
    });
  });

  it('processing a property does not fetch again what has the same ETag, and fetches what has another', async () => {
    host.files.set('/a', { body: await aPicture('png'), headers: { etag: '"1"' } });
    const record = await added(['/a']);
    await runNext(deps, signal);
    await updated(record);
    await runNext(deps, signal);
    expect(host.answers.map(({ status }) => status)).toEqual([200, 304]);
    const before = await stores.properties.find(record);
    host.files.set('/a', { body: await aPicture('jpeg'), headers: { etag: '"2"' } });
    await updated(record);
    await runNext(deps, signal);
    const after = await stores.properties.find(record);
    expect(after?.stored[0]).toMatchObject({ mediaType: 'image/jpeg', etag: '"2"' });
    expect(after?.stored[0]?.sha256).not.toBe(before?.stored[0]?.sha256);
  });

  it('processing a property fetches anew what is unchanged but no longer kept', async () => {
    host.files.set('/a', { body: await aPicture('png'), headers: { etag: '"1"' } });
    const record = await added(['/a']);
    await runNext(deps, signal);
    const sha256 = (await stores.properties.find(record))?.stored[0]?.sha256 ?? '';
    await stores.attachments.delete(sha256, new Date(Date.now() + 1000));
    await updated(record);
    await runNext(deps, signal);
    expect(host.answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stores.attachments.touch(sha256)).toBe(true);
  });

  it.each<[string, string, (host: AttachmentHost) => Promise<void> | void]>([
    ['attachment_not_found', '/bad', () => undefined],
    ['attachment_unreachable', '/bad', ({ files }) => void files.set('/bad', { body: '', status: 403 })],
    ['attachment_type_unsupported', '/bad', ({ files }) => void files.set('/bad', { body: '<html></html>' })],
    [
      'attachment_unreadable',
      '/bad',
      async ({ files }) => void files.set('/bad', { body: (await aPicture('jpeg')).subarray(0, 900) }),
    ],
    [
      'attachment_too_large',
      '/bad',
      ({ files }) => void files.set('/bad', { body: Buffer.alloc(16_000_001) }),
    ],
    ['attachment_address_forbidden', 'http://127.0.0.2/bad', () => undefined],
    [
      'attachment_address_forbidden',
      '/bad',
      ({ files }) =>
        void files.set('/bad', { body: '', status: 302, headers: { location: 'http://10.0.0.1/' } }),
    ],
  ])('processing a property fails with %s and keeps what was good', async (failureCode, path, prepare) => {
    host.files.set('/good', { body: await aPicture('webp') });
    await prepare(host);
    const record = await added(['/good', path]);
    await runNext(deps, signal);
    const after = await stores.properties.find(record);
    expect(after).toMatchObject({ processingStatus: 'failed', processingFailure: { failureCode } });
    expect(after?.processingFailure?.failureMessage).toContain(
      `attachments.1 (${record.attachments[1]?.url ?? ''})`,
    );
    expect(after?.stored).toMatchObject([{ url: host.url('/good') }]);
    await eventually(() =>
      expect(messagesOf(record)).toMatchObject([
        { subject: 'event.property.processing_failed', data: { id: record.id, failureCode } },
        { data: { processingStatus: 'failed' } },
      ]),
    );
  });

  it('processing a property is retried later when the host is unavailable, and is abandoned after the last retry', async () => {
    host.files.set('/a', { body: '', status: 503 });
    host.files.set('/cut', { body: '', answer: (response) => void response.socket?.destroy() });
    const record = await added(['/a', '/cut']);
    await runNext(deps, signal);
    expect(await runNext(deps, signal)).toBe(false);
    expect(await stores.properties.find(record)).toMatchObject({ processingStatus: 'pending' });
    passed(2000);
    await runNext(deps, signal);
    passed(10_000);
    await runNext(deps, signal);
    expect(runs.map(({ outcome }) => outcome)).toEqual(['repeat', 'repeat', 'failed']);
    expect(await stores.properties.find(record)).toMatchObject({
      processingFailure: { failureCode: 'attachment_unreachable' },
    });
  });

  it('processing a property drops its result when the property was updated meanwhile, and runs again', async () => {
    const picture = await aPicture('png');
    const record = await added(['/a']);
    const answer = (response: Parameters<NonNullable<Parameters<typeof host.files.set>[1]['answer']>>[0]) => {
      host.files.set('/a', { body: picture });
      void updated(record).then(() => response.end(picture));
    };
    host.files.set('/a', { body: picture, answer });
    await runNext(deps, signal);
    expect(await stores.properties.find(record)).toMatchObject({ processingStatus: 'pending', revision: 2 });
    await runNext(deps, signal);
    expect(runs.map(({ outcome }) => outcome)).toEqual(['outdated', 'successful']);
    await eventually(() => expect(messagesOf(record)).toHaveLength(2));
    expect(messagesOf(record)[1]).toMatchObject({ data: { revision: 2 } });
  });

  it('processing a property never ends a property that another process took over', async () => {
    const record = await added(['/a']);
    const picture = await aPicture('png');
    const takeOver = async () => {
      passed(61_000);
      host.files.set('/a', { body: picture });
      await runNext({ ...deps, runner: runnerOf('other') }, signal);
    };
    host.files.set('/a', {
      body: '',
      answer: (response) => void takeOver().then(() => response.end('late')),
    });
    await runNext(deps, signal);
    expect(await stores.properties.find(record)).toMatchObject({ processingStatus: 'successful' });
    expect(runs.map(({ outcome }) => outcome)).toEqual(['successful', 'outdated']);
    await eventually(() => expect(messagesOf(record)).toHaveLength(2));
  });

  it('processing a property is retried later after an internal error', async () => {
    host.files.set('/a', { body: await aPicture('png') });
    const record = await added(['/a']);
    const full = () => Promise.reject(new Error('disk full'));
    const { attachments: bytes } = stores;
    await runNext({ ...deps, bytes: { ...bytes, putFile: full, putNewFile: full } }, signal);
    expect(await stores.properties.find(record)).toMatchObject({ processingStatus: 'pending' });
    expect(await runNext(deps, signal)).toBe(false);
    passed(5000);
    await runNext(deps, signal);
    expect(runs.map(({ outcome }) => outcome)).toEqual(['trouble', 'successful']);
  });

  it('processing a property that is interrupted by a stop of the process is free for the next one', async () => {
    const record = await added(['/a']);
    const stopping = new AbortController();
    host.files.set('/a', { body: '', answer: () => stopping.abort() });
    await runNext(deps, stopping.signal);
    expect(runs).toEqual([]);
    host.files.set('/a', { body: await aPicture('png') });
    await runNext({ ...deps, runner: runnerOf('other') }, signal);
    expect(await stores.properties.find(record)).toMatchObject({ processingStatus: 'successful' });
  });
});
