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

/**
 * The number of connections of a process to each member. A slow database makes a process open all of them, and each can take 1 MB there.
 */
export const POOL_SIZE = 20;

const CONCERN_KEYS = new Set(['w', 'j', 'journal', 'wtimeout', 'wtimeoutms']);

/** The database of a service. */
export interface Database {
  readonly db: Db;
  /** The time of the database; measured on connecting, and every ten seconds since. */
  readonly clock: DatabaseClock;
  /** True if the database answers within a second; never throws. */
  ready(): Promise<boolean>;
  /** Named bytes; in GridFS by default. */
  bytes(bucketName: string, stores?: ByteStores): Bytes;
  close(): Promise<void>;
}

export interface MongoConfig {
  uri: string;
  database: string;
  log: Log;
  /** Ends the wait for an unavailable database. */
  signal?: AbortSignal;
}

/** Connects, and waits for the database without a limit; a URI that can never work is an error at once. */
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
      // The DNS look-up for a URI with `+srv` fails with a system error.
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

/** The option is missing in the driver's types. */
const ofTheDriver = { connectionType: WakingConnection };

/** Defaults for options that the URI leaves out. A standalone server only keeps a write over a crash if asked to journal it. */
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

/** The time of the primary. */
async function timeOf(db: Db): Promise<Date> {
  const { localTime } = await db.command({ hello: 1 });
  return localTime as Date;
}

function database(client: MongoClient, name: string): Database {
  const db = client.db(name);
  const clock = new DatabaseClock();
  let asking: Promise<boolean> | undefined;
  // One query at a time: with a frozen server, each would hold a connection until the socket times out.
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
