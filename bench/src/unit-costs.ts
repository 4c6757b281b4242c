import { OPERATOR } from '@estate/manifests';
import type { Stack } from '@estate/stack';
import { MongoClient, BSON } from 'mongodb';
import { connect } from 'nats';

/** What the broker was given so far. */
export interface BrokerUse {
  /** Messages that it stored, wake-up calls included. */
  stored: number;
  /** Questions between services; each is a message there and one back. */
  asks: number;
}

/** Reads the streams of the broker and the counters of one process of each service. */
export async function brokerUse({ natsUrlOf, settings: { ports } }: Stack): Promise<BrokerUse> {
  const { host, username: user, password: pass } = new URL(natsUrlOf(OPERATOR));
  const nats = await connect({ servers: host, user, pass, inboxPrefix: `_INBOX.${OPERATOR}` });
  try {
    const manager = await nats.jetstreamManager({ checkAPI: false });
    let stored = 0;
    for await (const { state } of manager.streams.list()) stored += state.last_seq;
    const internal = [ports.apiGatewayInternal, ports.catalogInternal, ports.distributionInternal];
    const asks = await Promise.all(internal.map(asksOf));
    return { stored, asks: asks.reduce((total, count) => total + count, 0) };
  } finally {
    await nats.close();
  }
}

async function asksOf(internalPort: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${String(internalPort)}/metrics`);
  const lines = (await answer.text()).split('\n').filter((line) => line.startsWith('asks_total{'));
  return lines.reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

const COLLECTIONS = [
  ['catalog', 'properties'],
  ['distribution', 'listings'],
  ['notifier', 'events'],
  ['notifier', 'deliveries'],
] as const;

/** Bytes of one document of each kind, as it is stored. */
export async function documentBytes({ mongoUri }: Stack): Promise<Map<string, number>> {
  const client = await MongoClient.connect(mongoUri);
  try {
    const sizes = new Map<string, number>();
    for (const [database, collection] of COLLECTIONS) {
      const document = await client.db(database).collection(collection).findOne({});
      if (document) sizes.set(collection, BSON.calculateObjectSize(document));
    }
    return sizes;
  } finally {
    await client.close();
  }
}
