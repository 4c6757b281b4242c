import { setTimeout as delay } from 'node:timers/promises';
import { Unavailable } from '@estate/errors';
import { MongoClient, MongoError } from 'mongodb';
import type { Db, MongoClientOptions } from 'mongodb';
import { backoffMs, pause } from './mongo/backoff.ts';
import type { Bytes } from './bytes/bytes.ts';
import type { ByteStores } from './bytes/bucket.ts';
import { createBytes } from './bytes/create-bytes.ts';
import { DatabaseClock } from './mongo/database-clock.ts';
import { toServiceError } from './mongo/driver-errors.ts';
import type { Log } from './mongo/log.ts';
import { WakingConnection } from './mongo/waking-connection.ts';

const RETRY_FIRST_MS = 250;
const RETRY_MAX_MS = 5000;
const READY_TIMEOUT_MS = 1000;
const MEASURE_EVERY_MS = 10_000;

/** Connections of a process to each member. When the database is slow, a process opens all of them, and each can take 1 MB there. */
export const POOL_SIZE = 20;

const CONCERN_KEYS = new Set(['w', 'j', 'journal', 'wtimeout', 'wtimeoutms']);

/** A service's own database. */
export interface Database {
  readonly db: Db;
  /** Its time; measured when it was connected, and every ten seconds since. */
  readonly clock: DatabaseClock;
  /** Whether the store answers within a second; never throws. */
  ready(): Promise<boolean>;
  /** Named bytes; in GridFS unless other stores are given. */
  bytes(bucketName: string, stores?: ByteStores): Bytes;
  close(): Promise<void>;
}

export interface MongoConfig {
  uri: string;
  database: string;
  log: Log;
  /** Ends the waiting for a store that is not there yet. */
  signal?: AbortSignal;
}

/** Connects, waiting for the store as long as it takes; a URI that can never work is an error at once. */
export async function connectMongo(config: MongoConfig): Promise<Database> {
  const { log } = config;
  const signal = config.signal ?? new AbortController().signal;
  const hosts = new MongoClient(config.uri).options.hosts.map(String).join();
  for (let failures = 1; ; failures += 1) {
    signal.throwIfAborted();
    const client = new MongoClient(config.uri, settings(config));
    const connected = database(client, config.database);
    try {
      await client.connect();
      await connected.clock.measure(() => timeOf(connected.db));
      log.info({ hosts, database: config.database }, 'connected to the database');
      return connected;
    } catch (error) {
      await connected.close().catch(() => undefined);
      // A name that is looked up for a URI with +srv fails with an error of the system.
      if (!(error instanceof MongoError || toServiceError(error) instanceof Unavailable)) throw error;
      const waitMs = backoffMs(failures, RETRY_FIRST_MS, RETRY_MAX_MS);
      log.warn(
        { hosts, reason: (error as Error).message, waitMs },
        'the database is not reachable yet, retrying',
      );
      await pause(waitMs, signal);
    }
  }
}

/** Not in the driver's types. */
const ofTheDriver = { connectionType: WakingConnection };

/** For what the URI does not say. A standalone server keeps a write over a crash only when asked to journal it. */
function settings({ uri, database }: MongoConfig): MongoClientOptions {
  const defaults: MongoClientOptions = {
    appName: database,
    serverSelectionTimeoutMS: 5000,
    connectTimeoutMS: 5000,
    socketTimeoutMS: 30_000,
    heartbeatFrequencyMS: 5000,
    waitQueueTimeoutMS: 5000,
    maxPoolSize: POOL_SIZE,
    writeConcern: { w: 'majority', journal: true },
  };
  const said = [...new URLSearchParams(uri.split('?')[1]).keys()].map((key) => key.toLowerCase());
  if (said.some((key) => CONCERN_KEYS.has(key))) said.push('writeconcern');
  const unsaid = Object.entries(defaults).filter(([key]) => !said.includes(key.toLowerCase()));
  return { ...Object.fromEntries(unsaid), ignoreUndefined: true, ...ofTheDriver };
}

/** The answer of the server that takes the writes. */
async function timeOf(db: Db): Promise<Date> {
  const { localTime } = await db.command({ hello: 1 });
  return localTime as Date;
}

function database(client: MongoClient, name: string): Database {
  const db = client.db(name);
  const clock = new DatabaseClock();
  let asking: Promise<boolean> | undefined;
  // One question at a time: against a frozen server each would hold a connection until the socket times out.
  const answers = () =>
    (asking ??= clock
      .measure(() => timeOf(db))
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = undefined;
      }));
  const measuring = setInterval(() => void answers(), MEASURE_EVERY_MS).unref();
  return {
    db,
    clock,
    ready: () => Promise.race([answers(), delay(READY_TIMEOUT_MS, false, { ref: false })]),
    bytes: (bucketName, stores) => createBytes(db, bucketName, stores),
    close: () => {
      clearInterval(measuring);
      return client.close();
    },
  };
}
