import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectMongo } from '@estate/persistence';
import type { Bytes, Database } from '@estate/persistence';
import { freshDatabase, startMongo, startSwift } from '@estate/testing';
import type { MongoServer, Swift } from '@estate/testing';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { openStores } from './open-stores.ts';
import type { ByteStoreConfig, OpenedStores } from './open-stores.ts';

export const KINDS = ['gridfs', 'file', 's3'] as const;
export type Kind = (typeof KINDS)[number];

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
export const BUCKET = 'estate-test';

/** A database and the test stores. */
export class Stage {
  readonly #server: MongoServer;
  readonly #opened: OpenedStores[] = [];
  readonly #databases: Database[] = [];
  readonly directory: string;
  readonly swift: Swift | undefined;

  static async open(kinds: readonly Kind[]): Promise<Stage> {
    const directory = await mkdtemp(join(tmpdir(), 'estate-bytes-'));
    const swift = kinds.includes('s3') ? await startSwift() : undefined;
    const stage = new Stage(await startMongo(), directory, swift);
    if (swift) await stage.s3().send(new CreateBucketCommand({ Bucket: BUCKET }));
    return stage;
  }

  private constructor(server: MongoServer, directory: string, swift: Swift | undefined) {
    this.#server = server;
    this.directory = directory;
    this.swift = swift;
  }

  get uri(): string {
    return this.#server.uri;
  }

  s3(): S3Client {
    const { endpoint, accessKeyId, secretAccessKey } = this.swift!;
    const credentials = { accessKeyId, secretAccessKey };
    const checksums = 'WHEN_REQUIRED';
    return new S3Client({
      ...{ endpoint, credentials, region: 'us-east-1', forcePathStyle: true },
      requestChecksumCalculation: checksums,
    });
  }

  async database(name = freshDatabase()): Promise<Database> {
    const database = await connectMongo({ uri: this.#server.uri, database: name, log: quiet });
    this.#databases.push(database);
    return database;
  }

  settingOf(kind: Kind): string {
    if (kind === 'gridfs') return kind;
    if (kind === 'file') return `file://${this.directory}`;
    return `s3://${BUCKET}/some/where?endpoint=${this.swift!.endpoint}&pathStyle=true`;
  }

  /** Opens the configured stores. */
  async stores(database: Database, config: ByteStoreConfig): Promise<OpenedStores> {
    const credentials = this.swift && {
      BYTE_STORE_ACCESS_KEY_ID: this.swift.accessKeyId,
      BYTE_STORE_SECRET_ACCESS_KEY: { reveal: () => this.swift!.secretAccessKey },
      BYTE_STORE_FROM_ACCESS_KEY_ID: this.swift.accessKeyId,
      BYTE_STORE_FROM_SECRET_ACCESS_KEY: { reveal: () => this.swift!.secretAccessKey },
    };
    const { signal } = new AbortController();
    const opened = await openStores({
      ...{ database, bucketName: 'attachments', log: quiet, signal },
      config: { ...credentials, ...config },
    });
    this.#opened.push(opened);
    return opened;
  }

  /** Bytes of a new database in one store. */
  async bytesIn(kind: Kind): Promise<{ bytes: Bytes; stores: OpenedStores; database: Database }> {
    const database = await this.database();
    const stores = await this.stores(database, { BYTE_STORE: this.settingOf(kind) });
    return { bytes: database.bytes('attachments', stores), stores, database };
  }

  async close(): Promise<void> {
    for (const opened of this.#opened) await opened.close();
    for (const database of this.#databases) await database.close();
    await this.#server.stop();
    await this.swift?.stop();
    await rm(this.directory, { recursive: true, force: true });
  }
}

export function sample(size: number) {
  const content = randomBytes(size);
  return { content, name: createHash('sha256').update(content).digest('hex') };
}

export async function* inParts(
  content: Buffer,
  failAfter = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer, void> {
  for (let from = 0; from < content.length; from += 100_000) {
    if (from >= failAfter) throw new Error('connection lost');
    yield content.subarray(from, from + 100_000);
  }
}

export async function unfinished(bytes: Pick<Bytes, 'removeUnfinished'>, begunBefore: Date): Promise<number> {
  let sum = 0;
  for await (const count of bytes.removeUnfinished(begunBefore)) sum += count;
  return sum;
}

/** The number of uploads in a store, whatever the index says. */
export async function uploadsIn({ current }: OpenedStores): Promise<number> {
  let sum = 0;
  for (let after: string | undefined; ;) {
    const { keys, next } = await current.blobs.list(after);
    sum += keys.length;
    if (next === undefined) return sum;
    after = next;
  }
}
