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
  hash: string;
}

const aroundTheBuffer = fc.integer({ min: CHUNK_BYTES - 100, max: CHUNK_BYTES + 100 });
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const entryOf = ({ path }: RandomFile, index = 0) => ({ name: `a_${index}.jpg`, content: { path } });

async function randomFile(length: number): Promise<RandomFile> {
  const path = join(directory, randomUUID());
  const bytes = randomBytes(length);
  await writeFile(path, bytes);
  return { path, hash: hashOf(bytes) };
}

/** The files that this process has open. */
async function openPaths(): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd');
  return Promise.all(descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
}

async function entries() {
  const path = join(directory, 'picture');
  await writeFile(path, Buffer.alloc(70_000, 'picture'));
  return [
    { name: 'a.xml', content: Buffer.from('<a/>') },
    { name: 'a_001.jpg', content: { path } },
    { name: 'empty.pdf', content: Buffer.alloc(0) },
  ];
}

describe('a package', () => {
  it('a package is the same, byte for byte, whenever and however often it is read', async () => {
    const first = await archive(await entries(), AT);
    const bytes = await bytesOf(first);
    const second = await archive(await entries(), AT);
    expect((await bytesOf(first)).equals(bytes)).toBe(true);
    expect((await bytesOf(second)).equals(bytes)).toBe(true);
  });

  it('a package holds every entry in order and is as long as announced', async () => {
    const packed = await archive(await entries(), AT);
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
        const packed = await archive(files.map(entryOf), AT);
        const content = await readZip(await keptBytes(packed));
        expect([...content.values()].map(hashOf)).toEqual(files.map(({ hash }) => hash));
      }),
      { numRuns: 60 },
    );
  });

  it('a package is whole for each file size around the size of a read', async () => {
    const lengths = Array.from({ length: 90 }, (_, index) => CHUNK_BYTES - 70 + index);
    const files = await Promise.all(lengths.map(randomFile));
    const packed = await archive(files.map(entryOf), AT);
    const content = await readZip(await keptBytes(packed));
    expect([...content.values()].map(hashOf)).toEqual(files.map(({ hash }) => hash));
  });

  it('a package is whole for readers that release each chunk once they have done with it', async () => {
    const files = await Promise.all(Array.from({ length: 20 }, () => randomFile(CHUNK_BYTES)));
    const read = async () => {
      const packed = await archive(files.map(entryOf), AT);
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
    // Each file is two chunks, and each reader has at most four at a time.
    expect(Math.max(...used)).toBeLessThanOrEqual(12);
  });

  it('a package is never in memory as a whole', async () => {
    const files = await Promise.all(Array.from({ length: 4 }, () => randomFile(5_000_000)));
    const packed = await archive(files.map(entryOf), AT);
    let largest = 0;
    for await (const chunk of packed.chunks()) largest = Math.max(largest, chunk.length);
    expect(largest).toBeLessThanOrEqual(CHUNK_BYTES);
  });

  it('a package closes the file that is read when its reader stops', async () => {
    const file = await randomFile(5_000_000);
    const packed = await archive([entryOf(file)], AT);
    for await (const chunk of packed.chunks()) if (chunk.length > 1000) break;
    await vi.waitFor(async () => expect(await openPaths()).not.toContain(file.path));
  });

  it('a package is not completed when a file has other bytes than before', async () => {
    const file = await randomFile(600_000);
    const packed = await archive([entryOf(file)], AT);
    await writeFile(file.path, randomBytes(600_000));
    await expect(bytesOf(packed)).rejects.toThrow('changed while it was sent');
    await expect(archive([entryOf(file)], AT)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('a package is not completed when a file is shorter than before, which is then made again', async () => {
    const path = join(directory, 'changed');
    const entry = { name: 'a.pdf', content: { path } };
    await writeFile(path, 'long content');
    const packed = await archive([entry], AT);
    await writeFile(path, 'short');
    await expect(bytesOf(packed)).rejects.toThrow('could not be read');
    await writeFile(path, 'short');
    expect(String((await readZip(await bytesOf(await archive([entry], AT)))).get('a.pdf'))).toBe('short');
  });

  it('a package reads large files when they are asked for', async () => {
    const path = join(directory, 'large');
    await writeFile(path, Buffer.alloc(17_000_000, 1));
    const packed = await archive([{ name: 'large.jpg', content: { path } }], AT);
    const content = await readZip(await bytesOf(packed));
    expect(content.get('large.jpg')?.length).toBe(17_000_000);
  });
});
