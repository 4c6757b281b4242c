import { PublicationSucceeded } from '@estate/contracts';
import { consume, memoryBus, message } from '@estate/messaging';
import type { MemoryBus } from '@estate/messaging';
import { createLogger, createMetrics } from '@estate/observability';
import { newId } from '@estate/persistence';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredDelivery } from '../domain/delivery.ts';
import type { StoredEvent } from '../domain/event.ts';
import { fanOut, onCustomerEvent } from './on-customer-event.ts';
import type { FanOutDeps } from './on-customer-event.ts';

const accountId = newId();
const webhooks = [newId(), newId()];
const now = new Date('2026-11-01T08:30:00.000Z');

let bus: MemoryBus;
let events: Map<string, StoredEvent>;
let deliveries: Map<string, StoredDelivery>;
let fail: 'nothing' | 'after the event' | 'after one delivery';

beforeEach(() => {
  bus = memoryBus();
  events = new Map();
  deliveries = new Map();
  fail = 'nothing';
});

const deps = (): FanOutDeps => ({
  clock: () => now,
  newId,
  bus,
  webhooks: {
    subscribedTo: async (account: string) => (account === accountId ? webhooks : []),
  },
  events: {
    insertOnce: async (event: StoredEvent) => {
      if (!events.has(event.id)) events.set(event.id, event);
    },
  },
  deliveries: {
    insertOnce: async (wanted: readonly StoredDelivery[]) => {
      for (const delivery of wanted) {
        if (fail === 'after the event') throw new Error('crash');
        const key = `${delivery.eventId} ${delivery.webhookId}`;
        if (!deliveries.has(key)) deliveries.set(key, delivery);
        if (fail === 'after one delivery') throw new Error('crash');
      }
    },
  },
});

const incoming = (subject = 'event.publication.succeeded', data: unknown = PublicationSucceeded.example) => ({
  id: newId(),
  accountId,
  requestId: 'req-12345678',
  at: now,
  attempt: 1,
  subject,
  data,
});

describe('an event of a customer', () => {
  it('is kept with the exact text that will be signed', async () => {
    const event = incoming();
    await fanOut(event, deps());
    expect(events.get(event.id)?.rawBody).toBe(
      JSON.stringify({
        eventId: event.id,
        eventName: 'publication.succeeded',
        eventPayload: PublicationSucceeded.example,
        eventTime: '2026-11-01T08:30:00.000Z',
      }),
    );
  });

  it('becomes one delivery for each webhook, however often it comes', async () => {
    const event = incoming();
    for (let times = 0; times < 3; times += 1) await fanOut(event, deps());
    expect([...deliveries.values()].map(({ webhookId }) => webhookId)).toEqual(webhooks);
    expect(events.size).toBe(1);
  });

  it.each(['after the event', 'after one delivery'] as const)(
    'is completed after a crash %s',
    async (point) => {
      const event = incoming();
      fail = point;
      await expect(fanOut(event, deps())).rejects.toThrow('crash');
      fail = 'nothing';
      await fanOut(event, deps());
      expect([...deliveries.values()].map(({ webhookId }) => webhookId)).toEqual(webhooks);
    },
  );

  it('rings for each webhook once everything is stored', async () => {
    await fanOut(incoming(), deps());
    expect(bus.wakes.map(({ data }) => data)).toEqual(webhooks.map((webhookId) => ({ webhookId })));
  });

  it('passes through with names and fields of a later version', async () => {
    const event = incoming('event.property.sold', { price: 1, later: { field: true } });
    await fanOut(event, deps());
    expect(JSON.parse(events.get(event.id)?.rawBody ?? '')).toMatchObject({
      eventName: 'property.sold',
      eventPayload: { price: 1, later: { field: true } },
    });
  });

  it('is handled as it comes over the bus', async () => {
    const host = {
      name: 'notifier',
      log: createLogger({ service: 'test', level: 'silent' }),
      metrics: createMetrics('test'),
    };
    await consume(bus, host, { 'on-customer-event': onCustomerEvent(deps()) });
    await bus.publish(
      message(PublicationSucceeded, PublicationSucceeded.example, { id: newId(), accountId, at: now }),
    );
    await bus.idle();
    expect(deliveries.size).toBe(2);
  });
});
