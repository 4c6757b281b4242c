import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectMongo, newId } from '@estate/persistence';
import type { Db } from '@estate/persistence';

/** A MongoDB server for a test file. */
export interface MongoServer {
  uri: string;
  /** Removes the data of the tests; ends the server if it was started here. */
  stop(): Promise<void>;
}

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };
const given = new Set<string>();

/** The name of an unused database; it is dropped when the server of the test file stops. */
export function freshDatabase(): string {
  const name = `test-${newId()}`;
  given.add(name);
  return name;
}

/** Removes all documents of a database. Its collections stay with their indexes, which take another engine longer to create than a test takes. */
export async function emptyDatabase(db: Db): Promise<void> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  await Promise.all(collections.map(({ name }) => db.collection(name).deleteMany({})));
}

/** The server of MONGODB_URI, or else an embedded one on a free port with a directory of its own. */
export async function startMongo(): Promise<MongoServer> {
  const uri = process.env.MONGODB_URI;
  if (uri) return { uri, stop: () => dropGiven(uri) };
  const { startEmbeddedMongo } = await import('@estate/embedded-mongo');
  const directory = await mkdtemp(join(tmpdir(), 'estate-mongo-'));
  const server = await startEmbeddedMongo({ port: 0, directory });
  return {
    uri: server.uri,
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function dropGiven(uri: string): Promise<void> {
  const [first] = given;
  if (first === undefined) return;
  const connection = await connectMongo({ uri, database: first, log: QUIET });
  try {
    for (const name of given) {
      await connection.db.client.db(name).dropDatabase();
      given.delete(name);
    }
  } finally {
    await connection.close();
  }
}
