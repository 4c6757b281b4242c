import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readZip } from './test-support/read-zip.ts';
import { archive, type Archive } from './zip.ts';

const AT = new Date('2026-11-01T08:30:00Z');

async function bytesOf(packed: Archive): Promise<Buffer> {
  const copies: Buffer[] = [];
  for await (const chunk of packed.chunks()) copies.push(Buffer.from(chunk));
  return Buffer.concat(copies);
}

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zip-'));
});
afterAll(() => rm(directory, { recursive: true }));

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
  it('is the same, byte for byte, whenever and however often it is read', async () => {
    const first = await archive(await entries(), AT);
    const bytes = await bytesOf(first);
    const second = await archive(await entries(), AT);
    expect((await bytesOf(first)).equals(bytes)).toBe(true);
    expect((await bytesOf(second)).equals(bytes)).toBe(true);
  });

  it('holds every entry in order and is as long as announced', async () => {
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

  it('keeps a chunk while the next one is read, in little memory whatever the size', async () => {
    const path = join(directory, 'counted');
    const numbers = Buffer.from(Uint32Array.from({ length: 500_000 }, (_, index) => index).buffer);
    await writeFile(path, numbers);
    const packed = await archive([{ name: 'counted.jpg', content: { path } }], AT);
    const memory = new Set<ArrayBufferLike>();
    const copies: Buffer[] = [];
    let held: Buffer | undefined;
    for await (const chunk of packed.chunks()) {
      if (held) copies.push(Buffer.from(held));
      held = chunk;
      memory.add(chunk.buffer);
    }
    if (held) copies.push(held);
    expect((await readZip(Buffer.concat(copies))).get('counted.jpg')?.equals(numbers)).toBe(true);
    expect(memory.size).toBeLessThanOrEqual(3);
  });

  it('notices that a file has another size than before', async () => {
    const path = join(directory, 'changed');
    await writeFile(path, 'long content');
    await archive([{ name: 'a.pdf', content: { path } }], AT);
    await writeFile(path, 'short');
    const packed = await archive([{ name: 'a.pdf', content: { path } }], AT);
    expect(String((await readZip(await bytesOf(packed))).get('a.pdf'))).toBe('short');
  });

  it('reads large files when they are asked for', async () => {
    const path = join(directory, 'large');
    await writeFile(path, Buffer.alloc(17_000_000, 1));
    const packed = await archive([{ name: 'large.jpg', content: { path } }], AT);
    const content = await readZip(await bytesOf(packed));
    expect(content.get('large.jpg')?.length).toBe(17_000_000);
  });
});
