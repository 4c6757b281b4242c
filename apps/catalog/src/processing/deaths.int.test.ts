import { eventually } from '@estate/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SILENTLY, aProperty } from '../../test/fakes.ts';
import { aPicture, plain } from '../../test/picture.ts';
import { testImages } from '../../test/test-images.ts';
import { LEASE_MS, testRunner } from '../../test/test-runner.ts';
import { openProcessingStage } from '../../test/processing-stage.ts';
import type { ProcessingStage } from '../../test/processing-stage.ts';
import type { PropertyRecord } from '../domain/property.ts';
import { runNext } from './run-next.ts';

const { signal } = new AbortController();

let stage: ProcessingStage;
let now: Date;
beforeAll(async () => {
  stage = await openProcessingStage();
  stage.deps.clock = () => now;
});
afterAll(() => stage.close());
beforeEach(() => {
  now = new Date();
  stage.host.answers.length = 0;
});

async function added(...paths: string[]): Promise<PropertyRecord> {
  const attachments = paths.map((path) => ({ url: stage.host.url(path) }));
  const record = aProperty({ attachments, createdAt: now, updatedAt: now });
  await stage.stores.properties.add(record, SILENTLY);
  return record;
}
const claimed = async () => {
  const next = await stage.deps.queue.claimDue({ owner: 'another process', leaseMs: LEASE_MS, now });
  if (!next) throw new Error('nothing was due');
  return next;
};
/** Processes that take the property on, and are gone before they have ended it. */
async function died(times: number): Promise<void> {
  for (let death = 0; death < times; death += 1) {
    await claimed();
    now = new Date(now.getTime() + LEASE_MS);
  }
}
const processed = async (record: PropertyRecord) => {
  expect(await runNext(stage.deps, signal)).toBe(true);
  return stage.stores.properties.find(record);
};

describe('a property that ends the process that works on it', () => {
  it('a property that ends the process that works on it is abandoned after five of them without another attempt, and the customer is notified', async () => {
    const record = await added('/a', '/b');
    await died(5);
    expect(await processed(record)).toMatchObject({
      processingStatus: 'failed',
      processingFailure: {
        failureCode: 'attachment_unreadable',
        failureMessage: expect.stringContaining('One of attachments.0 to attachments.1 ') as string,
      },
    });
    expect(stage.host.answers).toEqual([]);
    await eventually(() =>
      expect(stage.stores.bus.published).toContainEqual(
        expect.objectContaining({
          subject: 'event.property.processing_failed',
          data: expect.objectContaining({
            id: record.id,
            failureCode: 'attachment_unreadable',
          }) as unknown,
        }),
      ),
    );
    expect(await runNext(stage.deps, signal)).toBe(false);
  });

  it('a property that ends the process that works on it counts anew when it was updated while it was worked on and given back', async () => {
    const record = await added('/a');
    const before = await claimed();
    const seen = await stage.stores.properties.find(record);
    await stage.stores.properties.replace(seen!, { ...seen!, revision: 2, updatedAt: now }, SILENTLY);
    await stage.stores.queue.release(before);
    expect((await claimed()).crashes).toBe(0);
    now = new Date(now.getTime() + LEASE_MS);
    const again = await claimed();
    expect(again.crashes).toBe(1);
    await stage.stores.queue.release(again);
    await processed(record);
  });

  it('a property that ends the process that works on it is named by its URL when it can be only one attachment', async () => {
    const record = await added('/only');
    await died(5);
    expect((await processed(record))?.processingFailure?.failureMessage).toBe(
      `attachments.0 (${stage.host.url('/only')}) is damaged, or it crashes the program that reads it.`,
    );
  });

  it('a property that ends the process that works on it is refused at once when it ends only the process that reads files', async () => {
    const images = testImages({ timeoutMs: 1 });
    stage.host.files.set('/slow', {
      body: await plain(4000, 4000, 'red').jpeg({ progressive: true }).toBuffer(),
    });
    const record = await added('/slow');
    expect(await runNext({ ...stage.deps, images }, signal)).toBe(true);
    await images.close();
    expect((await stage.stores.properties.find(record))?.processingFailure).toEqual({
      failureCode: 'attachment_unreadable',
      failureMessage: `attachments.0 (${stage.host.url('/slow')}) is damaged, or it crashes the program that reads it.`,
    });
  });

  it('a property that ends the process that works on it is tried until then', async () => {
    stage.host.files.set('/a', { body: await aPicture('png') });
    const record = await added('/a');
    await died(4);
    expect(await processed(record)).toMatchObject({ processingStatus: 'successful' });
  });

  it('a property that ends the process that works on it is tried anew when the customer has sent it again', async () => {
    stage.host.files.set('/a', { body: await aPicture('png') });
    const record = await added('/a');
    await died(5);
    expect(await stage.updated(record)).toMatchObject({ processingStatus: 'successful' });
  });

  it('a property that ends the process that works on it keeps others waiting no longer than it may be alone, whatever its host does', async () => {
    stage.host.files.set('/never', { body: '', answer: () => undefined });
    stage.host.files.set('/a', { body: await aPicture('png') });
    const suspect = await added('/never');
    await died(1);
    const beside = await added('/a');
    const stopping = new AbortController();
    const { queue } = stage.stores;
    const deps = { ...stage.deps, runner: testRunner({ queue, clock: () => now, aloneMs: 1 }) };
    const waiting = runNext(deps, stopping.signal);
    expect(await runNext(deps, signal)).toBe(true);
    const { properties } = stage.stores;
    expect(await properties.find(beside)).toMatchObject({ processingStatus: 'successful' });
    expect(await properties.find(suspect)).toMatchObject({ processingStatus: 'pending' });
    stopping.abort();
    await waiting;
    await stage.updated(suspect, []);
  });
});
