import { PublicationSucceeded } from '@estate/contracts';
import { consume, memoryBus, message } from '@estate/messaging';
import { createLogger, createMetrics } from '@estate/observability';
import { newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { manifest } from '../manifest.ts';
import type { StoredEvent } from '../domain/event.ts';
import { noNotices } from '../notices/notice-intake.ts';
import { eventOf, onCustomerEvent } from './on-customer-event.ts';

const now = new Date('2026-11-01T08:30:00.000Z');
const incoming = (subject = 'event.publication.succeeded', data: unknown = PublicationSucceeded.example) => ({
  id: newId(),
  accountId: newId(),
  requestId: 'req-12345678',
  at: now,
  attempt: 1,
  subject,
  data,
});

describe('an event of a customer', () => {
  it('an event of a customer is stored with the exact text that will be signed', () => {
    const event = incoming();
    expect(eventOf(event, now).rawBody).toBe(
      JSON.stringify({
        eventId: event.id,
        eventName: 'publication.succeeded',
        eventPayload: PublicationSucceeded.example,
        eventTime: '2026-11-01T08:30:00.000Z',
      }),
    );
  });

  it('an event of a customer has the same text if it is received again', () => {
    const event = incoming();
    expect(eventOf(event, new Date(now.getTime() + 5000)).rawBody).toBe(eventOf(event, now).rawBody);
  });

  it('an event of a customer passes through with names and fields of a later version', () => {
    const event = incoming('event.property.sold', { price: 1, later: { field: true } });
    expect(JSON.parse(eventOf(event, now).rawBody)).toMatchObject({
      eventName: 'property.sold',
      eventPayload: { price: 1, later: { field: true } },
    });
  });

  it.each([null, 'text', 7, [1]])('an event of a customer whose payload is %j can never be sent', (data) => {
    expect(() => eventOf(incoming('event.property.sold', data), now)).toThrow('is not an object');
  });

  it('an event of a customer is handed on as it comes over the bus', async () => {
    const bus = memoryBus({ ...manifest, handles: { 'on-customer-event': 'event.>' } });
    const host = {
      name: 'notifier',
      log: createLogger({ service: 'test', level: 'silent' }),
      metrics: createMetrics('test'),
    };
    const stored: StoredEvent[] = [];
    const fanOut = { add: async (event: StoredEvent) => void stored.push(event) };
    await consume(bus, host, {
      'on-customer-event': onCustomerEvent({ fanOut, noticeIntake: noNotices, clock: () => now }),
    });
    const about = { id: newId(), accountId: newId(), at: now };
    await bus.others.publish(message(PublicationSucceeded, PublicationSucceeded.example, about));
    await bus.idle();
    expect(stored).toMatchObject([{ id: about.id, accountId: about.accountId, eventTime: now }]);
  });
});
