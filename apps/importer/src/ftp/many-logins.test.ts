import { Readable } from 'node:stream';
import { loadConfig } from '@estate/config';
import { afterEach, describe, expect, it } from 'vitest';
import { ImporterConfig } from '../config.ts';
import { startStage } from './ftp-server.fixture.ts';
import type { Stage } from './ftp-server.fixture.ts';
import { ftpServerOptions } from './ftp-settings.ts';

const DOCUMENT = '<?xml version="1.0"?><openimmo><uebertragung/></openimmo>';
const NEEDED = { MONGODB_URI: 'mongodb://127.0.0.1', NATS_URL: 'nats://127.0.0.1' };
let stage: Stage;

afterEach(() => stage.close());

/** The limits of a server without settings, or with these. */
const limitsOf = (settings: Record<string, string> = {}) =>
  ftpServerOptions(
    loadConfig(ImporterConfig, { ...NEEDED, CATALOG_INTERNAL_URL: 'http://127.0.0.1', ...settings }),
    undefined,
  ).limits;

const open = (agency: string) => stage.client(false, agency);

const agencies = (count: number) => Array.from({ length: count }, (_, number) => `agency-${String(number)}`);

describe('a vendor that exports for many agencies from one address', () => {
  it('a vendor that exports for many agencies from one address has a session for each of 60 at once by default', async () => {
    stage = await startStage({ limits: limitsOf() });
    const clients = [];
    for (const agency of agencies(60)) clients.push(await open(agency));
    for (const client of clients) await client.uploadFrom(Readable.from([Buffer.from(DOCUMENT)]), 'a.xml');
    await stage.later(10_001);
    expect(await stage.ready()).toEqual(agencies(60).map(() => '/a.xml'));
  });

  it('a vendor that exports for many agencies from one address loses no session to its own when 60 begin at once', async () => {
    stage = await startStage({ limits: limitsOf() });
    await open('agency-first');
    const clients = await Promise.all(agencies(60).map((agency) => open(agency)));
    expect(await Promise.all(clients.map((client) => client.pwd()))).toEqual(agencies(60).map(() => '/'));
  });

  it('a vendor that exports for many agencies from one address has no more sessions than an address may have, and others have theirs', async () => {
    stage = await startStage({ limits: limitsOf({ FTP_MAX_CONNECTIONS_PER_ADDRESS: '30' }) });
    for (const agency of agencies(30)) await open(agency);
    await expect(open('agency-last')).rejects.toThrow('421 Too many connections. One address may have 30.');
    const other = await stage.dial('127.0.0.2');
    other.socket.write('USER other\r\nPASS other\r\n');
    await other.heard('230 Welcome');
  });

  it('a vendor that exports for many agencies from one address has its limit for each login', async () => {
    stage = await startStage({ limits: limitsOf({ FTP_MAX_CONNECTIONS_PER_SOURCE: '2' }) });
    for (const agency of ['agency-a', 'agency-a', 'agency-b', 'agency-b']) await open(agency);
    await expect(open('agency-a')).rejects.toThrow('421 Too many connections of this import source.');
    await open('agency-c');
  });

  it('a stranger who does not log in holds 20 sessions of an address by default', async () => {
    stage = await startStage({ limits: limitsOf() });
    const first = await stage.dial();
    const others = [];
    for (let count = 1; count < 20; count += 1) others.push(await stage.dial());
    expect(first.said()).not.toContain('421');
    await stage.dial();
    await first.heard('421 The server has too many connections without a login');
    expect(others.map(({ said }) => said()).join('')).not.toContain('421');
  });
});
