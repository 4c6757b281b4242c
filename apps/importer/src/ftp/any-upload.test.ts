import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import type { Client } from 'basic-ftp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { zipOf } from '../../test/packages.ts';
import { startStage } from './ftp-server.fixture.ts';
import type { Stage } from './ftp-server.fixture.ts';

const DOCUMENT = '<?xml version="1.0"?><openimmo></openimmo>';
let stage: Stage;
let client: Client;

beforeEach(async () => {
  stage = await startStage();
  client = await stage.client();
});
afterEach(() => stage.close());

const put = (bytes: Buffer | string, name: string) => client.uploadFrom(Readable.from([bytes]), name);
const package_ = () => zipOf({ 'a.xml': Buffer.from(DOCUMENT) });

async function download(name: string): Promise<string> {
  const pieces: Buffer[] = [];
  await client.downloadTo(
    new Writable({
      write: (piece: Buffer, _charset, done) => {
        pieces.push(piece);
        done();
      },
    }),
    name,
  );
  return String(await buffer(Readable.from(pieces)));
}

describe('an upload that is answered with 226', () => {
  it('an upload of a complete package is a package of its own, however often its name is used again', async () => {
    for (let upload = 0; upload < 3; upload += 1) {
      await put(await package_(), 'openimmo.zip');
      await stage.later(2000);
    }
    await stage.later(10_001);
    expect(await stage.ready()).toEqual(['/openimmo.zip', '/openimmo.zip', '/openimmo.zip']);
  });

  it('an upload of a part of a package is replaced when its client begins again', async () => {
    const zip = await package_();
    await put(zip.subarray(0, 40), 'openimmo.zip');
    await put(zip, 'openimmo.zip');
    await stage.later(10_001);
    expect(await stage.ready()).toEqual(['/openimmo.zip']);
  });

  it('an upload that another one is renamed to is handed over before', async () => {
    await put(await package_(), 'a.zip');
    await put(await package_(), 'b.zip');
    await client.rename('b.zip', 'a.zip');
    await stage.later(10_001);
    expect(await stage.ready()).toEqual(['/a.zip', '/a.zip']);
  });

  it.each(['20270305_1200', 'a.oix', 'b.txt', 'c.zip', 'd.xml'])(
    'an upload under the name %s is handed over by its content, a ZIP file or a document',
    async (name) => {
      await put(await package_(), `1${name}`);
      await put(DOCUMENT, `2${name}`);
      await stage.later(10_001);
      expect(await stage.ready()).toEqual([`/1${name}`, `/2${name}`]);
    },
  );
});

describe('the result of a package', () => {
  it('the result of a package is in the directory of the package, and in no other', async () => {
    stage.results.set('/in/deep/p.log', 'Twelve objects');
    await client.ensureDir('/in/deep');
    expect((await client.list()).map(({ name }) => name)).toEqual(['p.log']);
    expect(await client.size('/in/deep/p.log')).toBe(14);
    expect(await download('p.log')).toBe('Twelve objects');
    expect((await client.list('/')).map(({ name }) => name)).toEqual(['in']);
    await expect(download('/p.log')).rejects.toThrow('550');
  });
});
