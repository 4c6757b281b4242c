import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, TLSSocket } from 'node:tls';
import { eventually } from '@estate/testing';
import { expect, it } from 'vitest';
import { CommandLog } from './command-log.ts';
import { FtpFaults } from './ftp-faults.ts';
import type { FtpSession } from './ftp-session.ts';
import { selfSigned } from '../certificate.ts';
import { SessionGuard } from './session-guard.ts';

const LOCALHOST = selfSigned('localhost');

/** A connection over TCP: its client's side and its server's. */
async function connection() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [plain] = (await once(server, 'connection')) as [Socket];
  return { server, client, plain };
}

const NO_DATA: FtpSession['connector'] = {
  socket: null,
  waitForConnection: () => Promise.reject(new Error('There is no data connection.')),
  end: () => undefined,
};

it('a client that begins its TLS handshake before the server listens for it is answered', async () => {
  const { server, client, plain } = await connection();
  const readAsCommands: string[] = [];
  plain.on('data', (bytes: Buffer) => readAsCommands.push(bytes.toString('latin1')));
  const handshake = new Promise<void>((resolve) => {
    client.once('data', () => {
      connectTls({ socket: client, ca: LOCALHOST.cert, host: 'localhost' }, resolve);
    });
  });
  const session: FtpSession = {
    id: 'session',
    commandSocket: plain,
    connector: NO_DATA,
    reply: () => Promise.resolve(),
    commands: {
      handle: async () => {
        plain.write('234 Go on.\r\n');
        await eventually(() => expect(plain.bytesRead).toBeGreaterThan(100));
        const secureContext = createSecureContext(LOCALHOST);
        session.commandSocket = new TLSSocket(plain, { isServer: true, secureContext });
      },
    },
  };
  new SessionGuard(session, new CommandLog(), new FtpFaults());
  await session.commands.handle('AUTH TLS');
  expect(readAsCommands).toEqual([]);
  await handshake;
  client.destroy();
  server.close();
});

it('a command right after the handshake is read, also when the server notices the end of the handshake late', async () => {
  const { server, client, plain } = await connection();
  const commands: string[] = [];
  const session: FtpSession = {
    id: 'session',
    commandSocket: plain,
    connector: NO_DATA,
    reply: () => Promise.resolve(),
    commands: {
      handle: async (line) => {
        if (line !== 'AUTH TLS') return void commands.push(line);
        plain.write('234 Go on.\r\n');
        const secure = new TLSSocket(plain, {
          isServer: true,
          secureContext: createSecureContext(LOCALHOST),
        });
        secure.on('data', (bytes) => plain.emit('data', bytes));
        session.commandSocket = secure;
        await once(secure, 'data');
      },
    },
  };
  plain.on('data', (bytes: Buffer) => void session.commands.handle(bytes.toString('latin1').trim()));
  new SessionGuard(session, new CommandLog(), new FtpFaults());
  client.write('AUTH TLS\r\n');
  await once(client, 'data');
  const encrypted = connectTls({ socket: client, ca: LOCALHOST.cert, host: 'localhost' });
  await once(encrypted, 'secureConnect');
  encrypted.write('USER anna\r\n');
  await eventually(() => expect(commands).toEqual(['USER anna']));
  encrypted.destroy();
  server.close();
});
