import { setTimeout as delay } from 'node:timers/promises';
import { parseStore } from '@estate/config';
import type { StorePlace } from '@estate/config';
import { Unavailable } from '@estate/errors';
import type { ByteStores, Database, MarkedBlobs, NamedBlobs } from '@estate/persistence';
import { GRIDFS, gridFs } from '@estate/persistence';
import { FilesBlobs } from './files-blobs.ts';
import { StoreRegistry } from './registry.ts';

interface Secret {
  reveal(): string;
}

/** The settings of `byteStoreEnv`; GridFS by default. */
export interface ByteStoreConfig {
  BYTE_STORE?: string | undefined;
  BYTE_STORE_ACCESS_KEY_ID?: string | undefined;
  BYTE_STORE_SECRET_ACCESS_KEY?: Secret | undefined;
  BYTE_STORE_FROM?: string | undefined;
  BYTE_STORE_FROM_ACCESS_KEY_ID?: string | undefined;
  BYTE_STORE_FROM_SECRET_ACCESS_KEY?: Secret | undefined;
}

/** The stores of one bucket. */
export interface OpenedStores extends ByteStores {
  registry: StoreRegistry;
  close(): Promise<void>;
}

export interface Opening {
  database: Database;
  bucketName: string;
  config: ByteStoreConfig;
  log: { warn(fields: object, text: string): void };
  signal: AbortSignal;
}

const RETRY_MS = 2000;

/**
 * Opens the configured stores, and waits for unavailable ones.
 * @throws WrongStore if a store is not the one that the database knows, or if bytes are in one that is not configured
 */
export async function openStores({
  database,
  bucketName,
  config,
  log,
  signal,
}: Opening): Promise<OpenedStores> {
  const registry = new StoreRegistry(database, bucketName);
  const places = placesOf(config);
  const opened: NamedBlobs[] = [];
  const close = async () => {
    for (const { blobs } of opened) await blobs.close();
  };
  try {
    for (const place of places) {
      for (;;) {
        signal.throwIfAborted();
        try {
          opened.push(await openOne(place, { database, bucketName, registry }));
          break;
        } catch (error) {
          if (!(error instanceof Unavailable)) throw error;
          log.warn({ ...error.details }, 'the byte store is not available yet, retrying');
          await delay(RETRY_MS, undefined, { signal });
        }
      }
    }
    await registry.noteInUse(opened[0]?.id ?? GRIDFS);
    await registry.requireOpened(opened.map(({ id }) => id));
  } catch (error) {
    await close();
    throw error;
  }
  const [current = gridFs(database.db, bucketName), ...others] = opened;
  return { current, others, registry, close };
}

function placesOf(config: ByteStoreConfig): StorePlace[] {
  const { BYTE_STORE: to = GRIDFS, BYTE_STORE_FROM: from } = config;
  const places = [
    parseStore(to, credentials(config.BYTE_STORE_ACCESS_KEY_ID, config.BYTE_STORE_SECRET_ACCESS_KEY)),
  ];
  if (from !== undefined) {
    const { BYTE_STORE_FROM_ACCESS_KEY_ID: id, BYTE_STORE_FROM_SECRET_ACCESS_KEY: secret } = config;
    places.push(parseStore(from, credentials(id, secret)));
  }
  return places;
}

const credentials = (id: string | undefined, secret: Secret | undefined) =>
  id !== undefined && secret !== undefined ? { id, secret } : undefined;

type Where = Pick<Opening, 'database' | 'bucketName'> & { registry: StoreRegistry };

async function openOne(place: StorePlace, { database, bucketName, registry }: Where): Promise<NamedBlobs> {
  const scope = `${database.db.databaseName}/${bucketName}`;
  if (place.kind === 'gridfs') return gridFs(database.db, bucketName);
  const blobs = await openOutside(place, scope);
  try {
    return { id: await registry.recognize(blobs), blobs };
  } catch (error) {
    await blobs.close();
    throw error;
  }
}

/** Opens a store outside of the database; each bucket of each database has a folder of its own. */
async function openOutside(
  place: Exclude<StorePlace, { kind: 'gridfs' }>,
  scope: string,
): Promise<MarkedBlobs> {
  if (place.kind === 'file') {
    const files = new FilesBlobs(`${place.directory}/${scope}`);
    await files.prepare();
    return files;
  }
  // Loaded only when needed, because the S3 library is large.
  const { S3Blobs } = await import('./s3-blobs.ts');
  return new S3Blobs({ ...place, prefix: `${place.prefix}${scope}/` });
}
