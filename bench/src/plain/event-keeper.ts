import { MongoClient } from 'mongodb';
import { AckPolicy, connect } from 'nats';

// The second process: stores each event once and acknowledges it.
const mongo = await MongoClient.connect(process.env['MONGODB_URI'] ?? '');
const events = mongo
  .db(process.env['MONGODB_DATABASE'])
  .collection<{ _id: string; [field: string]: unknown }>('events', {
    writeConcern: { w: 'majority', journal: true },
  });
await events.createIndexes([
  { key: { accountId: 1, _id: 1 } },
  { key: { accountId: 1, type: 1, _id: 1 } },
  { key: { accountId: 1, propertyId: 1, _id: 1 } },
]);
const nats = await connect({ servers: process.env['NATS_URL'] ?? '' });
const manager = await nats.jetstreamManager();
await manager.streams.add({ name: 'PLAIN', subjects: ['plain.*'] });
await manager.consumers.add('PLAIN', {
  durable_name: 'keeper',
  ack_policy: AckPolicy.Explicit,
  filter_subject: 'plain.event',
});
const consumer = await nats.jetstream().consumers.get('PLAIN', 'keeper');
const messages = await consumer.consume({ max_messages: 200 });
process.stdout.write('ready:\n');

for await (const message of messages) {
  const _id = message.headers?.get('Nats-Msg-Id') ?? String(message.seq);
  await events.updateOne(
    { _id },
    { $setOnInsert: message.json<Record<string, unknown>>() },
    { upsert: true },
  );
  message.ack();
}
