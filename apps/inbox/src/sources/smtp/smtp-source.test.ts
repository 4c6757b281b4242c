import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { loadConfig } from '@estate/config';
import { eventually } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InboxConfig } from '../../config.ts';
import { startSmtpSource } from './smtp-source.ts';
import type { SmtpSource } from './smtp-source.ts';

let source: SmtpSource;
beforeAll(async () => {
  const config = loadConfig(InboxConfig, {
    NATS_URL: 'nats://x',
    MONGODB_URI: 'mongodb://x',
    INBOX_DOMAIN: 'requests.example.org',
    SMTP_MAX_CONNECTIONS_PER_ADDRESS: '1',
  });
  source = await startSmtpSource(0, {
    config,
    intake: () => Promise.resolve(),
    directory: { addressee: () => Promise.resolve(undefined) },
    events: { mailRefused: () => undefined },
    clock: () => new Date(),
  });
});
afterAll(() => source.close());

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

/** What one more connection is greeted with, which is ended then. */
async function codeOfNext(): Promise<string> {
  const { socket, code } = await dial();
  await hangUp(socket);
  return code;
}

describe('one address', () => {
  it('gets no more connections than it may have by trying again and again, and gets one when one ends', async () => {
    const { socket, code } = await dial();
    const tried = [code];
    for (let again = 0; again < 3; again += 1) tried.push(await codeOfNext());
    expect(tried).toEqual(['220', '421', '421', '421']);
    await hangUp(socket);
    await eventually(async () => expect(await codeOfNext()).toBe('220'));
  });
});
