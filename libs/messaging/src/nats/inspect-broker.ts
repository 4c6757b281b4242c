import { Unavailable } from '@estate/errors';
import { connect } from 'nats';
import type { JetStreamManager, NatsConnection } from 'nats';
import { optionsOf } from './connection.ts';

/** A stream and what it holds. */
export interface StreamReport {
  name: string;
  messages: number;
  bytes: number;
  replicas: number;
}

/** A consumer and what waits for it. */
export interface ConsumerReport {
  stream: string;
  name: string;
  /** Messages that were not handed to it yet. */
  waiting: number;
  /** Messages that are being handled. */
  inHand: number;
  /** Messages in hand that were handed out before. */
  redelivered: number;
}

/** How the broker is doing. */
export interface BrokerReport {
  version: string;
  streams: StreamReport[];
  consumers: ConsumerReport[];
}

/** Looks at the broker without making or changing anything there. @throws Unavailable when it does not answer in time */
export async function inspectBroker(url: string, timeoutMs = 5000): Promise<BrokerReport> {
  let connection: NatsConnection | undefined;
  try {
    connection = await connect({ ...optionsOf(url, 'inspection'), timeout: timeoutMs, reconnect: false });
    const manager = await connection.jetstreamManager({ checkAPI: false, timeout: timeoutMs });
    return { version: connection.info?.version ?? '', ...(await look(manager)) };
  } catch (error) {
    throw new Unavailable('The message broker does not answer.', {
      code: 'broker-unavailable',
      cause: error,
    });
  } finally {
    await connection?.close();
  }
}

async function look(manager: JetStreamManager): Promise<Pick<BrokerReport, 'streams' | 'consumers'>> {
  const streams: StreamReport[] = [];
  const consumers: ConsumerReport[] = [];
  for await (const { config, state } of manager.streams.list()) {
    const { name, num_replicas: replicas } = config;
    streams.push({ name, messages: state.messages, bytes: state.bytes, replicas });
    for await (const consumer of manager.consumers.list(name)) {
      consumers.push({
        stream: name,
        name: consumer.name,
        waiting: consumer.num_pending,
        inHand: consumer.num_ack_pending,
        redelivered: consumer.num_redelivered,
      });
    }
  }
  return { streams, consumers };
}
