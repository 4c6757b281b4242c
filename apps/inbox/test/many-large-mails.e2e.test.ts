// One engine: ./inbox.e2e.test.ts, ../src/stores/stores.int.test.ts: the connections of senders differ, and not what is stored of an email.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { ContactRequest } from '@estate/contracts';
import { createLogger } from '@estate/observability';
import { connectMongo } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { eventually, freePort } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORMS } from './mail-forms.ts';
import { sample } from './samples.ts';
import { Conversation } from './smtp-conversation.ts';
import { send } from './smtp-client.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

const CONNECTIONS = 20;
const MAIL_BYTES = 24_000_000;
const PIECE_BYTES = 1_000_000;
/** Half of the spool, which has room for 20 of them. */
const ACCEPTED = CONNECTIONS / 2;
/** Most memory of the process once it has stored them and reads them: that of its container (deploy/src/derived/facts.ts). */
const MOST_MB = 768;
const FILLING = Buffer.alloc(MAIL_BYTES, `${'x'.repeat(74)}\r\n`);
let stage: Stage;
let database: Database;
let port: number;
let pid: number;

beforeAll(async () => {
  stage = await openStage();
  port = await freePort();
  const uri = stage.env['MONGODB_URI'] ?? '';
  const log = createLogger({ service: 'test', level: 'silent' });
  database = await connectMongo({ uri, database: stage.env['MONGODB_DATABASE'] ?? '', log });
  const child = await stage.startProcess({ SMTP_PORT: String(port) });
  pid = child.pid ?? 0;
});
afterAll(async () => {
  await database?.close();
  await stage?.close();
});

const peakResidentMb = () =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]) / 1024;

let made = 0;

/** The pieces of an email of its own. */
function mailTo(address: string): Buffer[] {
  made += 1;
  const head = [
    'From: p@portal.example',
    `To: ${address}`,
    `Message-ID: <${String(made)}@portal.example>`,
    'Content-Type: image/jpeg',
    'Content-Transfer-Encoding: base64',
    '\r\n',
  ].join('\r\n');
  const lines = FILLING.subarray(0, FILLING.length - head.length);
  const pieces = Math.ceil(lines.length / PIECE_BYTES);
  return [
    Buffer.from(head),
    ...Array.from({ length: pieces }, (_, n) => lines.subarray(n * PIECE_BYTES, (n + 1) * PIECE_BYTES)),
    Buffer.from('\r\n'),
  ];
}

async function isStored(mail: readonly Buffer[]): Promise<boolean> {
  const hash = (pieces: readonly Buffer[]) =>
    pieces.reduce((sum, piece) => sum.update(piece), createHash('sha256')).digest('hex');
  const found = await database.bytes('raw-mails').read(hash(mail));
  if (found === null) return false;
  expect(hash([await buffer(found.stream)])).toBe(hash(mail));
  return true;
}

/** What a connection said in the end, and whether its email is stored byte for byte. */
interface Outcome {
  code: string;
  isStored: boolean;
}

/** Sends an email up to its final dot on every connection, then the dots; every other one says before how much comes. */
async function sendLarge(open: readonly Conversation[]): Promise<{ outcomes: Outcome[]; grownMb: number }> {
  const { address } = stage.target();
  const beforeMb = peakResidentMb();
  const mails = open.map(() => mailTo(address));
  const size = ` SIZE=${String(MAIL_BYTES)}`;
  const begun = await Promise.all(open.map((each, n) => each.begin(address, n % 2 === 0 ? size : '')));
  const isBegun = begun.map((reply) => reply.startsWith('354'));
  await Promise.all(
    open.map(async (each, n) => {
      if (!isBegun[n]) return;
      for (const piece of mails[n]!) await each.send(piece);
    }),
  );
  const grownMb = peakResidentMb() - beforeMb;
  const replies = await Promise.all(
    open.map(async (each, n) => {
      if (!isBegun[n]) return begun[n]!;
      await each.send('.\r\n');
      return each.reply();
    }),
  );
  const outcomes = await Promise.all(
    replies.map(async (reply, n) => ({ code: reply.slice(0, 3), isStored: await isStored(mails[n]!) })),
  );
  return { outcomes, grownMb };
}

describe('a sender with 20 connections that holds 24 MB on each before the final dot', () => {
  it('a sender with 20 connections that holds 24 MB on each before the final dot gets 250 for what is stored byte for byte and 452 for the rest, whether it announces sizes or not', async () => {
    const open = await Promise.all(Array.from({ length: CONNECTIONS }, () => Conversation.open(port)));
    const { outcomes, grownMb } = await sendLarge(open);
    // The emails are on disk: what grew is buffers of sockets that V8 has not collected yet.
    expect(grownMb).toBeLessThan((ACCEPTED * MAIL_BYTES) / 1_000_000);
    expect(new Set(outcomes.map(({ code, isStored: is }) => `${code} ${String(is)}`))).toEqual(
      new Set(['250 true', '452 false']),
    );
    expect(outcomes.filter(({ code }) => code === '250')).toHaveLength(ACCEPTED);
    await Promise.all(open.map((each) => each.close()));
    const { targetId, address } = stage.target();
    await send({
      port,
      to: address,
      raw: FORMS['a plain attachment']!({ to: address }, sample('feedback-basic')),
    });
    await eventually(
      () => expect(stage.published.map(({ data }) => (data as ContactRequest).targetId)).toContain(targetId),
      180_000,
    );
    expect(peakResidentMb()).toBeLessThan(MOST_MB);
  });
});
