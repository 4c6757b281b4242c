import { getProperty as operation } from '@estate/contracts';
import type { Property } from '@estate/contracts';
import { serveAnswers } from '@estate/messaging';
import { createLogger, createMetrics } from '@estate/observability';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ACCOUNT, ADDRESSES, SILENTLY, aProperty, caller } from '../test/fakes.ts';
import { openTestStores, openTestStoresOn } from '../test/open-test-stores.ts';
import type { TestStores } from '../test/open-test-stores.ts';
import { propertyDeleted } from './announcements.ts';
import { replaced } from './domain/property.ts';
import type { PropertyRecord } from './domain/property.ts';
import type { PropertyDoc } from './stores/property-document.ts';
import { getProperty } from './routes/properties.ts';

let stores: TestStores;
/** Another replica. */
let others: TestStores;
let read: (id: string) => Promise<Property>;
/** Counts the documents that were read. */
let documents: ReturnType<typeof vi.spyOn>;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  stores = await openTestStores();
  others = await openTestStoresOn(stores);
  const { properties, propertyRevisions } = stores;
  documents = vi.spyOn(properties, 'find');
  const host = {
    ...{ name: 'catalog', metrics: createMetrics('test') },
    log: createLogger({ service: 'test', level: 'silent' }),
  };
  const deps = { properties, propertyRevisions, addresses: ADDRESSES } as never;
  const serving = await serveAnswers(stores.bus.others, host, [getProperty(deps)]);
  closing.push(() => serving.close());
  read = (id) => stores.bus.others.ask(operation, { id }, caller);
});
afterAll(async () => {
  for (const close of closing) await close();
  await others?.close();
  await stores?.close();
});
beforeEach(() => void documents.mockClear());

async function added(changes: Partial<PropertyRecord> = {}): Promise<PropertyRecord> {
  const record = aProperty({ processingStatus: 'successful', ...changes });
  await others.properties.add(record, SILENTLY);
  return record;
}

const LATER = new Date('2026-11-02T00:00:00.000Z');
const deps = { clock: () => LATER, newId };

const changes: Record<string, (record: PropertyRecord) => Promise<unknown>> = {
  'is replaced': (record) => {
    const fields = { ...record.fields, title: 'Another title' };
    const content = { fields, attachments: [], links: [] };
    return others.properties.replace(record, replaced(record, content, LATER), SILENTLY);
  },
  'loses its contact': ({ contactId = '' }) =>
    others.properties.followContact({ accountId: ACCOUNT, contactId, now: LATER }, (next) =>
      propertyDeleted(next, deps),
    ),
  'is processed again': async ({ id }) => {
    const docs = others.database.db.collection<PropertyDoc>('properties');
    const again = { processingStatus: 'pending' as const, 'processing.dueAt': LATER };
    await docs.updateOne({ _id: id }, { $set: again, $inc: { revision: 1 } });
    const claimed = await others.queue.claimDue({ owner: 'test', leaseMs: 60_000, now: LATER });
    const failure = { failureCode: 'attachment_not_found', failureMessage: 'It is missing.' } as const;
    const files = { stored: [], renditions: [], attachmentFailures: [{ position: 0, ...failure }] };
    await others.queue.end(claimed!, { kind: 'successful', ...files }, []);
  },
};

describe('a property that was read before', () => {
  it('a property that was read before is answered from memory while nothing changes', async () => {
    const { id } = await added();
    const first = await read(id);
    expect(await read(id)).toEqual(first);
    expect(documents).toHaveBeenCalledTimes(1);
  });

  it.each(Object.keys(changes))(
    'a property that was read before and %s by another replica is read again',
    async (name) => {
      const attachments = [{ url: 'https://example.org/a.jpg' }];
      const record = await added({ attachments, contactId: newId(), contactRevision: 1 });
      const before = await read(record.id);
      await changes[name]?.(record);
      const after = await read(record.id);
      expect(after).not.toEqual(before);
      expect(documents).toHaveBeenCalledTimes(2);
      expect(await read(record.id)).toEqual(after);
      expect(documents).toHaveBeenCalledTimes(2);
    },
  );

  it('a property that was read before and is deleted by another replica is not found', async () => {
    const record = await added();
    await read(record.id);
    const { id } = record;
    await others.properties.markDeleting({ accountId: ACCOUNT, id }, { token: 'token', now: LATER });
    await others.properties.remove({ accountId: ACCOUNT, id }, 'token', propertyDeleted(record, deps));
    await expect(read(id)).rejects.toMatchObject({ code: 'property-not-found' });
  });

  it('a property that was read before is not found by another account', async () => {
    const { id } = await added();
    await read(id);
    const foreign = { ...caller, accountId: newId() };
    await expect(stores.bus.others.ask(operation, { id }, foreign)).rejects.toMatchObject({
      code: 'property-not-found',
    });
  });

  it('a property that is being processed is read each time, because its files come one by one', async () => {
    const { id } = await added({ processingStatus: 'pending', attachments: [] });
    await read(id);
    await read(id);
    expect(documents).toHaveBeenCalledTimes(2);
  });
});
