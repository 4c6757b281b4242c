import { PropertyChanged } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import { createMetrics } from '@estate/observability';
import { eventually, hasNatsServer, startNats } from '@estate/testing';
import type { NatsServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consume, redriveDeadLetters } from '../bus.ts';
import type { Transport } from '../bus.ts';
import { on } from '../handler.ts';
import { changed, log, newHost } from '../suite-fixtures.ts';
import { connectTransport } from './nats-bus.ts';

describe.skipIf(!hasNatsServer())('what a service shows of its queues', () => {
  let server: NatsServer;
  let bus: Transport;
  beforeAll(async () => {
    server = await startNats();
    const timing = { retryDelaysMs: [5, 5, 5, 5], graceMs: 500 };
    bus = await connectTransport({
      url: server.url,
      service: 'queues',
      log,
      metrics: createMetrics('queues'),
      timing,
    });
  });
  afterAll(async () => {
    await bus.close();
    await server.stop();
  });

  const hostWithMetrics = () => {
    const host = newHost({ metrics: createMetrics('queues') });
    const value = async (metric: string, consumer: string) => {
      const line = (await host.metrics.registry.metrics())
        .split('\n')
        .find((one) => one.startsWith(`${metric}{consumer="${host.name}-${consumer}"`));
      return line === undefined ? undefined : Number(line.split(' ').at(-1));
    };
    return { host, value };
  };

  it('the age of a queue is the age of its oldest unhandled message, whatever was handled after it', async () => {
    const { host, value } = hostWithMetrics();
    const handled: string[] = [];
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const first = changed(1);
    const later = [changed(2), changed(3)];
    await bus.publish(first);
    const consumer = await consume(bus, host, {
      slow: on(PropertyChanged, async ({ id }) => {
        if (id === first.id) await held;
        handled.push(id);
      }),
    });
    for (const message of later) await bus.publish(message);
    await eventually(() => handled.length === 2);
    const age = (await value('consumer_oldest_message_seconds', 'slow')) ?? 0;
    expect(age).toBeGreaterThan(0);
    const older = await eventually(async () => {
      const now = (await value('consumer_oldest_message_seconds', 'slow')) ?? 0;
      return now > age + 0.05 && now;
    });
    expect(older).toBeLessThan(60);
    letGo();
    await eventually(async () => (await value('consumer_oldest_message_seconds', 'slow')) === 0);
    await consumer.close();
    expect(await value('consumer_oldest_message_seconds', 'slow')).toBeUndefined();
  });

  it('the dead letters of each consumer are counted until they are redriven', async () => {
    const { host, value } = hostWithMetrics();
    let fixed = false;
    const seen: string[] = [];
    const bad = changed(7);
    const consumer = await consume(bus, host, {
      picky: on(PropertyChanged, async ({ id }) => {
        if (id !== bad.id) return;
        if (!fixed) throw new InvalidInput('never');
        seen.push(id);
      }),
      calm: on(PropertyChanged, async () => {}),
    });
    expect(await value('dead_letters', 'picky')).toBe(0);
    await bus.publish(bad);
    await eventually(async () => (await value('dead_letters', 'picky')) === 1);
    expect(await value('dead_letters', 'calm')).toBe(0);
    expect(await value('messages_handled_total', 'picky')).toBeGreaterThanOrEqual(0);
    fixed = true;
    await redriveDeadLetters(bus, `${host.name}-picky`);
    await eventually(() => seen.includes(bad.id));
    await eventually(async () => (await value('dead_letters', 'picky')) === 0);
    await consumer.close();
  });

  it('redeliveries of a consumer are counted from 0', async () => {
    const { host, value } = hostWithMetrics();
    const again = changed(9);
    let runs = 0;
    const consumer = await consume(bus, host, {
      fragile: on(PropertyChanged, async ({ id }) => {
        if (id === again.id && (runs += 1) < 3) throw new Error('not yet');
      }),
    });
    expect(await value('consumer_redeliveries_total', 'fragile')).toBe(0);
    await bus.publish(again);
    await eventually(async () => (await value('consumer_redeliveries_total', 'fragile')) === 2);
    await consumer.close();
  });
});
