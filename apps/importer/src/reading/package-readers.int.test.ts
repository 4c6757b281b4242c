import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@estate/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentOf, zipOf } from '../../test/packages.ts';
import { readerProgram } from '../../test/reader-program.ts';
import type { ImportRecord } from '../domain/import.ts';
import { PackageReaders } from './package-readers.ts';
import type { ReadRow } from './read-outcome.ts';
import { ReaderCrashed } from './reader-process.ts';

const LIMITS = { memoryMb: 300, timeoutMs: 60_000, mostIdle: 1 };
const RECORD = { id: 'import', accountId: 'account', queueId: 'queue' } as ImportRecord;
const { signal } = new AbortController();
let directory: string;
let program: string;
let readers: PackageReaders;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'package-readers-'));
  program = await readerProgram();
  readers = new PackageReaders({ ...LIMITS, directory, program });
});
afterEach(async () => {
  await readers.close();
  await rm(directory, { recursive: true, force: true });
});

async function stored(bytes: Uint8Array): Promise<string> {
  const path = join(directory, `package-${randomBytes(4).toString('hex')}`);
  await writeFile(path, bytes);
  return path;
}

/** The processes that this one has started to read packages. */
const pids = (): number[] =>
  execFileSync('pgrep', ['-f', '-P', String(process.pid), 'package-reader.process'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
    .map(Number);

async function objectsOf(bytes: Uint8Array, storeFile?: (file: Buffer) => Promise<string>) {
  const opened = await readers.open(await stored(bytes), signal);
  const rows: ReadRow[] = [];
  const addRows = (some: readonly ReadRow[]) => Promise.resolve(void rows.push(...some));
  const outcome = await opened.read(RECORD, { addRows, ...(storeFile && { storeFile }) }, signal);
  await opened.close();
  return { rows, outcome };
}

describe('a ZIP file inside a ZIP file', () => {
  const inner = async () =>
    zipOf({ 'openimmo.xml': documentOf([{ number: '1', photos: ['a.jpg'] }]), 'a.jpg': Buffer.from('one') });

  it('a ZIP file inside a ZIP file is read with its files, and leaves nothing on the disk', async () => {
    const path = await stored(
      await zipOf({ 'export/package.ZIP': await inner(), 'read.me': Buffer.from('x') }),
    );
    const opened = await readers.open(path, signal);
    expect((await readdir(directory)).filter((name) => name.startsWith('inner-'))).toEqual([]);
    const rows: ReadRow[] = [];
    await opened.read(RECORD, { addRows: async (some) => void rows.push(...some) }, signal);
    expect(rows).toMatchObject([{ numbers: { external: '1' } }]);
    const files = await opened.files({ paths: ['a.jpg'], mostBytes: 100 }, signal);
    expect((await files.find('a.jpg')?.read())?.toString()).toBe('one');
    await opened.close();
  });

  it.each([
    [
      'deeper than that',
      async () => ({ 'a.zip': await zipOf({ 'b.zip': await inner() }) }),
      'document_missing',
    ],
    [
      'beside another one',
      async () => ({ 'a.zip': await inner(), 'b.zip': await inner() }),
      'document_missing',
    ],
    ['that is a bomb', async () => ({ 'a.zip': Buffer.alloc(3_000_000) }), 'limit_exceeded'],
    ['that is no ZIP file', async () => ({ 'a.zip': Buffer.from('nothing') }), 'package_unreadable'],
  ] as const)('a ZIP file inside a ZIP file %s fails', async (_what, files, code) => {
    const path = await stored(await zipOf(await files()));
    await expect(readers.open(path, signal)).rejects.toMatchObject({ failure: { code } });
    expect((await readdir(directory)).filter((name) => name.startsWith('inner-'))).toEqual([]);
  });

  it('a ZIP file inside a ZIP file is left alone beside a document', async () => {
    const document = documentOf([{ number: '2' }]);
    const { rows } = await objectsOf(await zipOf({ 'openimmo.xml': document, 'plans.zip': await inner() }));
    expect(rows).toMatchObject([{ numbers: { external: '2' } }]);
  });
});

describe('a process that reads packages', () => {
  it('a process that reads packages gives the objects of one after the other', async () => {
    for (const number of ['1', '2']) {
      const { rows, outcome } = await objectsOf(documentOf([{ number }]));
      expect(rows).toMatchObject([{ importId: 'import', numbers: { external: number }, outcome: 'pending' }]);
      expect(outcome).toMatchObject({ objects: 1, scope: 'partial' });
    }
    expect(pids()).toHaveLength(1);
  });

  it('a process that reads packages hands embedded files over without a name on the disk', async () => {
    const files = [randomBytes(300_000), randomBytes(100)];
    const objects = files.map((file, index) => ({
      number: String(index),
      embedded: file.toString('base64'),
    }));
    const taken: Buffer[] = [];
    const { rows } = await objectsOf(documentOf(objects), async (file) => {
      taken.push(Buffer.from(file));
      const names = await readdir(directory);
      return (
        names.filter((name) => name.startsWith('import')).join(' ') || `https://example.org/${taken.length}`
      );
    });
    expect(taken.map((file, index) => file.equals(files[index]!))).toEqual([true, true]);
    const references = rows.map(({ content }) => content?.attachments[0]?.source);
    expect(references).toMatchObject([
      { reference: 'https://example.org/1' },
      { reference: 'https://example.org/2' },
    ]);
  });

  it('a process that reads packages finds files, which the service reads from the package', async () => {
    const opened = await readers.open(
      await stored(await zipOf({ 'a.xml': documentOf([]), 'b.jpg': Buffer.from('a house') })),
      signal,
    );
    const files = await opened.files({ paths: ['B.JPG', 'c.jpg'], mostBytes: 1000 }, signal);
    expect(String(await files.find('B.JPG')?.read())).toBe('a house');
    expect(files.find('c.jpg')).toBeUndefined();
    await opened.close();
  });

  it('a process that reads packages stays usable after the service failed to save what it read', async () => {
    const opened = await readers.open(await stored(documentOf([{ number: '1' }])), signal);
    const addRows = () => Promise.reject(new Error('the database is unavailable'));
    await expect(opened.read(RECORD, { addRows }, signal)).rejects.toThrow('the database is unavailable');
    expect(opened.isLost).toBe(false);
    await opened.close();
    const before = pids();
    expect((await objectsOf(documentOf([{ number: '2' }]))).rows).toHaveLength(1);
    expect(pids()).toEqual(before);
  });

  it('a process that reads packages and makes no progress is ended, and the next package gets another one', async () => {
    readers = new PackageReaders({ ...LIMITS, timeoutMs: 1000, directory, program });
    const opened = await readers.open(await stored(documentOf([{ number: '1' }])), signal);
    const [pid = 0] = pids();
    process.kill(pid, 'SIGSTOP');
    const reading = opened.read(RECORD, { addRows: () => Promise.resolve() }, signal);
    await expect(reading).rejects.toThrow(ReaderCrashed);
    expect(opened.isLost).toBe(true);
    await opened.close();
    expect((await objectsOf(documentOf([{ number: '2' }]))).rows).toHaveLength(1);
  });

  it('a process that reads packages and was killed by something else does not count against the package', async () => {
    const opened = await readers.open(await stored(documentOf([{ number: '1' }])), signal);
    process.kill(pids()[0] ?? 0, 'SIGKILL');
    const reading = opened.read(RECORD, { addRows: () => Promise.resolve() }, signal);
    await expect(reading).rejects.toThrow('was killed');
    await expect(reading).rejects.not.toThrow(ReaderCrashed);
    await opened.close();
  });

  it('a process that reads packages ends when the work is stopped', async () => {
    const stopped = new AbortController();
    const opened = await readers.open(await stored(documentOf([{ number: '1' }])), signal);
    process.kill(pids()[0] ?? 0, 'SIGSTOP');
    const reading = opened.read(RECORD, { addRows: () => Promise.resolve() }, stopped.signal);
    stopped.abort(new Error('the service is stopping'));
    await expect(reading).rejects.toThrow('the service is stopping');
    await opened.close();
    await eventually(() => expect(() => pids()).toThrow());
  });

  it('a process that reads packages knows nothing of the environment of the service', async () => {
    const opened = await readers.open(await stored(documentOf([])), signal);
    expect(await readFile(`/proc/${String(pids()[0])}/environ`, 'utf8')).not.toMatch(/HOME|PATH=|MONGODB/u);
    await opened.close();
  });
});
