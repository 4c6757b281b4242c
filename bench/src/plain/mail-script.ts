import { createHash } from 'node:crypto';
import { XMLParser } from 'fast-xml-parser';
import { newId } from '@estate/persistence';
import { ImapFlow } from 'imapflow';
import { simpleParser } from 'mailparser';
import { Binary, MongoClient } from 'mongodb';
import type { MailOrder, MailsRead } from './mail-order.ts';

// What one would build in one process: reads a mailbox, parses each email, stores it with its request and event, moves on.
interface Stored {
  _id: string;
  [field: string]: unknown;
}

const durable = { writeConcern: { w: 'majority', journal: true } } as const;
const mongo = await MongoClient.connect(process.env['MONGODB_URI'] ?? '');
const database = mongo.db(process.env['MONGODB_DATABASE']);
const mails = database.collection<Stored>('mails', durable);
const requests = database.collection<Stored>('requests', durable);
const events = database.collection<Stored>('events', durable);
await mails.createIndexes([{ key: { messageId: 1, hash: 1 }, unique: true }]);
await requests.createIndex({ accountId: 1, _id: 1 });
await events.createIndex({ accountId: 1, _id: 1 });
const HANDLED = 'Handled';
const xml = new XMLParser({ processEntities: false });

interface Feedback {
  openimmo_feedback?: { objekt?: { oobj_id?: string; interessent?: Record<string, unknown> } };
}

async function store(source: Buffer): Promise<void> {
  const hash = createHash('sha256').update(source).digest('hex');
  const { messageId, subject, text, attachments } = await simpleParser(source);
  const _id = newId();
  await mails.insertOne({ _id, messageId, hash, subject, raw: new Binary(source), receivedAt: new Date() });
  const document = attachments.find(({ contentType }) => contentType.endsWith('/xml'));
  if (!document) throw new Error(`The email ${String(messageId)} has no document.`);
  const { objekt } = (xml.parse(document.content) as Feedback).openimmo_feedback ?? {};
  if (!objekt?.interessent) throw new Error(`The email ${String(messageId)} has no prospect.`);
  const request = {
    accountId: 'bench',
    mailId: _id,
    property: objekt.oobj_id,
    prospect: objekt.interessent,
    body: text,
  };
  const requestId = newId();
  await requests.insertOne({ _id: requestId, ...request });
  await events.insertOne({
    _id: newId(),
    accountId: 'bench',
    type: 'request.created',
    data: { requestId, ...request },
  });
}

async function read({ port, user }: MailOrder): Promise<MailsRead> {
  const auth = { user, pass: 'secret' };
  const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, auth, logger: false });
  const cpuBefore = process.cpuUsage();
  await client.connect();
  await client.mailboxCreate(HANDLED);
  await client.mailboxOpen('INBOX');
  const underWay: Promise<void>[] = [];
  for await (const { source, uid } of client.fetch('1:*', { source: true, uid: true })) {
    if (!source) throw new Error(`The email ${String(uid)} has no source.`);
    underWay.push(store(source));
  }
  await Promise.all(underWay);
  await client.messageMove('1:*', HANDLED);
  const { user: userUs, system } = process.cpuUsage(cpuBefore);
  await client.logout();
  return { stored: underWay.length, cpuMs: (userUs + system) / 1000 };
}

process.on('message', (order: MailOrder) => {
  void read(order).then((done) => process.send?.(done));
});
// The end of the channel means that the measuring process is gone, or has what it wants.
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
