import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, selfSigned } from '@estate/testing';
import { Client } from 'basic-ftp';
import { expect } from 'vitest';
import type { Arrived, Backend, FtpNote, LoginAnswer, PlainLogins } from './server/backend.ts';
import { FtpServer } from './server/ftp-server.ts';
import type { FtpServerOptions } from './server/ftp-server.ts';
import type { FtpLimits } from './server/limits.ts';
import { fromDiskName, nameOf, parentOf } from './server/paths.ts';
import { Spool } from './server/spool.ts';

export const LIMITS: FtpLimits = {
  connections: 50,
  connectionsBeforeLogin: 50,
  connectionsPerAddress: 40,
  strangersPerAddress: 40,
  connectionsPerSource: 20,
  connectionsPerAccount: 30,
  fileBytes: 200_000_000,
  sourceBytes: 300_000_000,
  accountBytes: 300_000_000,
  totalBytes: 400_000_000,
  entries: 50,
  idleMs: 60_000,
  silentMs: 60_000,
  loginMs: 60_000,
  dataConnectMs: 20_000,
  slowCheckMs: 60_000,
  slowestBytes: 1,
  transferMs: 600_000,
  failedLogins: 3,
  blockMs: 60_000,
  failedLoginDelayMs: 1,
};

const CERTIFICATE = selfSigned('localhost', { addresses: ['127.0.0.1'] });
/** User, password and source have the same name. */
const ACCOUNTS: Readonly<Record<string, string>> = {
  alpha: 'account',
  beta: 'account',
  other: 'other-account',
};
/** Each agency is an account of its own. */
const accountOf = (user: string) => (user.startsWith('agency-') ? user : ACCOUNTS[user]);

export interface StageOptions {
  limits?: Partial<FtpLimits>;
  server?: Partial<FtpServerOptions>;
  directory?: string;
}

/** The FTP server in this process, with a directory of its own and a clock that the test sets. */
export async function startStage({ limits, server, directory: given }: StageOptions = {}) {
  const directory = given ?? (await mkdtemp(join(tmpdir(), 'import-ftp-')));
  const notes: FtpNote[] = [];
  const arrived: Arrived[] = [];
  const results = new Map<string, string>();
  const clock = { ms: Date.now() };
  const state = { isUnavailable: false, isRevoked: false, plainLogins: 'allowed' as PlainLogins };
  const login = (user: string, password: string): LoginAnswer => {
    if (state.isUnavailable) return { refused: 'unavailable' };
    const { plainLogins } = state;
    const accountId = accountOf(user);
    return accountId !== undefined && user === password
      ? { sourceId: user, accountId, folder: '/', plainLogins }
      : { refused: 'unknown' };
  };
  const backend: Backend = {
    login: ({ user, password }) => Promise.resolve(login(user, password)),
    isValid: () => Promise.resolve(!state.isRevoked),
    results: () =>
      Promise.resolve(
        [...results].map(([path, text]) => ({
          folder: parentOf(path),
          name: nameOf(path),
          size: Buffer.byteLength(text),
          modifiedMs: clock.ms,
        })),
      ),
    result: ({ folder, name }) =>
      Promise.resolve(results.get(folder === '/' ? `/${name}` : `${folder}/${name}`)),
    arrived: (package_) => Promise.resolve(void arrived.push(package_)),
    note: (note) => notes.push(note),
  };
  const merged = { ...LIMITS, ...limits };
  const spool = await Spool.open({ directory, limits: merged, now: () => clock.ms });
  const ftp = await FtpServer.start(
    {
      host: '127.0.0.1',
      port: 0,
      ports: { first: 0, last: 0 },
      publicAddress: undefined,
      limits: merged,
      certificate: CERTIFICATE,
      sweepMs: 1_000_000,
      times: { stableMs: 10_000, incompleteMs: 900_000, keptMs: 86_400_000 },
      ...server,
    },
    backend,
    spool,
  );
  const leaving: (() => unknown)[] = [];
  return {
    directory,
    ftp,
    spool,
    notes,
    arrived,
    results,
    state,
    port: ftp.port,
    later: async (ms: number) => {
      clock.ms += ms;
      await ftp.sweep();
    },
    /** The paths of the packages that wait for the service. */
    ready: async () =>
      (await readdir(spool.ready)).map((name) => fromDiskName(name.split('.')[2] ?? '')).sort(),
    readyFiles: async () => (await readdir(spool.ready)).map((name) => join(spool.ready, name)),
    client: async (secure = false, user = 'alpha') => {
      const client = await connect(ftp.port, secure, user);
      leaving.push(() => client.close());
      return client;
    },
    dial: async (localAddress = '127.0.0.1') => {
      const dialled = dial(ftp.port, localAddress);
      leaving.push(() => dialled.socket.destroy());
      await dialled.greeted;
      return dialled;
    },
    stop: () => ftp.close(),
    close: async () => {
      for (const leave of leaving) leave();
      await ftp.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type Stage = Awaited<ReturnType<typeof startStage>>;

async function connect(port: number, secure: boolean, user: string): Promise<Client> {
  const client = new Client(30_000);
  const secureOptions = { ca: CERTIFICATE.cert, servername: 'localhost' };
  await client.access({ host: '127.0.0.1', port, user, password: user, secure, secureOptions });
  return client;
}

/** A connection from one of the addresses of this machine, and what the server says to it. */
function dial(port: number, localAddress: string) {
  const socket = connectSocket({ port, host: '127.0.0.1', localAddress });
  let text = '';
  socket.setEncoding('utf8').on('error', () => undefined);
  socket.on('data', (piece: string) => (text += piece));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const greeted = Promise.race([once(socket, 'data'), closed]);
  const heard = (reply: RegExp | string) => eventually(() => expect(text).toMatch(reply));
  return { socket, said: () => text, closed, greeted, heard };
}
