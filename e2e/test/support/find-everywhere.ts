import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Binary, MongoClient } from 'mongodb';
import type { Document } from 'mongodb';
import type { Services } from './services.ts';

/** Where a text is found: collections with the ids of documents, files of the broker and of the byte store, and lines of logs. */
export async function findEverywhere(services: Services, text: string): Promise<string[]> {
  const [inDatabases, ...inFiles] = await Promise.all([
    findInDatabases(services, text),
    findInFiles(services.brokerDirectory, text),
    findInFiles(services.bytesDirectory, text),
  ]);
  const inLogs = services.logs.filter((line) => holds(line, text)).map((line) => `log: ${line}`);
  return [...inDatabases, ...inFiles.flat(), ...inLogs];
}

const holds = (where: string, text: string): boolean => where.toLowerCase().includes(text.toLowerCase());

async function findInDatabases(
  { mongoUri, replicas, databaseOf }: Services,
  text: string,
): Promise<string[]> {
  const client = new MongoClient(mongoUri);
  const found: string[] = [];
  for (const database of new Set(replicas.map(({ name }) => databaseOf(name)))) {
    for (const { name } of await client.db(database).listCollections().toArray()) {
      for await (const doc of client.db(database).collection(name).find()) {
        if (holds(textOf(doc), text)) found.push(`${name}: ${String(doc._id)}`);
      }
    }
  }
  await client.close();
  return found;
}

/** All texts of a document, also those in its bytes. */
const textOf = (doc: Document): string =>
  JSON.stringify(doc, function (this: Document, key, value: unknown) {
    const raw: unknown = this[key];
    return raw instanceof Binary ? Buffer.from(raw.buffer).toString('latin1') : value;
  });

async function findInFiles(directory: string, text: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found: string[] = [];
  for (const file of files) {
    const content = (await readFile(file)).toString('latin1');
    const at = content.toLowerCase().indexOf(text.toLowerCase());
    if (at !== -1) found.push(`${file}: ${content.slice(Math.max(0, at - 900), at + 100)}`);
  }
  return found;
}
