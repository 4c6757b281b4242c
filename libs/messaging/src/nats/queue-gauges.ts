import { METRICS } from '../metrics.ts';
import { OUTBOX } from '../bus.ts';
import type { Host } from '../bus.ts';
import type { Broker } from './broker.ts';
import { countNatsDeadLetters } from './nats-dead-letters.ts';
import type { NatsConsumer } from './nats-consumer.ts';

/** The consumers of a service by name. */
export type Consumers = ReadonlyMap<string, Pick<NatsConsumer, 'oldestUnhandledAt'>>;

/** Exports the age of each consumer's queue and the number of its dead letters; returns a function that stops it. */
export function showQueues(
  { name, metrics }: Pick<Host, 'name' | 'metrics'>,
  broker: Broker,
  consumers: Consumers,
) {
  const stops = [
    metrics.measured(METRICS.consumer_oldest_message_seconds, async () =>
      broker.connected ? Promise.all([...consumers].map(ageOf)) : [],
    ),
    metrics.measured(METRICS.dead_letters, async () => {
      if (!broker.connected) return [];
      const counts = await countNatsDeadLetters(broker);
      return [...consumers.keys(), `${OUTBOX}${name}`].map((consumer) => ({
        labels: { consumer },
        value: counts.get(consumer) ?? 0,
      }));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

async function ageOf([name, consumer]: [string, Pick<NatsConsumer, 'oldestUnhandledAt'>]) {
  const at = await consumer.oldestUnhandledAt();
  const value = at ? Math.max(0, (Date.now() - at.getTime()) / 1000) : 0;
  return { labels: { consumer: name }, value };
}
