import type { Driver, Host } from '../bus.ts';
import type { Handler } from '../handler.ts';
import { MessageRunner } from '../message-runner.ts';
import { streamOf } from '../stored-subjects.ts';
import type { Timing } from '../timing.ts';
import type { Broker } from './broker.ts';
import { serveNatsAnswers } from './nats-answers.ts';
import { NatsConsumer } from './nats-consumer.ts';
import {
  buryNatsRefused,
  listNatsDeadLetters,
  redriveNatsDeadLetters,
  redriveSubject,
} from './nats-dead-letters.ts';
import { eraseNatsMessages } from './nats-erase.ts';
import { readNatsMark, writeNatsMark } from './nats-marks.ts';
import { walkStream } from './nats-walk.ts';
import { showQueues } from './queue-gauges.ts';
import { REDRIVE, streamState } from './streams.ts';

const CONSUMER_NAME = /^[a-z0-9-]+$/;

export const natsDriver = (broker: Broker, timing: Timing, clock: () => Date): Driver => ({
  serve: (host, answers) => serveNatsAnswers(broker, { host, answers, timing, clock }),
  async consume(host, handlers) {
    const starts = Object.entries(handlers).map(([name, handler]) =>
      consumerPair({ broker, timing, host, consumer: `${host.name}-${name}`, handler }),
    );
    const pairs = await Promise.all(starts);
    const hideQueues = showQueues(host, broker, new Map(pairs.map(({ name, main }) => [name, main])));
    return {
      async close() {
        hideQueues();
        await Promise.all(pairs.flatMap(({ main, redrive }) => [main.close(), redrive.close()]));
      },
    };
  },
  bury: (refused) => buryNatsRefused(broker, refused),
  listDeadLetters: (limit) => listNatsDeadLetters(broker, limit),
  redriveDeadLetters: (consumer) => redriveNatsDeadLetters(broker, consumer),
  erase: (of, isErased) => eraseNatsMessages(broker, of, isErased),
  readMark: (service) => readNatsMark(broker, service),
  writeMark: (service, text) => writeNatsMark(broker, service, text),
  walk: ({ filter, since }, visit) =>
    walkStream(broker, { stream: streamOf(filter), filter, since }, (message) => visit(message)),
  streams: (names) => Promise.all(names.map((name) => streamState(broker, name))),
});

interface Pair {
  name: string;
  main: NatsConsumer;
  redrive: NatsConsumer;
}

/** Starts two consumers for a handler: for its subject, and for its redriven dead letters. */
async function consumerPair(options: {
  broker: Broker;
  timing: Timing;
  host: Host;
  consumer: string;
  handler: Handler;
}): Promise<Pair> {
  const { broker, timing, host, consumer: name, handler } = options;
  if (!CONSUMER_NAME.test(name)) throw new Error(`not a name of a consumer: ${name}`);
  const runner = new MessageRunner({ host, consumer: name, handler, delaysMs: timing.retryDelaysMs });
  const { filter, concurrency } = handler;
  const shared = { broker, timing, host, runner, consumer: name, concurrency, durable: name };
  const [main, redrive] = await Promise.all([
    NatsConsumer.start({ ...shared, stream: streamOf(filter), filter }),
    NatsConsumer.start({ ...shared, stream: REDRIVE, filter: redriveSubject(name) }),
  ]);
  return { name, main, redrive };
}
