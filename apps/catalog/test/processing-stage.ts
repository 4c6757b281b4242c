import type { Attachment } from '@estate/contracts';
import { guardedAgent } from '@estate/egress';
import { newId } from '@estate/persistence';
import { replaced } from '../src/domain/property.ts';
import type { PropertyRecord } from '../src/domain/property.ts';
import { runNext } from '../src/processing/run-next.ts';
import type { RunDeps } from '../src/processing/run-next.ts';
import { startAttachmentHost } from './attachment-host.ts';
import type { AttachmentHost } from './attachment-host.ts';
import { ADDRESSES, SILENTLY, aProperty } from './fakes.ts';
import { OLDEST_FIRST, noMemoryOfHosts } from './plain-turns.ts';
import { testImages } from './test-images.ts';
import { testRunner } from './test-runner.ts';
import { openTestStores } from './open-test-stores.ts';
import type { TestStores } from './open-test-stores.ts';

export interface ProcessingStage {
  stores: TestStores;
  host: AttachmentHost;
  /** Everything a run needs; a test may change it. */
  deps: RunDeps;
  /** Saves a property with these attachments and processes it. */
  processed(attachments: Attachment[]): Promise<PropertyRecord>;
  /** Replaces the attachments, or sends them again, and processes it. */
  updated(property: PropertyRecord, attachments?: Attachment[]): Promise<PropertyRecord>;
  close(): Promise<void>;
}

/** Real stores, a web server with pictures, and the processing between them. */
export async function openProcessingStage(): Promise<ProcessingStage> {
  const images = testImages();
  const [stores, host] = await Promise.all([openTestStores(), startAttachmentHost(), images.start()]);
  const agent = guardedAgent({ allowHttp: true, allowedNetworks: ['127.0.0.1/32'] });
  const deps: RunDeps = {
    agent,
    addresses: ADDRESSES,
    uploads: stores.uploads,
    bytes: stores.attachments,
    images,
    timeoutMs: 30_000,
    concurrency: 4,
    retryDelaysMs: [],
    queue: stores.queue,
    events: { propertyProcessed: () => undefined, bytesSwept: () => undefined },
    turns: OLDEST_FIRST,
    hosts: noMemoryOfHosts(),
    runner: testRunner({ queue: stores.queue, clock: () => deps.clock() }),
    clock: () => new Date(),
    newId,
  };
  const found = async (key: PropertyRecord): Promise<PropertyRecord> => {
    const record = await stores.properties.find({ accountId: key.accountId, id: key.id });
    if (!record) throw new Error('the property is gone');
    return record;
  };
  const run = async (record: PropertyRecord): Promise<PropertyRecord> => {
    await runNext(deps, new AbortController().signal);
    return found(record);
  };
  return {
    stores,
    host,
    deps,
    async processed(attachments) {
      const now = new Date();
      const record = aProperty({ attachments, createdAt: now, updatedAt: now });
      await stores.properties.add(record, SILENTLY);
      return run(record);
    },
    async updated(property, attachments = property.attachments) {
      const { fields, links } = property;
      const next = replaced(property, { fields, links, attachments }, new Date());
      await stores.properties.replace(property, next, SILENTLY);
      return run(property);
    },
    async close() {
      await agent.close();
      await host.close();
      await images.close();
      await stores.close();
    },
  };
}
