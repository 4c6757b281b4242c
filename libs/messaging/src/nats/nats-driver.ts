import type { Driver, Host } from '../bus.ts';
import type { Handler } from '../handler.ts';
import { MessageRunner } from '../message-runner.ts';
import type { Timing } from '../timing.ts';
import type { Broker } from './broker.ts';
import { serveNatsAnswers } from './nats-answers.ts';
import { NatsConsumer } from './nats-consumer.ts';
import { listNatsDeadLetters, redriveNatsDeadLetters, redriveSubject } from './nats-dead-letters.ts';
import { showQueues } from './queue-gauges.ts';
import { REDRIVE, streamOf } from './streams.ts';

const CONSUMER_NAME = /^[a-z0-9-]+$/;

export const natsDriver = (broker: Broker, timing: Timing): Driver => ({
  serve: (host, answers) => serveNatsAnswers(broker, { host, answers, timing }),
  async consume(host, handlers) {
    const starts = Object.entries(handlers).map(async ([name, handler]) => {
      const consumer = `${host.name}-${name}`;
      return [consumer, await consumerPair({ broker, timing, host, consumer, handler })] as const;
    });
    const consumers = new Map(await Promise.all(starts));
    const hideQueues = showQueues(host, broker, consumers);
    return {
      async close() {
        hideQueues();
        await Promise.all([...consumers.values()].flat().map((consumer) => consumer.close()));
      },
    };
  },
  listDeadLetters: (limit) => listNatsDeadLetters(broker, limit),
  redriveDeadLetters: (consumer) => redriveNatsDeadLetters(broker, consumer),
});

/** A handler listens twice: to its subject, and to its own dead letters that are handed back. */
function consumerPair(options: {
  broker: Broker;
  timing: Timing;
  host: Host;
  consumer: string;
  handler: Handler;
}): Promise<NatsConsumer[]> {
  const { broker, timing, host, consumer, handler } = options;
  if (!CONSUMER_NAME.test(consumer)) throw new Error(`not a name of a consumer: ${consumer}`);
  const runner = new MessageRunner({ host, consumer, handler, delaysMs: timing.retryDelaysMs });
  const { filter, concurrency } = handler;
  const shared = { broker, timing, host, runner, consumer, concurrency };
  return Promise.all([
    NatsConsumer.start({ ...shared, stream: streamOf(filter), filter, durable: consumer }),
    NatsConsumer.start({ ...shared, stream: REDRIVE, filter: redriveSubject(consumer), durable: consumer }),
  ]);
}
