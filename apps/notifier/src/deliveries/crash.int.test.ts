import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@estate/persistence';
import { byEngine, eventually } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebhookCall } from '../channels/webhook-channel.ts';
import type { StoredDelivery } from '../domain/delivery.ts';
import type { StoredEvent } from '../domain/event.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import { eventOf, openTestStores, webhookOf } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { answered, ok, startReplica } from './replica.fixture.ts';
import { STEPS } from './crash-points.ts';
import type { Step } from './crash-points.ts';

// Another engine may take a second to end a deadlock between two unique indexes, and here two processes insert the same.
const DEATHS_PER_STEP = byEngine(50, 5);
const WEBHOOKS = 2;
const REPLICAS = 2;

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(async () => {
  await stores.close();
});

interface Received {
  url: string;
  eventId: string;
  body: string;
  attempt: number;
  status: number;
}

const never = new Promise<never>(() => undefined);

/** A process that dies at a step as if by kill -9: nothing it began goes on, no answer reaches it any more. */
class Mortal {
  readonly died: Promise<void>;
  dead = false;
  dieAt: Step | undefined;
  readonly #replica: ReturnType<typeof startReplica>;
  #tell = () => {};

  constructor(post: (call: WebhookCall) => Promise<typeof ok>) {
    this.died = new Promise((resolve) => (this.#tell = resolve));
    this.#replica = startReplica({
      stores,
      post,
      leaseMs: 1000,
      baseMs: 3,
      sweepEveryMs: 10,
      step: (step) => this.#reach(step),
      mortal: (part) => this.#mortal(part),
    });
    this.#replica.dispatcher.start();
  }

  /** Resolves when the broker may forget the event; never when the process dies before. */
  handle(event: StoredEvent): Promise<void> {
    return this.dead ? never : this.#replica.fanOut.add(event);
  }

  async close(): Promise<void> {
    await this.#replica.dispatcher.close();
  }

  async #reach(step: Step): Promise<void> {
    if (!this.dead && this.dieAt === step) {
      this.dead = true;
      void this.#replica.dispatcher.close();
      this.#tell();
    }
    if (this.dead) await never;
  }

  #mortal<T extends object>(part: T): T {
    return new Proxy(part, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return async (...given: unknown[]) => {
          if (this.dead) return never;
          const result: unknown = await Reflect.apply(member, target, given);
          return this.dead ? never : result;
        };
      },
    });
  }
}

describe('two processes that are killed again and again', () => {
  it(`two processes that are killed repeatedly lose nothing: ${DEATHS_PER_STEP} deaths at each of ${STEPS.length} steps`, async () => {
    const accountId = newId();
    const webhooks = Array.from({ length: WEBHOOKS }, (_, n) =>
      webhookOf({ accountId, url: `https://example.org/${n}` }),
    );
    for (const webhook of webhooks) await stores.webhooks.insert(webhook);
    const received: Received[] = [];
    const post = async ({ url, eventId, rawBody: body, attempt }: WebhookCall) => {
      // Some are refused first, so that the dispatcher has repeats to claim.
      const status = attempt === 1 && eventId.charCodeAt(19) % 3 === 0 ? 500 : 200;
      received.push({ url, eventId, body, attempt, status });
      return status === 200 ? ok : answered(500);
    };
    const processes = Array.from({ length: REPLICAS }, () => new Mortal(post));
    const events: StoredEvent[] = [];
    let turn = 0;
    /** The broker hands each event to the next process in turn, until one has acknowledged it. */
    const announce = async (event: StoredEvent) => {
      for (;;) {
        const process = processes[(turn += 1) % REPLICAS]!;
        const done = process.handle(event).then(() => true);
        if (await Promise.race([done, process.died.then(() => false)])) return;
      }
    };
    const deaths = new Map<Step, number>();
    for (const step of STEPS) {
      for (let death = 0; death < DEATHS_PER_STEP; death += 1) {
        const victim = processes[death % REPLICAS]!;
        victim.dieAt = step;
        while (!victim.dead) {
          const batch = [eventOf(accountId), eventOf(accountId)];
          events.push(...batch);
          await Promise.race([Promise.all(batch.map(announceAndForget)), victim.died]);
          await pause(2);
        }
        deaths.set(step, (deaths.get(step) ?? 0) + 1);
        processes[death % REPLICAS] = new Mortal(post);
      }
      await Promise.all(announced);
      for (const { id } of webhooks) await eventually(() => isQuiet(id));
    }
    expect([...deaths.values()]).toEqual(STEPS.map(() => DEATHS_PER_STEP));
    for (const webhook of webhooks) {
      const deliveries = await eventually(async () => {
        const all = await everyDelivery(webhook.id);
        return all.every(({ status }) => status === 'succeeded') && all;
      });
      expect(deliveries).toHaveLength(events.length);
      expectGapFree(deliveries);
      for (const delivery of deliveries) expectTrue(delivery, receivedBy(webhook.url, delivery.eventId));
      await expectCounted(webhook, deliveries);
    }
    for (const process of processes) await process.close();

    function announceAndForget(event: StoredEvent): Promise<void> {
      const done = announce(event);
      announced.push(done);
      return done;
    }

    function receivedBy(url: string, eventId: string): Received[] {
      return received.filter((one) => one.url === url && one.eventId === eventId);
    }

    /** Each stored outcome is counted once; an attempt whose process died before it stored the outcome is counted at most once. */
    async function expectCounted({ id, url }: StoredWebhook, deliveries: readonly StoredDelivery[]) {
      const summary = await stores.attemptDays.summary([id], { days: 2, now: new Date() });
      const stored = deliveries.flatMap(({ attempts }) => attempts.map(({ statusCode }) => statusCode));
      const made = received.filter((one) => one.url === url).map(({ status }) => status);
      const numberOf = (statuses: readonly unknown[], wanted: number) =>
        statuses.filter((status) => status === wanted).length;
      for (const [counted, status] of [
        [summary.succeeded, 200],
        [summary.failed, 500],
      ] as const) {
        expect(counted).toBeGreaterThanOrEqual(numberOf(stored, status));
        expect(counted).toBeLessThanOrEqual(numberOf(made, status));
      }
      expect(summary.succeeded).toBeGreaterThanOrEqual(deliveries.length);
      expect(summary.failed).toBeGreaterThan(0);
    }

    function expectTrue(delivery: StoredDelivery, got: readonly Received[]): void {
      const event = events.find(({ id }) => id === delivery.eventId)!;
      // Every event has arrived, and whatever arrived twice was the same.
      expect(got.some(({ status }) => status === 200)).toBe(true);
      expect(new Set(got.map(({ body }) => body))).toEqual(new Set([event.rawBody]));
      // Each attempt was counted before it was made, under its own number.
      expect(new Set(got.map(({ attempt }) => attempt)).size).toBe(got.length);
      expect(delivery.attempts).toHaveLength(delivery.attemptCount);
      for (const { attempt, status } of got) {
        const logged = delivery.attempts[attempt - 1];
        // Of an attempt whose process died nothing is known; nothing wrong is ever written about it.
        expect([undefined, status]).toContain(logged?.statusCode);
      }
      for (const [index, { statusCode }] of delivery.attempts.entries()) {
        if (statusCode === undefined) continue;
        expect(got.some(({ attempt, status }) => attempt === index + 1 && status === statusCode)).toBe(true);
      }
    }
  });

  const announced: Promise<void>[] = [];

  function expectGapFree(deliveries: readonly StoredDelivery[]): void {
    const numbers = deliveries.map(({ sequence = 0 }) => sequence).toSorted((a, b) => a - b);
    expect(numbers).toEqual(deliveries.map((_, n) => n + 1));
  }

  /** Nothing is on its way any more: no delivery is hit by the deaths at more than one step. */
  async function isQuiet(webhookId: string): Promise<boolean> {
    const query = { limit: 1, order: 'asc' as const, status: 'pending' as const };
    const pending = (await stores.deliveries.list(webhookId, query)).data.length > 0;
    if (pending) await pause(50);
    return !pending;
  }

  async function everyDelivery(webhookId: string): Promise<StoredDelivery[]> {
    const all: StoredDelivery[] = [];
    for (;;) {
      const startAfter = all.at(-1)?.id;
      const query = { limit: 100, order: 'asc' as const, startAfter };
      const { data, hasMore } = await stores.deliveries.list(webhookId, query);
      all.push(...data);
      if (!hasMore) return all;
    }
  }
});
