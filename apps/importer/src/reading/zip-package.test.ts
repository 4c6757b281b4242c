import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isComplete } from '../ftp/server/completeness.ts';
import { openFile } from './open-file.ts';
import { readLocated } from './read-located.ts';
import { UsedAgain } from './used-again.ts';
import { openZip } from './zip-package.ts';
import { writeBehindHole, zip64Of } from './zip64.fixture.ts';

const FILES = {
  'Export/openimmo.xml': Buffer.from('<openimmo/>'),
  'Export/Bilder/Küche.JPG': Buffer.from('a kitchen'),
  'titel.jpg': Buffer.from('a house'),
  'a/plan.jpg': Buffer.from('one plan'),
  'b/plan.jpg': Buffer.from('another plan'),
};
let directory: string;
let path: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zip-package-'));
  path = join(directory, 'export.zip');
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function opening(zip: string) {
  const descriptor = await openFile(zip);
  const opened = await openZip(descriptor, () => undefined);
  const bytes = { descriptor, memory: new UsedAgain() };
  const find = async (name: string, mostBytes: number) => {
    const match = opened.names.find(name);
    if (match === undefined) return undefined;
    const file = { ...(await opened.locate(match.file, mostBytes)), certainty: match.certainty };
    return { ...file, read: () => readLocated(bytes, file) };
  };
  return { ...opened, find };
}

type Opened = Awaited<ReturnType<typeof opening>>;

async function contentOf(opened: Opened, name: string): Promise<string | undefined> {
  const found = await opened.find(name, 1000);
  return found && String(await found.read());
}

async function read(opened: Opened) {
  const [document, ...others] = opened.documents;
  return {
    documents: [document?.name, await text((await document?.open()) ?? Readable.from([])), others.length],
    exact: await contentOf(opened, 'Export/Bilder/Küche.JPG'),
    otherCase: await contentOf(opened, 'EXPORT/bilder/küche.jpg'),
    otherFolder: await contentOf(opened, 'C:/Bilder/Küche.jpg'),
    outside: await contentOf(opened, 'bilder/titel.jpg'),
    ambiguous: await contentOf(opened, 'c/plan.jpg'),
    oneOfSeveral: await contentOf(opened, 'b/plan.jpg'),
    missing: await contentOf(opened, 'missing.jpg'),
  };
}

const EXPECTED = {
  documents: ['Export/openimmo.xml', '<openimmo/>', 0],
  exact: 'a kitchen',
  otherCase: 'a kitchen',
  otherFolder: 'a kitchen',
  outside: 'a house',
  ambiguous: undefined,
  oneOfSeveral: 'another plan',
  missing: undefined,
};

async function zipOf(add: (zip: ZipFile) => void): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('<openimmo/>'), 'a.xml');
  add(zip);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

describe('a file of a package', () => {
  it('a file is read whether it is stored, compressed, incompressible or empty', async () => {
    const files: Record<string, Buffer> = {
      'noise.jpg': randomBytes(300_000),
      'text.jpg': Buffer.from('abc'.repeat(50_000)),
      'empty.jpg': Buffer.alloc(0),
    };
    const zip = await zipOf((one) => {
      for (const [name, bytes] of Object.entries(files)) {
        one.addBuffer(bytes, `stored-${name}`, { compress: false });
        one.addBuffer(bytes, name, { compress: true });
      }
    });
    await writeFile(path, zip);
    const opened = await opening(path);
    for (const [name, bytes] of Object.entries(files)) {
      for (const each of [name, `stored-${name}`]) {
        const found = await opened.find(each, 1_000_000);
        expect([each, found?.fault]).toEqual([each, undefined]);
        expect((await found?.read())?.equals(bytes), each).toBe(true);
      }
    }
    await opened.close();
  });

  it('a compressed file that is damaged, or has another size than the ZIP file says, is not read', async () => {
    const bytes = Buffer.from('a house '.repeat(2000));
    const whole = await zipOf((one) => one.addBuffer(bytes, 'house.jpg'));
    const name = Buffer.from('house.jpg');
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, whole.indexOf(name) + name.length, whole.indexOf(name) + name.length + 20);
    const atEntry = whole.lastIndexOf(name) - 46;
    const [shorter, longer] = [Buffer.from(whole), Buffer.from(whole)];
    shorter.writeUInt32LE(bytes.length - 1, atEntry + 24);
    longer.writeUInt32LE(bytes.length + 1, atEntry + 24);
    for (const zip of [damaged, shorter, longer]) {
      await writeFile(path, zip);
      const opened = await opening(path);
      const found = await opened.find('house.jpg', 1_000_000);
      await expect(found?.read()).rejects.toThrow();
      await opened.close();
    }
  });
});

describe('a package in ZIP64', () => {
  it('a package whose numbers are all those of ZIP64 is complete and read, by whatever paths its document names files', async () => {
    await writeFile(path, await zip64Of(FILES));
    expect(await isComplete(path)).toBe(true);
    const opened = await opening(path);
    expect(await read(opened)).toEqual(EXPECTED);
    await opened.close();
  });

  it('a package of more than 4 GB is complete and read', async () => {
    await writeBehindHole(path, await zip64Of(FILES));
    expect((await stat(path)).size).toBeGreaterThan(2 ** 32);
    expect(await isComplete(path)).toBe(true);
    const opened = await opening(path);
    expect(await read(opened)).toEqual(EXPECTED);
    await opened.close();
  });

  it('a package of more than 4 GB that lacks its last byte is not complete and is refused', async () => {
    await writeBehindHole(path, await zip64Of(FILES));
    await truncate(path, (await stat(path)).size - 1);
    expect(await isComplete(path)).toBe(false);
    await expect(opening(path)).rejects.toMatchObject({ failure: { code: 'package_unreadable' } });
  });
});
