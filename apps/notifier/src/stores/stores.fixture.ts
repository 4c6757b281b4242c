import { connectMongo, newId } from '@estate/persistence';
import type { Database, OutboxMessage } from '@estate/persistence';
import { createLogger, createMetrics } from '@estate/observability';
import { freshDatabase, startMongo } from '@estate/testing';
import { newDelivery } from '../domain/delivery.ts';
import type { StoredDelivery } from '../domain/delivery.ts';
import { newEvent } from '../domain/event.ts';
import type { StoredEvent } from '../domain/event.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import { openStores } from './open-stores.ts';
import type { Stores } from './open-stores.ts';

export const START = new Date('2026-11-01T08:30:00.000Z');
export const later = (ms: number): Date => new Date(START.getTime() + ms);

export const log = createLogger({ service: 'test', level: 'silent' });

export interface TestStores extends Stores {
  database: Database;
  /** The messages that the outboxes have sent. */
  published: OutboxMessage[];
  /** Stores deliveries that nobody attempts yet, with numbers. */
  insertDeliveries(deliveries: readonly StoredDelivery[]): Promise<void>;
  close(): Promise<void>;
}

export async function openTestStores(): Promise<TestStores> {
  const server = await startMongo();
  const database = await connectMongo({ uri: server.uri, database: freshDatabase(), log });
  const published: OutboxMessage[] = [];
  const publish = async (sent: OutboxMessage) => void published.push(sent);
  const bus = { publish, bury: () => Promise.reject(new Error('nothing is refused here')) };
  const metrics = createMetrics('notifier');
  const stores = await openStores({ database, bus, log, metrics }, { WEBHOOK_REPEAT_BASE_MS: 10_000 });
  return {
    ...stores,
    database,
    published,
    async insertDeliveries(deliveries) {
      const drafts = deliveries.map((delivery) => ({ delivery, webhook: { id: delivery.webhookId } }));
      await stores.intake.insert(drafts);
    },
    async close() {
      await database.close();
      await server.stop();
    },
  };
}

/** The error of a server for a write that it abandoned for another one. */
export async function writeConflict({ db }: Database): Promise<Error> {
  const refused = (error: Error) => Object.assign(error, { code: 112 });
  return db.command({ nothing: 1 }).then(() => new Error('no refusal'), refused);
}

export const webhookOf = (fields: Partial<StoredWebhook> = {}): StoredWebhook => ({
  id: newId(),
  accountId: newId(),
  url: 'https://example.org/hook',
  events: ['publication.succeeded'],
  signingKeys: [{ sealed: 'sealed', since: START }],
  status: 'active',
  createdAt: START,
  updatedAt: START,
  ...fields,
});

export const eventOf = (accountId: string, eventName = 'publication.succeeded'): StoredEvent =>
  newEvent({ id: newId(), accountId, eventName, eventTime: START, eventPayload: {} }, new Date());

export const deliveryOf = (webhook: StoredWebhook, event: StoredEvent): StoredDelivery => ({
  ...newDelivery(event, webhook, { id: newId(), now: START }),
  expiresAt: event.expiresAt,
});
