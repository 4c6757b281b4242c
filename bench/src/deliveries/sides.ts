import { PropertyProcessingSucceeded, createWebhook } from '@estate/contracts';
import { message } from '@estate/messaging';
import { connectTransport } from '@estate/messaging/testing';
import type { Transport } from '@estate/messaging/testing';
import { createLogger, createMetrics } from '@estate/observability';
import { newId } from '@estate/persistence';
import { Queue } from 'bullmq';
import { MongoClient } from 'mongodb';
import { connect } from 'nats';
import { NOTIFIER_DATABASE, startNotifier } from './place.ts';
import type { Place } from './place.ts';
import { startSource } from './programs.ts';
import type { Program } from './programs.ts';

/** One way to deliver: takes an event and has it posted to the receiver. */
export interface Side {
  name: string;
  /** Resolves when the event is safe with the broker. */
  send(): Promise<void>;
  /** Whether the log says of everything sent so far how it ended; left out where there is no log. */
  isLogged?(): Promise<boolean>;
  program: Program;
  close(): Promise<void>;
}

const ACCOUNTS = 20;

/** The body that every side posts, about 1.5 kB. */
function envelope(): { eventId: string; rawBody: string } {
  const eventId = newId();
  const rawBody = JSON.stringify({
    eventId,
    eventName: 'property.processing_succeeded',
    eventPayload: PropertyProcessingSucceeded.example,
    eventTime: new Date().toISOString(),
  });
  return { eventId, rawBody };
}

export const connectTo = (place: Place): Promise<Transport> =>
  connectTransport({
    url: place.natsUrl,
    service: 'bench',
    log: createLogger({ service: 'bench', level: 'silent' }),
    metrics: createMetrics('bench'),
  });

/** Creates a webhook at a path of the receiver and returns its account. */
export async function accountWithWebhook(bus: Transport, place: Place, path: string): Promise<string> {
  const accountId = newId();
  const input = { url: `${place.receiverUrl}${path}`, events: ['property.processing_succeeded' as const] };
  await bus.ask(createWebhook, input, { accountId, requestId: 'req-bench-0001' }, { timeoutMs: 30_000 });
  return accountId;
}

/** Announces one event of an account, again where the broker was too busy to say that it has it. */
export async function announce(bus: Transport, accountId: string): Promise<void> {
  const about = { id: newId(), accountId, at: new Date() };
  const announced = message(PropertyProcessingSucceeded, PropertyProcessingSucceeded.example, about);
  await bus.publish(announced).catch(() => bus.publish(announced));
}

export async function notifierSide(place: Place): Promise<Side> {
  const program = await startNotifier(place);
  const bus = await connectTo(place);
  const accounts: string[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1)
    accounts.push(await accountWithWebhook(bus, place, `/good/${String(n)}`));
  const mongo = await MongoClient.connect(place.mongoUri);
  const log = mongo.db(NOTIFIER_DATABASE).collection('deliveries');
  let turn = 0;
  return {
    name: 'notifier',
    program,
    send: () => announce(bus, accounts[(turn += 1) % ACCOUNTS] ?? ''),
    isLogged: async () => {
      if ((await log.estimatedDocumentCount()) < turn) return false;
      const open = { webhookId: { $gt: '' }, status: 'pending' };
      return (await log.findOne(open, { projection: { _id: 1 } })) === null;
    },
    close: async () => {
      await mongo.close();
      await bus.close();
    },
  };
}

export async function bullmqSide(place: Place, redisPort: number): Promise<Side> {
  const env = {
    REDIS_PORT: String(redisPort),
    MONGODB_URI: place.mongoUri,
    RECEIVER_URL: `${place.receiverUrl}/good/bullmq`,
  };
  const program = await place.run('bullmq', startSource('bench/src/deliveries/bullmq-deliverer.ts', { env }));
  const queue = new Queue('deliveries', { connection: { host: '127.0.0.1', port: redisPort } });
  const mongo = await MongoClient.connect(place.mongoUri);
  const log = mongo.db('bench-bullmq').collection('deliveries');
  let sent = 0;
  return {
    name: 'BullMQ + Redis',
    program,
    send: async () => {
      const options = {
        attempts: 9,
        backoff: { type: 'exponential', delay: 10_000 },
        removeOnComplete: true,
      };
      sent += 1;
      await queue.add('deliver', envelope(), options);
    },
    isLogged: async () => (await log.estimatedDocumentCount()) >= sent,
    close: async () => {
      await mongo.close();
      await queue.close();
    },
  };
}

export async function bareSide(place: Place): Promise<Side> {
  const env = { NATS_URL: place.natsUrl, RECEIVER_URL: `${place.receiverUrl}/good/bare` };
  const program = await place.run('bare', startSource('bench/src/deliveries/bare-deliverer.ts', { env }));
  const nats = await connect({ servers: place.natsUrl });
  const stream = nats.jetstream();
  return {
    name: 'bare JetStream + undici, no log',
    program,
    send: async () => {
      await stream.publish('bench.deliver', envelope().rawBody);
    },
    close: () => nats.close(),
  };
}
