import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mailChannel } from './mail-channel.ts';
import type { MailChannel } from './mail-channel.ts';

const MAIL = { id: 'd1a2b3c4e5f6g7h8i9j0', to: 'it@example.org', subject: 'Webhook für CRM', text: 'Hello' };

let received: string[];
let recipientAnswer: string;
let server: Server;
let channel: MailChannel;

/** As much of a mail server as a sender needs. */
const fakeServer = (): Server =>
  createServer((socket) => {
    let data: string | undefined;
    socket.on('error', () => undefined);
    socket.write('220 fake\r\n');
    socket.on('data', (chunk) => {
      if (data !== undefined) {
        data += chunk.toString();
        if (!data.endsWith('\r\n.\r\n')) return;
        received.push(data);
        data = undefined;
        socket.write('250 stored\r\n');
      } else if (/^data/i.test(chunk.toString())) {
        data = '';
        socket.write('354 go on\r\n');
      } else if (/^rcpt/i.test(chunk.toString())) socket.write(recipientAnswer);
      else socket.write('250 ok\r\n');
    });
  });

beforeEach(async () => {
  [received, recipientAnswer] = [[], '250 ok\r\n'];
  server = fakeServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  channel = mailChannel({ url: `smtp://127.0.0.1:${String(port)}`, from: 'service@example.com' });
});
afterEach(async () => {
  await channel.close();
  server.close();
});

describe('the mail channel', () => {
  it('the mail channel sends the same message id at each attempt, and says that nobody wrote the email', async () => {
    expect(await channel.send(MAIL)).toEqual({ sent: true });
    expect(await channel.send(MAIL)).toEqual({ sent: true });
    expect(received).toHaveLength(2);
    for (const mail of received) {
      expect(mail).toContain('From: service@example.com\r\nTo: it@example.org\r\n');
      expect(mail).toContain('Message-ID: <d1a2b3c4e5f6g7h8i9j0@example.com>');
      expect(mail).toContain('Auto-Submitted: auto-generated');
    }
  });

  it.each([
    ['550 unknown user', true],
    ['451 try later', false],
  ])('the mail channel reports the answer %j, for good: %j', async (answer, isPermanent) => {
    recipientAnswer = `${answer}\r\n`;
    const result = await channel.send(MAIL);
    expect(result).toMatchObject({ sent: false, isPermanent });
    expect(result).toHaveProperty('failure', expect.stringContaining(answer));
    expect(received).toEqual([]);
  });

  it('the mail channel reports a server that cannot be reached as a failure that may end', async () => {
    server.close();
    await once(server, 'close');
    expect(await channel.send(MAIL)).toMatchObject({ sent: false, isPermanent: false });
  });
});
