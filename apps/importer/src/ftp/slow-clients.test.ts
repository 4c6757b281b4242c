import { PassThrough, Readable } from 'node:stream';
import { eventually } from '@estate/testing';
import type { Client } from 'basic-ftp';
import { afterEach, describe, expect, it } from 'vitest';
import { startStage } from './ftp-server.fixture.ts';
import type { Stage, StageOptions } from './ftp-server.fixture.ts';

const DOCUMENT = '<?xml version="1.0"?><openimmo><uebertragung/></openimmo>';
let stage: Stage;

afterEach(() => stage.close());

const start = async (limits: StageOptions['limits']) => (stage = await startStage({ limits: limits ?? {} }));

const open = (user?: string) => stage.client(false, user);

/** Begins an upload that sends no more than its first byte; resolves when it has ended. */
async function uploadSlowly(client: Client, name: string): Promise<unknown> {
  const source = new PassThrough();
  source.write('x');
  return client.uploadFrom(source, name).catch(() => undefined);
}

const put = (client: Client, name: string) => client.uploadFrom(Readable.from([Buffer.from(DOCUMENT)]), name);
const uploads = () => stage.notes.flatMap((note) => (note.kind === 'upload' ? [note.outcome] : []));

describe('a slow client', () => {
  it('a slow client has its upload ended, and continues it from where it was', async () => {
    await start({ slowCheckMs: 50, slowestBytes: 1000 });
    await uploadSlowly(await open(), 'a.tmp');
    await eventually(() => expect(uploads()).toEqual(['slow']));
    const { directory } = stage;
    await stage.stop();
    stage = await startStage({ directory });
    const again = await open();
    const before = await again.size('a.tmp');
    expect(before).toBeLessThanOrEqual(1);
    await again.appendFrom(Readable.from([Buffer.alloc(5000)]), 'a.tmp');
    expect(await again.size('a.tmp')).toBe(before + 5000);
  });

  it('a slow client that always sends enough has its upload ended after a time', async () => {
    await start({ slowCheckMs: 60_000, transferMs: 50 });
    await uploadSlowly(await open(), 'a.tmp');
    await eventually(() => expect(uploads()).toEqual(['slow']));
  });

  it('a slow client delays neither the uploads nor the packages of others', async () => {
    await start({});
    const slow = await open();
    void uploadSlowly(slow, 'slow.tmp');
    await eventually(async () => expect((await stage.spool.folder('alpha', 'account')).isBusy).toBe(true));
    await put(await open('beta'), 'beta.xml');
    await put(await open('alpha'), 'alpha.xml');
    await stage.later(10_001);
    expect(await stage.ready()).toEqual(['/alpha.xml', '/beta.xml']);
    expect((await stage.spool.folder('alpha', 'account')).isBusy).toBe(true);
  });

  it('a slow client that opens no data connection has its upload ended after a time', async () => {
    await start({ dataConnectMs: 50 });
    const client = await open();
    await client.send('EPSV');
    await expect(client.send('STOR a.tmp')).resolves.toMatchObject({ code: 150 });
    await eventually(() => expect(uploads()).toEqual(['cut']));
  });

  it('a slow client that sends no command is ended, before its login and after it', async () => {
    await start({ loginMs: 50 });
    const before = await stage.dial();
    await before.closed;
    expect(before.said()).toContain('421 No login in time.');
    await stage.close();
    await start({ idleMs: 500 });
    const after = await stage.dial();
    after.socket.write('USER alpha\r\nPASS alpha\r\n');
    await after.closed;
    expect(after.said()).toMatch(/230 Welcome\.\r\n421 No command in time\./);
  });
});

describe('the sessions of the FTP server', () => {
  it('the sessions of the FTP server without a login cannot take the places of those with one', async () => {
    await start({ connections: 4, connectionsBeforeLogin: 2 });
    const client = await open();
    const [first, ...waiting] = [await stage.dial(), await stage.dial(), await stage.dial()];
    await first.closed;
    await put(client, 'a.xml');
    for (const { said } of waiting) expect(said()).toMatch(/^220 [^\r]*\r\n$/);
    await eventually(async () => expect((await open()).closed).toBe(false));
  });

  it('the sessions of the FTP server are limited in all and for one address', async () => {
    await start({ connections: 2 });
    await open();
    const second = await open('beta');
    await expect(stage.client()).rejects.toThrow('421 Too many connections.');
    second.close();
    await eventually(async () => expect((await open()).closed).toBe(false));
    await stage.close();
    await start({ connectionsPerAddress: 1 });
    await open();
    await expect(stage.client()).rejects.toThrow('421 Too many connections.');
  });
});
