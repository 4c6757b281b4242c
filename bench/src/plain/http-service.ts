import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createProperty } from '@estate/contracts';
import { newId, termsOf } from '@estate/persistence';
import express from 'express';
import { MongoClient } from 'mongodb';
import { connect } from 'nats';

// What one would build in one process: looks up the key, checks the body, stores it, announces a fact and an event,
// answers. Its indexes answer the lists and searches that the API has.
const KEY_IS_KEPT_MS = 4000;

interface Stored {
  _id: string;
  [field: string]: unknown;
}

const durable = { writeConcern: { w: 'majority', journal: true } } as const;
const mongo = await MongoClient.connect(process.env['MONGODB_URI'] ?? '');
const database = mongo.db(process.env['MONGODB_DATABASE']);
const properties = database.collection<Stored>('properties', durable);
const keys = database.collection<Stored>('keys');
await properties.createIndexes([
  { key: { accountId: 1, externalId: 1 }, unique: true },
  { key: { accountId: 1, _id: 1 } },
  { key: { accountId: 1, type: 1, processingStatus: 1, _id: 1 } },
  { key: { accountId: 1, terms: 1, type: 1, _id: 1 } },
]);
const nats = await connect({ servers: process.env['NATS_URL'] ?? '' });
const jetstream = nats.jetstream();

const known = new Map<string, { accountId: unknown; until: number }>();

async function accountOf(authorization: string | undefined): Promise<unknown> {
  const hash = createHash('sha256')
    .update(authorization ?? '')
    .digest('hex');
  const kept = known.get(hash);
  if (kept && kept.until > Date.now()) return kept.accountId;
  const key = await keys.findOne({ _id: hash });
  if (key) known.set(hash, { accountId: key['accountId'], until: Date.now() + KEY_IS_KEPT_MS });
  return key?.['accountId'];
}

const announce = (subject: string, id: string, body: unknown) =>
  jetstream.publish(subject, JSON.stringify(body), { msgID: `${subject}-${id}` });

const app = express();
app.use(express.json());
app.post('/properties', async (request, response) => {
  const accountId = await accountOf(request.headers.authorization);
  if (accountId === undefined) {
    response.status(401).json({ error: { code: 'key-unknown' } });
    return;
  }
  const parsed = createProperty.input.safeParse(request.body);
  if (!parsed.success) {
    response.status(400).json(parsed.error.issues);
    return;
  }
  const id = newId();
  const at = new Date();
  const { externalId = id, fields } = parsed.data;
  const property = {
    ...parsed.data,
    externalId,
    processingStatus: 'successful',
    createdAt: at,
    updatedAt: at,
  };
  const terms = termsOf(fields.title, fields.address.city, externalId);
  await properties.insertOne({ _id: id, accountId, revision: 1, terms, ...property });
  await Promise.all([
    announce('plain.fact', id, { accountId, propertyId: id, revision: 1 }),
    announce('plain.event', id, { accountId, type: 'property.processing_succeeded', propertyId: id, at }),
  ]);
  response.status(201).json({ id, ...property });
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready: ${String((server.address() as AddressInfo).port)}\n`);
});
