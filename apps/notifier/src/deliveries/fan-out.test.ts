import { createLogger } from '@estate/observability';
import { newId } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { expect, it } from 'vitest';
import type { StoredEvent } from '../domain/event.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import type { Draft } from '../stores/delivery-intake.ts';
import { FanOut } from './fan-out.ts';

const now = new Date('2026-11-01T08:30:00.000Z');
const accountId = newId();

const anEvent = (id: string): StoredEvent => ({
  id,
  accountId,
  eventName: 'publication.succeeded',
  eventTime: now,
  rawBody: '{}',
  expiresAt: now,
});

function world() {
  const stored: string[] = [];
  const inserts: { eventIds: string[]; end: () => void }[] = [];
  const webhook = {
    id: 'webhook',
    accountId,
    status: 'paused',
    events: ['publication.succeeded'],
    createdAt: now,
  };
  const fanOut = new FanOut({
    clock: () => now,
    newId,
    log: createLogger({ service: 'test', level: 'silent' }),
    bus: { wake: () => undefined },
    webhooks: { ofAccounts: async () => [webhook as unknown as StoredWebhook] },
    events: {
      insertOnce: async (events: readonly StoredEvent[]) => {
        stored.push(...events.map(({ id }) => id));
        return new Map<string, Date>();
      },
    },
    intake: {
      insert: (drafts: readonly Draft[]) =>
        new Promise<[]>((resolve) => {
          inserts.push({ eventIds: drafts.map(({ delivery }) => delivery.eventId), end: () => resolve([]) });
        }),
    },
    step: async () => undefined,
  } as unknown as ConstructorParameters<typeof FanOut>[0]);
  return { fanOut, stored, inserts };
}

it('events are stored while the deliveries of earlier ones are, and their deliveries follow in order', async () => {
  const { fanOut, stored, inserts } = world();
  const first = fanOut.add(anEvent('1'));
  await eventually(() => expect(inserts).toHaveLength(1));
  const later = [fanOut.add(anEvent('2')), fanOut.add(anEvent('3'))];
  await eventually(() => expect(stored).toEqual(['1', '2', '3']));
  expect(inserts).toHaveLength(1);
  inserts[0]?.end();
  await first;
  await eventually(() => expect(inserts).toHaveLength(2));
  expect(inserts.map(({ eventIds }) => eventIds)).toEqual([['1'], ['2', '3']]);
  inserts[1]?.end();
  await Promise.all(later);
});
