import { createHmac, randomUUID } from 'node:crypto';
import { Queue, Worker } from 'bullmq';
import { MongoClient } from 'mongodb';
import { Agent, request } from 'undici';

// What one would build without this project: a BullMQ worker that signs, posts and stores the log of each delivery.
const CONCURRENCY = 64;
const KEPT_BYTES = 16 * 1024;
const KEPT_MS = 30 * 86_400_000;

interface Log {
  _id: string;
  [field: string]: unknown;
}

const connection = { host: '127.0.0.1', port: Number(process.env['REDIS_PORT']) };
const mongo = new MongoClient(process.env['MONGODB_URI'] ?? '', {
  writeConcern: { w: 'majority', journal: true },
});
await mongo.connect();
const log = mongo.db('bench-bullmq').collection<Log>('deliveries');
// What the log of a customer needs to be listed by webhook and by status, and to be forgotten.
await log.createIndexes([
  { key: { eventId: 1, webhookId: 1 }, unique: true },
  { key: { webhookId: 1, _id: 1 } },
  { key: { webhookId: 1, status: 1, _id: 1 } },
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
]);
const dispatcher = new Agent({ connections: CONCURRENCY });
const url = process.env['RECEIVER_URL'] ?? '';

const worker = new Worker<{ rawBody: string; eventId: string }>(
  'deliveries',
  async ({ data, attemptsMade }) => {
    const at = new Date();
    const startedMs = performance.now();
    const timestamp = Math.floor(at.getTime() / 1000);
    const hmac = createHmac('sha256', 'whsec_bench').update(`${String(timestamp)}.${data.rawBody}`);
    const { statusCode, body } = await request(url, {
      dispatcher,
      method: 'POST',
      body: data.rawBody,
      headersTimeout: 15_000,
      bodyTimeout: 15_000,
      headers: {
        'content-type': 'application/json',
        'service-signature': `t=${String(timestamp)}, v1=${hmac.digest('hex')}`,
        'webhook-id': data.eventId,
        'webhook-attempt': String(attemptsMade + 1),
      },
    });
    const answer = (await body.text()).slice(0, KEPT_BYTES);
    const durationMs = performance.now() - startedMs;
    const ok = statusCode >= 200 && statusCode < 300;
    await log.insertOne({
      _id: randomUUID(),
      eventId: data.eventId,
      webhookId: 'bench',
      rawBody: data.rawBody,
      status: ok ? 'succeeded' : 'failed',
      attempts: [{ at, statusCode, body: answer, durationMs }],
      createdAt: at,
      expiresAt: new Date(at.getTime() + KEPT_MS),
    });
    if (!ok) throw new Error(`answered with ${String(statusCode)}`);
  },
  { connection, concurrency: CONCURRENCY },
);
worker.on('error', (error) => process.stderr.write(`${error.message}\n`));
await worker.waitUntilReady();
await new Queue('deliveries', { connection }).waitUntilReady();
process.stdout.write('ready:\n');
