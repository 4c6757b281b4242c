import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { eventually } from '@estate/testing';
import type { Client } from 'basic-ftp';
import { afterEach, describe, expect, it } from 'vitest';
import { startStage } from './ftp-server.fixture.ts';
import type { Stage, StageOptions } from './ftp-server.fixture.ts';

const DOCUMENT = '<?xml version="1.0"?><openimmo><uebertragung/></openimmo>';
/** As by default, with a block after three failed logins. */
const PLACES = {
  connections: 200,
  connectionsBeforeLogin: 100,
  connectionsPerAddress: 20,
  strangersPerAddress: 20,
};
let stage: Stage;

afterEach(() => stage.close());

const start = async (options: StageOptions = {}) => (stage = await startStage(options));

const open = (user?: string) => stage.client(false, user);
const dial = (localAddress?: string) => stage.dial(localAddress);

/** Tries a login from the address; the last reply to it. */
async function login(localAddress: string, user: string, password: string): Promise<string> {
  const { socket, said } = await dial(localAddress);
  socket.write(`USER ${user}\r\n`);
  await eventually(() => expect(said()).toMatch(/^(?:331|421) /mu));
  if (said().includes('331 ')) socket.write(`PASS ${password}\r\n`);
  await eventually(() => expect(said()).toMatch(/^(?:230|530|421) .*\r\n$/mu));
  socket.destroy();
  return said().trim().split('\r\n').at(-1) ?? '';
}

const put = (client: Client, bytes: Buffer | string, name: string) =>
  client.uploadFrom(Readable.from([Buffer.from(bytes)]), name);

const addresses = (count: number, first = 11) =>
  Array.from({ length: count }, (_, number) => `127.0.0.${String(first + number)}`);

describe('a thousand silent connections', () => {
  it.each([5, 100])(
    'a thousand silent connections of %i addresses keep nobody out, and no more of them are held than there are places',
    async (count) => {
      await start({ limits: PLACES });
      const from = addresses(count);
      const sockets: Socket[] = [];
      for (let round = 0; round < 1000 / from.length; round += 1)
        for (const { socket } of await Promise.all(from.map((address) => dial(address))))
          sockets.push(socket);
      expect(sockets).toHaveLength(1000);
      const client = await open();
      await put(client, DOCUMENT, 'a.xml');
      await eventually(() =>
        expect(sockets.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(
          PLACES.connectionsBeforeLogin,
        ),
      );
    },
  );

  it('a thousand silent connections do not end the one of somebody who has logged in before and takes a while', async () => {
    await start({ limits: PLACES });
    (await open()).close();
    const slow = await dial();
    slow.socket.write('USER alpha\r\n');
    await slow.heard('331');
    const from = addresses(200);
    for (let round = 0; round < 5; round += 1) await Promise.all(from.map((address) => dial(address)));
    slow.socket.write('PASS alpha\r\n');
    await slow.heard('230 Welcome');
  });

  it('the oldest silent connection gets the reason for losing its place', async () => {
    await start({ limits: { connectionsBeforeLogin: 2 } });
    const [first, second, third] = [await dial(), await dial(), await dial()];
    await first.heard('421 The server has too many connections without a login');
    expect([second.said(), third.said()]).toEqual([
      '220 OpenImmo packages only.\r\n',
      '220 OpenImmo packages only.\r\n',
    ]);
  });

  it('a silent connection ends after a time of its own, which a login ends', async () => {
    await start({ limits: { silentMs: 100 } });
    const client = await open();
    const silent = await dial();
    await silent.heard('421 No command in time.');
    expect(await client.pwd()).toBe('/');
  });
});

describe('failed logins', () => {
  it('failed logins block the user at this address only: neither another user there nor the user elsewhere', async () => {
    await start();
    const [office = '', stranger = ''] = addresses(2);
    for (const _ of [1, 2]) expect(await login(stranger, 'alpha', 'wrong')).toMatch(/^530/);
    expect(await login(stranger, 'alpha', 'wrong')).toMatch(/^421 Too many failed logins of this user/);
    expect(await login(stranger, 'alpha', 'alpha')).toMatch(/^421/);
    expect(await login(stranger, 'beta', 'beta')).toMatch(/^230/);
    expect(await login(office, 'alpha', 'alpha')).toMatch(/^230/);
    await stage.later(60_001);
    expect(await login(stranger, 'alpha', 'alpha')).toMatch(/^230/);
  });

  it('failed logins of one user from many addresses delay further ones before the password is checked, but not where the user has logged in before', async () => {
    await start({ limits: { failedLoginDelayMs: 3_600_000 } });
    const [office = '', ...strangers] = addresses(3);
    expect(await login(office, 'alpha', 'alpha')).toMatch(/^230/);
    expect(await login(strangers[0] ?? '', 'alpha', 'wrong')).toMatch(/^530/);
    const guess = await dial(strangers[1]);
    guess.socket.write('USER alpha\r\nPASS alpha\r\n');
    await guess.heard('331');
    const waiting = await dial(strangers[0]);
    waiting.socket.write('USER beta\r\nPASS beta\r\n');
    await waiting.heard('331');
    expect(await login(office, 'alpha', 'alpha')).toMatch(/^230/);
    for (const { said } of [guess, waiting]) expect(said()).not.toMatch(/^(?:230|530|421) /mu);
  });
});

describe('an account that fills the storage', () => {
  const LIMITS = { sourceBytes: 80_000, accountBytes: 100_000, totalBytes: 200_000 };
  const FULL = '552 The storage of this account is full';

  it('an account that fills the storage with several sources is refused with the reason, and others go on', async () => {
    await start({ limits: LIMITS });
    const [alpha, beta, other] = [await open('alpha'), await open('beta'), await open('other')];
    await put(alpha, randomBytes(70_000), 'a.tmp');
    await expect(put(beta, randomBytes(70_000), 'b.tmp')).rejects.toThrow(FULL);
    await put(other, randomBytes(70_000), 'c.tmp');
    await alpha.remove('a.tmp');
    await put(beta, randomBytes(70_000), 'b.tmp');
  });

  it('an account that fills the storage with packages that wait for the service has space again when they are taken', async () => {
    await start({ limits: { ...LIMITS, entries: 2 } });
    const [alpha, beta, other] = [await open('alpha'), await open('beta'), await open('other')];
    await put(alpha, randomBytes(70_000), 'a.tmp');
    await alpha.rename('a.tmp', 'a.zip');
    await stage.later(0);
    expect(await stage.ready()).toEqual(['/a.zip']);
    await expect(put(beta, randomBytes(70_000), 'b.tmp')).rejects.toThrow(FULL);
    await expect(put(alpha, randomBytes(20_000), 'b.tmp')).rejects.toThrow(
      '552 The storage of this import source is full',
    );
    await expect(put(alpha, '', 'c.tmp')).rejects.toThrow('552 The directory of this import source');
    await put(other, randomBytes(70_000), 'c.tmp');
    for (const file of await stage.readyFiles()) await rm(file);
    await stage.later(0);
    await put(beta, randomBytes(30_000), 'd.tmp');
  });

  it('an account that fills the storage is still full after a restart, before any of its sources has logged in', async () => {
    await start({ limits: LIMITS });
    await put(await open('alpha'), randomBytes(70_000), 'a.tmp');
    const { directory } = stage;
    await stage.stop();
    await start({ limits: LIMITS, directory });
    await expect(put(await open('beta'), randomBytes(70_000), 'b.tmp')).rejects.toThrow(FULL);
  });

  it('an account has its share of the sessions, and others have theirs', async () => {
    await start({ limits: { connectionsPerAccount: 2 } });
    await open('alpha');
    await open('beta');
    await expect(stage.client(false, 'alpha')).rejects.toThrow(
      '421 Too many connections of the import sources',
    );
    await open('other');
  });
});
