import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Client } from 'basic-ftp';
import { afterEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { startStage } from './ftp-server.fixture.ts';
import { fromDiskName } from './server/paths.ts';
import type { Stage, StageOptions } from './ftp-server.fixture.ts';

let stage: Stage;

afterEach(() => stage.close());

const start = async (options?: StageOptions) => (stage = await startStage(options));

const open = (...as: Parameters<Stage['client']>) => stage.client(...as);

const DOCUMENT = '<?xml version="1.0"?><openimmo><uebertragung/></openimmo>';

async function zipOf(bytes: Buffer = Buffer.from(DOCUMENT), name = 'a.xml'): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(bytes, name, { compress: false });
  zip.end();
  return buffer(zip.outputStream as Readable);
}

const put = (client: Client, bytes: Buffer | string, name: string) =>
  client.uploadFrom(Readable.from([Buffer.from(bytes)]), name);

async function download(client: Client, name: string): Promise<string> {
  const pieces: Buffer[] = [];
  const sink = new Writable({
    write: (piece: Buffer, _, done) => {
      pieces.push(piece);
      done();
    },
  });
  await client.downloadTo(sink, name);
  return Buffer.concat(pieces).toString();
}

describe('a package', () => {
  it.each([false, true])(
    'a package is handed over byte for byte after its rename (TLS: %s)',
    async (secure) => {
      await start();
      const client = await open(secure);
      const zip = await zipOf(randomBytes(300_000));
      await put(client, zip, 'export.zip.tmp');
      await stage.later(3_600_000);
      expect(await stage.ready()).toEqual([]);
      await client.rename('export.zip.tmp', 'export.zip');
      await stage.later(0);
      expect(await stage.ready()).toEqual(['/export.zip']);
      const [file = ''] = await stage.readyFiles();
      expect(await readFile(file)).toEqual(zip);
    },
  );

  it('a package without a rename is handed over once it has not changed for the time that is set', async () => {
    await start();
    const client = await open();
    await put(client, await zipOf(), 'export.zip');
    await put(client, DOCUMENT, 'Objekte März.XML');
    await stage.later(9000);
    expect(await stage.ready()).toEqual([]);
    await stage.later(1001);
    expect(await stage.ready()).toEqual(['/Objekte März.XML', '/export.zip']);
  });

  it('a package without a rename is not overtaken by a later one that is renamed', async () => {
    await start();
    const client = await open();
    await put(client, await zipOf(), 'plain.zip');
    await stage.later(1000);
    await put(client, await zipOf(), 'renamed.tmp');
    await client.rename('renamed.tmp', 'renamed.zip');
    await stage.later(1000);
    const inOrder = (await stage.readyFiles())
      .sort()
      .map((file) => fromDiskName(basename(file).split('.')[2] ?? ''));
    expect(inOrder).toEqual(['/plain.zip', '/renamed.zip']);
    const of = { sourceId: 'alpha', accountId: 'account' };
    expect(stage.arrived).toMatchObject([of, of]);
  });

  it('a package whose end is missing waits for its rest, which REST and APPE add', async () => {
    await start();
    const client = await open();
    const zip = await zipOf(randomBytes(100_000));
    await put(client, zip.subarray(0, 50_000), 'a.zip');
    await put(client, DOCUMENT.slice(0, 30), 'b.xml');
    await stage.later(60_000);
    expect(await stage.ready()).toEqual([]);
    expect(await client.size('a.zip')).toBe(50_000);
    await client.appendFrom(Readable.from([zip.subarray(50_000)]), 'a.zip');
    await client.send('TYPE I');
    await put(client, DOCUMENT, 'b.xml');
    await stage.later(10_001);
    expect(await stage.ready()).toEqual(['/a.zip', '/b.xml']);
  });

  it('a package whose end never comes is handed over in the end, so that its result says so', async () => {
    await start();
    await put(await open(), 'no ZIP file', 'a.zip');
    await stage.later(899_000);
    expect(await stage.ready()).toEqual([]);
    await stage.later(1001);
    expect(await stage.ready()).toEqual(['/a.zip']);
  });

  it('a package of 60 MB arrives whole over TLS', async () => {
    await start();
    const client = await open(true);
    const zip = await zipOf(randomBytes(60_000_000));
    await put(client, zip, 'large.zip.part');
    expect(await client.size('large.zip.part')).toBe(zip.length);
    await client.rename('large.zip.part', 'large.zip');
    await stage.later(0);
    const [file = ''] = await stage.readyFiles();
    expect(zip.equals(await readFile(file))).toBe(true);
  });

  it('a package that was handed over is still shown with its size, and can be sent again', async () => {
    await start();
    const client = await open();
    const zip = await zipOf();
    await put(client, zip, 'a.zip');
    await stage.later(10_001);
    expect(await client.size('a.zip')).toBe(zip.length);
    expect((await client.list()).map(({ name, size }) => [name, size])).toEqual([['a.zip', zip.length]]);
    await put(client, zip, 'a.zip');
    await stage.later(10_001);
    expect(await stage.ready()).toEqual(['/a.zip', '/a.zip']);
  });

  it('a package that is complete is handed over when the server closes', async () => {
    await start();
    await put(await open(), await zipOf(), 'a.zip');
    await stage.stop();
    expect(await stage.ready()).toEqual(['/a.zip']);
  });
});

describe('the directory of a source', () => {
  it('the directory of a source shows nothing of another source', async () => {
    await start();
    const [alpha, beta] = [await open(false, 'alpha'), await open(true, 'beta')];
    await put(alpha, DOCUMENT, 'a.xml');
    expect(await beta.list()).toEqual([]);
    for (const path of ['/a.xml', '../alpha/a.xml', '/../../alpha/f-L2EueG1s']) {
      await expect(beta.size(path)).rejects.toThrow('550');
      await expect(download(beta, path)).rejects.toThrow('550');
    }
  });

  it('the directory of a source takes the commands that programs send around an upload', async () => {
    await start();
    const client = await open();
    expect(await client.pwd()).toBe('/');
    await client.ensureDir('/in/heute');
    expect(await client.pwd()).toBe('/in/heute');
    await put(client, DOCUMENT, 'a.tmp');
    expect((await client.list('/in')).map(({ name, isDirectory }) => [name, isDirectory])).toEqual([
      ['heute', true],
    ]);
    expect((await client.lastMod('a.tmp')).getTime()).toBeGreaterThan(0);
    await client.rename('a.tmp', 'b.tmp');
    await client.remove('b.tmp');
    await client.cd('/');
    await client.removeDir('/in');
    expect(await client.list()).toEqual([]);
    for (const command of [
      'SYST',
      'NOOP',
      'STAT',
      'TYPE A',
      'MODE S',
      'STRU F',
      'SITE CHMOD 644 a',
      'ALLO 10',
      'OPTS UTF8 ON',
    ])
      expect((await client.send(command)).code).toBeLessThan(300);
  });

  it('the directory of a source holds result files, which can be downloaded; packages cannot', async () => {
    await start();
    stage.results.set('/a.log', 'Zwölf Objekte');
    const client = await open(true);
    await put(client, DOCUMENT, 'a.xml');
    expect((await client.list()).map(({ name }) => name).sort()).toEqual(['a.log', 'a.xml']);
    expect(await client.size('a.log')).toBe(14);
    expect(await download(client, 'a.log')).toBe('Zwölf Objekte');
    await expect(download(client, 'a.xml')).rejects.toThrow('550 Only result files');
  });

  it('the directory of a source is the same after a restart', async () => {
    await start();
    const client = await open();
    await client.ensureDir('/in');
    await put(client, DOCUMENT.slice(0, 20), 'a.xml');
    client.close();
    await stage.stop();
    const { directory } = stage;
    await start({ directory });
    const again = await open();
    expect(await again.size('/in/a.xml')).toBe(20);
    await again.appendFrom(Readable.from([Buffer.from(DOCUMENT.slice(20))]), '/in/a.xml');
    await stage.later(10_001);
    expect(await stage.ready()).toEqual(['/in/a.xml']);
  });
});

describe('a client', () => {
  it('a client with a wrong password is refused, and its user is blocked at its address after too many tries', async () => {
    await start();
    for (const _ of [1, 2]) await expect(stage.client(false, 'nobody')).rejects.toThrow('530');
    for (const _ of [3, 4]) await expect(stage.client(false, 'nobody')).rejects.toThrow('421');
    await expect(open()).resolves.toBeDefined();
  });

  it('a client without TLS is refused when its source needs TLS', async () => {
    await start();
    stage.state.plainLogins = 'refused-by-source';
    await expect(stage.client(false)).rejects.toThrow('530 This import source accepts logins over TLS only');
    await expect(open(true)).resolves.toBeDefined();
  });

  it('a client hears that the login cannot be checked, and is not blocked for it', async () => {
    await start();
    stage.state.isUnavailable = true;
    for (let tries = 0; tries < 5; tries += 1) await expect(stage.client()).rejects.toThrow('421');
    stage.state.isUnavailable = false;
    await expect(open()).resolves.toBeDefined();
  });

  it('a client whose password was changed during its session stores nothing more', async () => {
    await start();
    const client = await open();
    stage.state.isRevoked = true;
    await expect(put(client, DOCUMENT, 'a.xml')).rejects.toThrow('421');
  });

  it('a client cannot make the server connect elsewhere', async () => {
    await start();
    const client = await open();
    for (const command of ['PORT 127,0,0,1,0,25', 'EPRT |1|127.0.0.1|25|'])
      await expect(client.send(command)).rejects.toThrow('502');
  });

  it('many clients that change to TLS at the same time all get their first command answered', async () => {
    await start();
    const all = await Promise.all(Array.from({ length: 20 }, () => open(true)));
    await Promise.all(all.map((client, index) => put(client, DOCUMENT, `${String(index)}.xml`)));
    await stage.later(10_001);
    expect(await stage.ready()).toHaveLength(20);
  });
});

describe('the limits', () => {
  it('the limit of a file ends its upload', async () => {
    await start({ limits: { fileBytes: 100_000 } });
    await expect(put(await open(), randomBytes(200_000), 'a.zip')).rejects.toThrow('552');
  });

  it('the limit of a source counts all its files, and deleting one makes room', async () => {
    await start({ limits: { sourceBytes: 100_000 } });
    const client = await open();
    await put(client, randomBytes(80_000), 'a.tmp');
    await expect(put(client, randomBytes(80_000), 'b.tmp')).rejects.toThrow('552');
    for (const name of ['a.tmp', 'b.tmp']) await client.remove(name);
    await put(client, randomBytes(80_000), 'c.tmp');
  });

  it('the limit of files of a source holds for names without end', async () => {
    await start({ limits: { entries: 3 } });
    const client = await open();
    for (const name of ['a.tmp', 'b.tmp', 'c.tmp']) await put(client, 'x', name);
    await expect(put(client, 'x', 'd.tmp')).rejects.toThrow('552');
    await expect(client.send('MKD d')).rejects.toThrow('552');
    await expect(client.send(`MKD ${'x'.repeat(500)}`)).rejects.toThrow('553');
    await expect(client.send(`MKD ${'x'.repeat(2000)}`)).rejects.toThrow(/500|closed|ECONN|EPIPE/);
  });

  it('the limit of connections of a source refuses further ones', async () => {
    await start({ limits: { connectionsPerSource: 2 } });
    await open();
    const second = await open();
    await expect(stage.client()).rejects.toThrow('421');
    second.close();
  });

  it('files that nobody continues are handed over after the time that is set, so that a result says why', async () => {
    await start();
    const client = await open();
    await put(client, 'x', 'a.tmp');
    await stage.later(86_400_001);
    expect(await stage.ready()).toEqual(['/a.tmp']);
  });

  it('files that belong into a package are refused with a reason', async () => {
    await start();
    await expect(put(await open(), 'x', 'a.jpg')).rejects.toThrow('553 Only packages are accepted');
  });
});
