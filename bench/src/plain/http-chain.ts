import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { freePort, startProgram, startSource } from '../deliveries/programs.ts';
import type { Program } from '../deliveries/programs.ts';

/** A plain service that stores and announces what ours does, with a broker of its own and the database of the system. */
export interface PlainChain {
  readonly url: string;
  readonly key: string;
  /** Its processes by name; the database is that of the system. */
  readonly processes: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export const PLAIN_DATABASE = 'bench-plain';

/** Starts the plain service. @param mongoUri the database of the system */
export async function startPlainChain(mongoUri: string): Promise<PlainChain> {
  const directory = await mkdtemp(join(tmpdir(), 'estate-bench-plain-'));
  const key = `Bearer ${randomBytes(24).toString('hex')}`;
  await storeKey(mongoUri, key);
  const port = await freePort();
  const broker = await startBroker(directory, port);
  const env = {
    NATS_URL: `nats://127.0.0.1:${String(port)}`,
    MONGODB_URI: mongoUri,
    MONGODB_DATABASE: PLAIN_DATABASE,
  };
  const keeper = await startSource('bench/src/plain/event-keeper.ts', { env });
  const service = await startSource('bench/src/plain/http-service.ts', { env });
  return {
    url: `http://127.0.0.1:${service.said}`,
    key: key.slice('Bearer '.length),
    processes: new Map([
      ['plain service', service.pid],
      ['plain event keeper', keeper.pid],
      ['plain broker', broker.pid],
    ]),
    stop: async () => {
      for (const program of [service, keeper, broker]) await program.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** With the settings that the broker of the stack has. */
const startBroker = (directory: string, port: number): Promise<Program> =>
  startProgram({
    command: 'nats-server',
    args: ['-js', '-sd', directory, '-a', '127.0.0.1', '-p', String(port)],
    ready: /Server is ready/,
    from: 'stderr',
  });

async function storeKey(mongoUri: string, key: string): Promise<void> {
  const mongo = await MongoClient.connect(mongoUri);
  const _id = createHash('sha256').update(key).digest('hex');
  await mongo
    .db(PLAIN_DATABASE)
    .collection<{ _id: string; accountId: string }>('keys')
    .insertOne({ _id, accountId: 'bench' });
  await mongo.close();
}
