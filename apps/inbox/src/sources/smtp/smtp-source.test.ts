import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@estate/config';
import { createLogger } from '@estate/observability';
import { newId } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Conversation } from '../../../test/smtp-conversation.ts';
import { InboxConfig } from '../../config.ts';
import { HEAD_BYTES } from '../../domain/mail.ts';
import type { RefusalReason } from './refusal.ts';
import { Spool } from '../../intake/spool.ts';
import { startSmtpSource } from './smtp-source.ts';
import type { SmtpSource } from './smtp-source.ts';

const KNOWN = 'k'.repeat(20);
const to = (local: string) => `${local}@requests.example.org`;
const MAX_BYTES = 2 * HEAD_BYTES;
const BIG = Buffer.alloc(HEAD_BYTES + 100_000, `${'x'.repeat(74)}\r\n`);
let directory: string;
let spool: Spool;
let files: FileHandle[];
let reserved: number;
let refused: RefusalReason[];
let stored: string[];
let intakeWaits: Promise<void> | undefined;
let source: SmtpSource;
const open: Conversation[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'estate-spool-'));
  const onChange = (bytes: number) => (reserved = bytes);
  // Space for three of the largest emails, for one of them by one sender.
  spool = await Spool.open({ directory, mostBytes: 3 * MAX_BYTES, newId, onChange });
  [refused, stored, intakeWaits, files] = [[], [], undefined, []];
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
  await source.close();
  expect(await readdir(directory)).toEqual([]);
  expect(files.filter(({ fd }) => fd !== -1)).toEqual([]);
  expect(reserved).toBe(0);
  await rm(directory, { recursive: true });
});

async function start(environment: Record<string, string> = {}, known = [to(KNOWN)]): Promise<void> {
  const config = loadConfig(InboxConfig, {
    NATS_URL: 'nats://x',
    MONGODB_URI: 'mongodb://x',
    INBOX_DOMAIN: 'requests.example.org',
    INBOX_FORWARDED_DOMAINS: 'mail.customer.example',
    MAIL_MAX_BYTES: String(MAX_BYTES),
    ...environment,
  });
  const target = { targetId: 't', accountId: 'a' };
  source = await startSmtpSource(0, {
    config,
    spool: {
      reservation: (sender) => spool.reservation(sender),
      hasSpace: (sender, bytes) => spool.hasSpace(sender, bytes),
      file: async () => {
        const file = await spool.file();
        files.push(file);
        return file;
      },
    },
    intake: async (arrivals) => {
      for (const { raw } of arrivals) {
        stored.push((await text(raw.read(0, raw.length))).split('\r\n', 1)[0] ?? '');
      }
      await intakeWaits;
    },
    recipients: {
      addressee: async (address) => (known.includes(address) ? { ...target, address } : undefined),
    },
    events: { mailRefused: ({ reason }) => refused.push(reason) },
    clock: () => new Date(0),
    log: createLogger({ service: 'inbox', level: 'silent' }),
    showCertificate: () => () => undefined,
  });
}

async function text(pieces: AsyncIterable<Buffer>): Promise<string> {
  let all = '';
  for await (const piece of pieces) all += piece.toString('latin1');
  return all;
}

async function talk(): Promise<Conversation> {
  const conversation = await Conversation.open(source.port);
  open.push(conversation);
  return conversation;
}

async function end(conversation: Conversation): Promise<string> {
  await conversation.send('\r\n.\r\n');
  return conversation.reply();
}

const codesOf = (replies: readonly string[]) => replies.map((reply) => reply.slice(0, 3));

describe('the connections of one address', () => {
  /** A connection, and the code it is greeted with. */
  async function dial(): Promise<{ socket: Socket; code: string }> {
    const socket = connect(source.port, '127.0.0.1');
    const [greeting] = (await once(socket, 'data')) as [Buffer];
    return { socket, code: greeting.toString().slice(0, 3) };
  }

  async function hangUp(socket: Socket): Promise<void> {
    const closed = once(socket, 'close');
    socket.destroy();
    await closed;
  }

  /** The code with which one more connection is greeted, which is ended then. */
  async function codeOfNext(): Promise<string> {
    const { socket, code } = await dial();
    await hangUp(socket);
    return code;
  }

  it('the connections of one address are no more than allowed however often it tries, and one more when one ends', async () => {
    await start({ SMTP_MAX_CONNECTIONS_PER_ADDRESS: '1' });
    const { socket, code } = await dial();
    const tried = [code];
    for (let again = 0; again < 3; again += 1) tried.push(await codeOfNext());
    expect(tried).toEqual(['220', '421', '421', '421']);
    await hangUp(socket);
    await eventually(async () => expect(await codeOfNext()).toBe('220'));
  });
});

describe('a sender whose share of the spool is taken', () => {
  /** Begins an email that takes all its sender may have. */
  async function fill(): Promise<Conversation> {
    const conversation = await talk();
    expect(await conversation.begin(to(KNOWN), ` SIZE=${String(MAX_BYTES)}`)).toMatch(/^354/);
    return conversation;
  }

  it('a sender whose share of the spool is taken gets 452 at MAIL FROM when it announces the size of the next email', async () => {
    await start();
    await fill();
    const reply = await (await talk()).say(`MAIL FROM:<a@b.example> SIZE=${String(MAX_BYTES)}`);
    expect(reply).toMatch(/^452 /);
    expect(refused).toEqual(['spool-full']);
  });

  it('a sender whose share of the spool is taken gets 452 at DATA when it announces no size', async () => {
    await start();
    await fill();
    const next = await talk();
    expect(await next.begin(to(KNOWN))).toMatch(/^452 /);
    // The connection is as good as before.
    expect(await next.say('RSET')).toMatch(/^250/);
  });

  it('a sender whose share of the spool is taken gets 452 at DATA when another email took the space after its MAIL FROM', async () => {
    await start();
    const late = await talk();
    await late.say(`MAIL FROM:<a@b.example> SIZE=${String(MAX_BYTES)}`);
    await late.say(`RCPT TO:<${to(KNOWN)}>`);
    await fill();
    expect(await late.say('DATA')).toMatch(/^452/);
  });

  it('a sender whose share of the spool is taken may send an email that it says is small', async () => {
    await start();
    await fill();
    const next = await talk();
    expect(await next.begin(to(KNOWN), ' SIZE=1000')).toMatch(/^354/);
    await next.send('Subject: small\r\n\r\nHello');
    expect(await end(next)).toMatch(/^250/);
    expect(stored).toEqual(['Subject: small']);
  });

  it('a sender whose share of the spool is taken gets 452 at the end of an email that is larger than announced, and nothing of it is stored', async () => {
    await start();
    const [liar, other] = [await talk(), await talk()];
    expect(await liar.begin(to(KNOWN), ' SIZE=1000')).toMatch(/^354/);
    expect(await other.begin(to(KNOWN), ` SIZE=${String(MAX_BYTES)}`)).toMatch(/^354/);
    await liar.send(BIG);
    expect(await end(liar)).toMatch(/^452/);
    expect(stored).toEqual([]);
    expect(reserved).toBe(MAX_BYTES);
  });

  it('a sender whose share of the spool is taken gets its space back when the email is stored or too large, or when its connection ends', async () => {
    await start();
    const whole = await fill();
    await whole.send(BIG);
    expect(await end(whole)).toMatch(/^250/);
    expect(reserved).toBe(0);
    const large = await fill();
    await large.send(Buffer.concat([BIG, BIG]));
    expect(await end(large)).toMatch(/^552/);
    expect(reserved).toBe(0);
    await (await fill()).close();
    await eventually(() => expect(reserved).toBe(0));
    expect(refused).toEqual(['too-large', 'disconnected']);
  });

  it('a sender whose share of the spool is taken gets its space back when the store fails, and its file is closed', async () => {
    await start();
    intakeWaits = Promise.reject(new Error('the store is unavailable'));
    intakeWaits.catch(() => undefined);
    const mail = await fill();
    await mail.send(BIG);
    expect(await end(mail)).toMatch(/^451/);
    expect(reserved).toBe(0);
    expect(files.map(({ fd }) => fd)).toEqual([-1]);
    expect(refused).toEqual(['trouble']);
  });

  it('a sender whose share of the spool is taken is held to it until the email is stored', async () => {
    let store: () => void = () => undefined;
    await start();
    intakeWaits = new Promise((resolve) => (store = resolve));
    const mail = await fill();
    await mail.send(BIG);
    const reply = end(mail);
    await eventually(() => expect(stored).toHaveLength(1));
    expect(reserved).toBeGreaterThan(HEAD_BYTES);
    expect(reserved).toBeLessThan(MAX_BYTES);
    store();
    expect(await reply).toMatch(/^250/);
    expect(reserved).toBe(0);
  });
});

describe('an email that comes too slowly', () => {
  it('an email that comes too slowly ends its connection when its time is over, and leaves nothing', async () => {
    await start({ SMTP_DATA_TIMEOUT_MS: '50' });
    const slow = await talk();
    await slow.begin(to(KNOWN));
    await slow.send('Subject: slow\r\n');
    expect(await slow.reply()).toMatch(/^421/);
    expect(await slow.reply()).toBe('');
    expect(refused).toEqual(['slow']);
    expect(stored).toEqual([]);
  });
});

describe('an email that does not end', () => {
  it('an email that does not end ends its connection at four times the size that is allowed', async () => {
    await start();
    const endless = await talk();
    await endless.begin(to(KNOWN));
    for (let sent = 0; sent <= 4 * MAX_BYTES + BIG.length; sent += BIG.length) await endless.send(BIG);
    expect(await endless.reply()).toMatch(/^421/);
    expect(refused).toEqual(['endless']);
  });
});

describe('a sender that guesses request addresses', () => {
  const guess = (conversation: Conversation, n: number) =>
    conversation.say(`RCPT TO:<${to(String(n).padStart(20, '0'))}>`);

  it('a sender that guesses request addresses loses its connection after ten of them', async () => {
    await start();
    const conversation = await talk();
    await conversation.say('MAIL FROM:<a@b.example>');
    const replies: string[] = [];
    for (let n = 0; n < 11; n += 1) replies.push(await guess(conversation, n));
    expect(codesOf(replies)).toEqual([...Array.from({ length: 10 }, () => '550'), '421']);
    expect(refused.at(-1)).toBe('guessing');
  });

  it('a sender that guesses request addresses learns nothing about any address of the domain after so many in an hour', async () => {
    await start({ SMTP_UNKNOWN_RECIPIENTS_PER_HOUR: '3' });
    const first = await talk();
    await first.say('MAIL FROM:<a@b.example>');
    for (let n = 0; n < 3; n += 1) expect(await guess(first, n)).toMatch(/^550/);
    const replies: string[] = [];
    for (const address of [to(KNOWN), to('u'.repeat(20))]) {
      const next = await talk();
      await next.say('MAIL FROM:<a@b.example>');
      replies.push(await next.say(`RCPT TO:<${address}>`));
    }
    expect(codesOf(replies)).toEqual(['421', '421']);
    expect(replies[0]).toBe(replies[1]);
    const forwarded = await talk();
    await forwarded.say('MAIL FROM:<a@b.example>');
    expect(await forwarded.say('RCPT TO:<anyone@mail.customer.example>')).toMatch(/^250/);
  });

  it('a sender that guesses request addresses is none that names as many known recipients, such as the server of a portal', async () => {
    const known = Array.from({ length: 15 }, (_, n) => to(String(n).padStart(20, 'k')));
    await start({ SMTP_UNKNOWN_RECIPIENTS_PER_HOUR: '3' }, known);
    const conversation = await talk();
    const replies: string[] = [];
    for (const [n, address] of known.entries()) {
      await conversation.say('MAIL FROM:<a@b.example>');
      replies.push(await conversation.say(`RCPT TO:<${address}>`), await guess(conversation, n));
      await conversation.say('RSET');
    }
    expect(codesOf(replies)).toEqual(known.flatMap(() => ['250', '550']));
  });

  it('a sender that guesses request addresses is none that names one deleted address again and again', async () => {
    await start({ SMTP_UNKNOWN_RECIPIENTS_PER_HOUR: '3' });
    for (let again = 0; again < 5; again += 1) {
      const conversation = await talk();
      await conversation.say('MAIL FROM:<a@b.example>');
      expect(await guess(conversation, 1)).toMatch(/^550/);
    }
    const next = await talk();
    await next.say('MAIL FROM:<a@b.example>');
    expect(await next.say(`RCPT TO:<${to(KNOWN)}>`)).toMatch(/^250/);
  });
});
