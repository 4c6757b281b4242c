import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readZip } from './test-support/read-zip.ts';
import { CHUNK_BYTES } from './chunk-memory.ts';
import { archive, type Archive } from './zip.ts';

const AT = new Date('2026-11-01T08:30:00Z');

async function bytesOf(packed: Archive): Promise<Buffer> {
  const copies: Buffer[] = [];
  for await (const chunk of packed.chunks()) copies.push(Buffer.from(chunk));
  return Buffer.concat(copies);
}

/** As they are once all were handed out, not as each was when it was handed out. */
async function keptBytes(packed: Archive): Promise<Buffer> {
  const kept: Uint8Array[] = [];
  for await (const chunk of packed.chunks()) kept.push(chunk);
  return Buffer.concat(kept);
}

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zip-'));
});
afterAll(() => rm(directory, { recursive: true }));

interface RandomFile {
  path: string;
  size: number;
  hash: string;
}

const aroundTheBuffer = fc.integer({ min: CHUNK_BYTES - 100, max: CHUNK_BYTES + 100 });
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const contentOf = ({ path, size, hash }: RandomFile) => ({
  size,
  sha256: hash,
  open: () => Promise.resolve({ size, sha256: hash, source: { file: path } }),
});
const entryOf = (file: RandomFile, index = 0) => ({ name: `a_${index}.jpg`, content: contentOf(file) });

const randomFile = (length: number) => fileOf(randomBytes(length));

async function fileOf(bytes: Buffer): Promise<RandomFile> {
  const path = join(directory, randomUUID());
  await writeFile(path, bytes);
  return { path, size: bytes.length, hash: hashOf(bytes) };
}

/** The files that this process has open. */
async function openPaths(): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd');
  return Promise.all(descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
}

async function entries() {
  const picture = await fileOf(Buffer.alloc(70_000, 'picture'));
  return [
    { name: 'a.xml', content: Buffer.from('<a/>') },
    { name: 'a_001.jpg', content: contentOf(picture) },
    { name: 'empty.pdf', content: Buffer.alloc(0) },
  ];
}

describe('a package', () => {
  it('a package is the same, byte for byte, whenever and however often it is read', async () => {
    const first = archive(await entries(), AT);
    const bytes = await bytesOf(first);
    const second = archive(await entries(), AT);
    expect((await bytesOf(first)).equals(bytes)).toBe(true);
    expect((await bytesOf(second)).equals(bytes)).toBe(true);
  });

  it('a package holds every entry in order and is as long as announced', async () => {
    const packed = archive(await entries(), AT);
    const bytes = await bytesOf(packed);
    const content = await readZip(bytes);
    expect(bytes.length).toBe(packed.size);
    expect([...content].map(([name, { length }]) => [name, length])).toEqual([
      ['a.xml', 4],
      ['a_001.jpg', 70_000],
      ['empty.pdf', 0],
    ]);
  });

  it('a package is whole for a reader that keeps every chunk until the end, whatever the sizes of its files', async () => {
    const sizes = fc.array(fc.oneof(fc.nat(1000), aroundTheBuffer, fc.nat(3 * CHUNK_BYTES)), {
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(sizes, async (lengths) => {
        const files = await Promise.all(lengths.map(randomFile));
        const packed = archive(files.map(entryOf), AT);
        const content = await readZip(await keptBytes(packed));
        expect([...content.values()].map(hashOf)).toEqual(files.map(({ hash }) => hash));
      }),
      { numRuns: 60 },
    );
  });

  it('a package is whole for each file size around the size of a read', async () => {
    const lengths = Array.from({ length: 90 }, (_, index) => CHUNK_BYTES - 70 + index);
    const files = await Promise.all(lengths.map(randomFile));
    const packed = archive(files.map(entryOf), AT);
    const content = await readZip(await keptBytes(packed));
    expect([...content.values()].map(hashOf)).toEqual(files.map(({ hash }) => hash));
  });

  it('a package is whole for readers that release each chunk once they have done with it', async () => {
    const files = await Promise.all(Array.from({ length: 20 }, () => randomFile(CHUNK_BYTES)));
    const read = async () => {
      const packed = archive(files.map(entryOf), AT);
      const [copies, unreleased, used]: [Buffer[], Uint8Array[], Set<unknown>] = [[], [], new Set()];
      const release = (chunk: Uint8Array) => {
        copies.push(Buffer.from(chunk));
        packed.release(chunk);
        packed.release(chunk);
      };
      for await (const chunk of packed.chunks()) {
        used.add(chunk.buffer);
        unreleased.push(chunk);
        if (unreleased.length > 2) release(unreleased.shift() ?? chunk);
      }
      unreleased.forEach(release);
      const content = await readZip(Buffer.concat(copies));
      expect([...content.values()].map(hashOf)).toEqual(files.map(({ hash }) => hash));
      return used.size;
    };
    const used = await Promise.all([read(), read(), read()]);
    // Of three readers that have a file in hand, another one unreleased, and read four ahead.
    expect(Math.max(...used)).toBeLessThanOrEqual(18);
  });

  it('a package is never in memory as a whole', async () => {
    const files = await Promise.all(Array.from({ length: 4 }, () => randomFile(5_000_000)));
    const packed = archive(files.map(entryOf), AT);
    let largest = 0;
    for await (const chunk of packed.chunks()) largest = Math.max(largest, chunk.length);
    expect(largest).toBeLessThanOrEqual(CHUNK_BYTES);
  });

  it('a package closes the file that is read when its reader stops', async () => {
    const file = await randomFile(5_000_000);
    const packed = archive([entryOf(file)], AT);
    for await (const chunk of packed.chunks()) if (chunk.length > 1000) break;
    await vi.waitFor(async () => expect(await openPaths()).not.toContain(file.path));
  });

  it.each([600_000, 9_000_000])(
    'a package is not completed when a file of %i bytes has other bytes than its hash says',
    async (length) => {
      const file = await randomFile(length);
      const packed = archive([entryOf(file)], AT);
      await writeFile(file.path, randomBytes(length));
      await expect(bytesOf(packed)).rejects.toThrow('have the hash');
    },
  );

  it('a package is not completed when a large file changes after its checksum was computed', async () => {
    const file = await randomFile(9_000_000);
    const packed = archive([entryOf(file)], AT);
    await bytesOf(packed);
    await writeFile(file.path, randomBytes(9_000_000));
    await expect(bytesOf(packed)).rejects.toThrow('have the hash');
  });

  it('a package is not completed when a file is shorter than announced', async () => {
    const file = await randomFile(600_000);
    await writeFile(file.path, 'short');
    await expect(bytesOf(archive([entryOf(file)], AT))).rejects.toThrow(/have the hash|not as many/);
  });

  it('a package reads large files when they are asked for', async () => {
    const large = await fileOf(Buffer.alloc(17_000_000, 1));
    const packed = archive([{ name: 'large.jpg', content: contentOf(large) }], AT);
    const content = await readZip(await bytesOf(packed));
    expect(content.get('large.jpg')?.length).toBe(17_000_000);
  });

  it('a package reads a file before it is asked for while the one before it is sent', async () => {
    const files = await Promise.all(Array.from({ length: 3 }, () => randomFile(CHUNK_BYTES)));
    const opened: string[] = [];
    const watched = files.map((file, index) => {
      const entry = entryOf(file, index);
      const open = () => (opened.push(file.path), entry.content.open());
      return { ...entry, content: { ...entry.content, open } };
    });
    const chunks = archive(watched, AT).chunks();
    await chunks.next();
    expect(opened).toEqual(files.map(({ path }) => path));
    await chunks.return(undefined);
  });
});
