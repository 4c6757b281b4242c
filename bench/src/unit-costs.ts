import { OPERATOR } from '@estate/manifests';
import { inspectBroker } from '@estate/messaging';
import type { Stack } from '@estate/stack';
import { MongoClient, BSON } from 'mongodb';
import { sum } from './processes.ts';

/** What the broker was given so far. */
export interface BrokerUse {
  /** Messages that it stored, wake-up calls included. */
  stored: number;
  /** Questions between services; each is a message there and one back. */
  asks: number;
}

/** Reads the streams of the broker and the counters of one process of each service. */
export async function brokerUse({ natsUrlOf, settings: { ports } }: Stack): Promise<BrokerUse> {
  const { streams } = await inspectBroker(natsUrlOf(OPERATOR));
  const internal = [ports.apiGatewayInternal, ports.catalogInternal, ports.distributionInternal];
  const asks = await Promise.all(internal.map(asksOf));
  return { stored: sum(streams.map(({ lastSequence }) => lastSequence)), asks: sum(asks) };
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
