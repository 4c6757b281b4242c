import { Unavailable } from '@estate/errors';
import { ErrorCode, connect } from 'nats';
import type { JetStreamManager, NatsConnection } from 'nats';
import { optionsOf } from './connection.ts';
import { isCode } from './requests.ts';

/** The streams of the broker, and their consumers. */
export interface BrokerReport {
  version: string;
  streams: {
    name: string;
    messages: number;
    /** The sequence of the newest message that was ever stored. */
    lastSequence: number;
    bytes: number;
    /** -1 without a limit. */
    maxBytes: number;
  }[];
  consumers: {
    stream: string;
    name: string;
    filter: string;
    /** The number of messages that were not delivered to it yet. */
    waiting: number;
  }[];
}

/** A replica that answers. */
export interface AnsweringReplica {
  service: string;
  id: string;
  subjects: string[];
}

/** Inspects the broker without changing anything there. @throws Unavailable if it does not answer in time */
export const inspectBroker = (url: string, timeoutMs = 5000): Promise<BrokerReport> =>
  inspect(url, timeoutMs, async (connection) => {
    const manager = await connection.jetstreamManager({ checkAPI: false, timeout: timeoutMs });
    return { version: connection.info?.version ?? '', ...(await look(manager)) };
  });

/** The connected replicas that answer anything. @throws Unavailable if the broker does not answer in time */
export const inspectAnswers = (url: string, timeoutMs = 5000): Promise<AnsweringReplica[]> =>
  inspect(url, timeoutMs, async ({ services }) => {
    const replicas: AnsweringReplica[] = [];
    try {
      for await (const { name: service, id, endpoints } of await services.client().info())
        replicas.push({ service, id, subjects: endpoints.map(({ subject }) => subject) });
    } catch (error) {
      if (!isCode(error, ErrorCode.NoResponders)) throw error;
    }
    return replicas;
  });

async function inspect<T>(
  url: string,
  timeoutMs: number,
  work: (connection: NatsConnection) => Promise<T>,
): Promise<T> {
  let connection: NatsConnection | undefined;
  try {
    connection = await connect({ ...optionsOf(url, 'inspection'), timeout: timeoutMs, reconnect: false });
    return await work(connection);
  } catch (error) {
    throw new Unavailable('The message broker does not answer.', {
      code: 'broker-unavailable',
      cause: error,
    });
  } finally {
    await connection?.close();
  }
}

async function look(manager: JetStreamManager): Promise<Omit<BrokerReport, 'version'>> {
  const streams: BrokerReport['streams'] = [];
  const consumers: BrokerReport['consumers'] = [];
  for await (const { config, state } of manager.streams.list()) {
    const { name: stream, max_bytes: maxBytes } = config;
    const { messages, last_seq: lastSequence, bytes } = state;
    streams.push({ name: stream, messages, lastSequence, bytes, maxBytes });
    for await (const { name, config: wanted, num_pending: waiting } of manager.consumers.list(stream))
      consumers.push({ stream, name, filter: wanted.filter_subject ?? '', waiting });
  }
  return { streams, consumers };
}
