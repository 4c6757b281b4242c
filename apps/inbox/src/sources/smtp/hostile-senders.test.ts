import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
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
import { Spool } from '../../intake/spool.ts';
import { startSmtpSource } from './smtp-source.ts';
import type { SmtpSource } from './smtp-source.ts';

const KNOWN = `${'k'.repeat(20)}@requests.example.org`;
let directory: string;
let source: SmtpSource;
let stored: number;
const sockets: Socket[] = [];
const conversations: Conversation[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'hostile-senders-'));
  stored = 0;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(conversations.splice(0).map((one) => one.close()));
  await source.close();
  await rm(directory, { recursive: true });
});

async function start(environment: Record<string, string> = {}): Promise<void> {
  source = await startSmtpSource(0, {
    config: loadConfig(InboxConfig, {
      NATS_URL: 'nats://x',
      MONGODB_URI: 'mongodb://x',
      INBOX_DOMAIN: 'requests.example.org',
      ...environment,
    }),
    spool: await Spool.open({ directory, mostBytes: 200_000_000, newId, onChange: () => undefined }),
    intake: (arrivals) => {
      stored += arrivals.length;
      return Promise.resolve();
    },
    recipients: {
      addressee: (address) =>
        Promise.resolve(address === KNOWN ? { targetId: 't', accountId: 'a', address } : undefined),
    },
    events: { mailRefused: () => undefined },
    clock: () => new Date(0),
    log: createLogger({ service: 'inbox', level: 'silent' }),
    showCertificate: () => () => undefined,
  });
}

/** A connection from one of the addresses of this machine that sends nothing, and what the server sends it. */
async function dial(localAddress: string) {
  const socket = connect({ port: source.port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  let text = '';
  socket.setEncoding('utf8').on('error', () => undefined);
  socket.on('data', (piece: string) => (text += piece));
  await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  return { socket, said: () => text };
}

async function talk(): Promise<Conversation> {
  const conversation = await Conversation.open(source.port);
  conversations.push(conversation);
  return conversation;
}

async function deliver(conversation: Conversation): Promise<string> {
  expect(await conversation.begin(KNOWN)).toMatch(/^354/);
  await conversation.send('Subject: a flat\r\n\r\nHello\r\n.\r\n');
  return conversation.reply();
}

const addresses = (count: number) =>
  Array.from({ length: count }, (_, number) => `127.0.0.${String(11 + number)}`);

describe('a thousand silent senders', () => {
  it.each([6, 100])(
    'a thousand silent senders of %i addresses keep no other one out, and no more of them are held than there are places',
    async (count) => {
      await start();
      const from = addresses(count);
      const dials: Promise<unknown>[] = [];
      for (let number = 0; number < 1000; number += 1) dials.push(dial(from[number % count] ?? ''));
      await Promise.all(dials);
      expect(await deliver(await talk())).toMatch(/^250/);
      expect(stored).toBe(1);
      await eventually(() =>
        expect(sockets.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(100),
      );
    },
  );

  it('a thousand silent senders do not end the connection of one that has delivered before and takes a while', async () => {
    await start();
    expect(await deliver(await talk())).toMatch(/^250/);
    const slow = await talk();
    await slow.begin(KNOWN);
    await slow.send('Subject: a house\r\n');
    const from = addresses(200);
    for (let round = 0; round < 5; round += 1) await Promise.all(from.map((address) => dial(address)));
    await slow.send('\r\nHello\r\n.\r\n');
    expect(await slow.reply()).toMatch(/^250/);
  });

  it('a silent sender that loses its place gets the reason', async () => {
    await start({ SMTP_MAX_CONNECTIONS: '2' });
    const [first = '', second = '', third = ''] = addresses(3);
    const oldest = await dial(first);
    await dial(second);
    expect((await dial(third)).said()).toMatch(/^220/);
    await eventually(() => expect(oldest.said()).toMatch(/^421 .*Too many connections; try again\./mu));
  });

  it('a sender that begins no email in time loses its connection, whatever else it says', async () => {
    await start({ SMTP_BEGIN_TIMEOUT_MS: '2000' });
    const idle = await talk();
    const busy = await talk();
    await busy.begin(KNOWN);
    expect(await idle.reply()).toMatch(/^421 .*No email was begun in time/);
    await busy.send('Subject: a flat\r\n\r\nHello\r\n.\r\n');
    expect(await busy.reply()).toMatch(/^250/);
  });
});
