import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import { afterAll, beforeAll } from 'vitest';
import { startEmbeddedMongo } from '../src/index.ts';
import { atomicitySuite } from './suites/atomicity.suite.ts';
import { documentsSuite } from './suites/documents.suite.ts';
import { elementsSuite } from './suites/elements.suite.ts';
import { indexesSuite } from './suites/indexes.suite.ts';
import { largerSuite } from './suites/larger.suite.ts';
import { queriesSuite } from './suites/queries.suite.ts';
import type { Subject } from './suites/server-under-test.ts';
import { tagsSuite } from './suites/tags.suite.ts';
import { updatesSuite } from './suites/updates.suite.ts';

// One suite for every server: the one that MONGODB_URI names, else the embedded one.
const foreign = process.env['MONGODB_URI'];
let close: () => Promise<void>;
let db: Db;
let explains = false;

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  const server = foreign === undefined ? await startEmbeddedMongo({ port: 0, directory }) : undefined;
  const client = await MongoClient.connect(server?.uri ?? (foreign as string));
  db = client.db(`conformance_${process.pid}_${Date.now()}`);
  explains = await db.command({ explain: { find: 'none' } }).then(
    () => true,
    () => false,
  );
  close = async () => {
    await db.dropDatabase();
    await client.close();
    await server?.close();
    rmSync(directory, { recursive: true });
  };
});

afterAll(() => close());

const subject: Subject = { db: () => db, explains: () => explains, foreign: foreign !== undefined };

documentsSuite(subject);
queriesSuite(subject);
tagsSuite(subject);
updatesSuite(subject);
indexesSuite(subject);
elementsSuite(subject);
atomicitySuite(subject);
largerSuite(subject);
