import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Unavailable } from '@estate/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AttachmentCache, AttachmentLost } from './attachment-cache.ts';

let directory: string;
let server: Server;
let catalogUrl: string;
let asked: string[];
let answerWith: (sha256: string) => {
  status: number;
  body: Buffer | string;
  headers?: Record<string, string>;
};

const sha256 = (bytes: string) => createHash('sha256').update(bytes).digest('hex');
const time = { ms: Date.parse('2026-11-01T08:00:00.000Z') };

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'attachments-'));
  asked = [];
  server = createServer((request, response) => {
    const name = request.url?.split('/').at(-1) ?? '';
    asked.push(name);
    const { status, body, headers } = answerWith(name);
    response.writeHead(status, headers).end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  catalogUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(directory, { recursive: true, force: true });
});

const open = async (maxBytes = 1_000_000, storeOrigins: string[] = []) => {
  const cache = new AttachmentCache({
    directory,
    maxBytes,
    catalogUrl,
    storeOrigins,
    clock: () => new Date(time.ms),
    keepMs: 1000,
  });
  await cache.prepare();
  return cache;
};

describe('the cache of attachments', () => {
  it('the attachment cache fetches bytes once for concurrent requests', async () => {
    answerWith = () => ({ status: 200, body: 'picture' });
    const cache = await open();
    const name = sha256('picture');
    const paths = await Promise.all([cache.path(name), cache.path(name)]);
    expect(new Set([...paths, await cache.path(name)]).size).toBe(1);
    expect(await readFile(paths[0], 'utf8')).toBe('picture');
    expect(asked).toEqual([name]);
  });

  it('the attachment cache follows the catalog to the byte stores that are named, and nowhere else', async () => {
    const name = sha256('picture');
    const store = createServer((_request, response) => response.end('picture')).listen(0, '127.0.0.1');
    await new Promise((resolve) => store.once('listening', resolve));
    const origin = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
    answerWith = () => ({ status: 307, body: '', headers: { location: `${origin}/bucket/${name}?signed` } });
    await expect((await open()).path(name)).rejects.toThrow(
      `${origin}, which BYTE_STORE_ORIGINS does not name`,
    );
    const followed = await (await open(1_000_000, [origin])).path(name);
    expect(await readFile(followed, 'utf8')).toBe('picture');
    store.closeAllConnections();
    store.close();
  });

  it('the attachment cache never keeps bytes under a hash that is not theirs', async () => {
    answerWith = () => ({ status: 200, body: 'something else' });
    const cache = await open();
    await expect(cache.path(sha256('picture'))).rejects.toBeInstanceOf(AttachmentLost);
    expect(await readdir(directory)).toEqual([]);
  });

  it('the attachment cache fetches again what a crash has damaged on the disk', async () => {
    answerWith = () => ({ status: 200, body: 'picture' });
    const name = sha256('picture');
    const path = await (await open()).path(name);
    await writeFile(path, 'pict\0\0\0');
    const afterRestart = await open();
    expect(await afterRestart.path(name)).toBe(path);
    expect(await readFile(path, 'utf8')).toBe('picture');
    expect(asked).toEqual([name, name]);
    await afterRestart.path(name);
    expect(asked).toHaveLength(2);
  });

  it('an attachment that the catalog does not have is lost, and the catalog is not called unavailable', async () => {
    answerWith = () => ({ status: 404, body: '' });
    const cache = await open();
    await expect(cache.path(sha256('picture'))).rejects.toBeInstanceOf(AttachmentLost);
  });

  it('an attachment is asked for again later when the catalog is unavailable', async () => {
    answerWith = () => ({ status: 503, body: '' });
    const cache = await open();
    await expect(cache.path(sha256('picture'))).rejects.toBeInstanceOf(Unavailable);
    answerWith = () => ({ status: 200, body: 'picture' });
    await expect(cache.path(sha256('picture'))).resolves.toContain(directory);
  });

  it('the attachment cache drops the least recently used files when it is full, but none that it just returned', async () => {
    const bodies = ['first', 'other', 'third'];
    answerWith = (name) => ({ status: 200, body: bodies.find((body) => sha256(body) === name) ?? '' });
    const cache = await open(10);
    for (const body of ['first', 'other', 'first', 'third']) {
      await cache.path(sha256(body));
      time.ms += 2000;
    }
    await cache.close();
    const again = await open(10);
    expect((await readdir(directory)).sort()).toEqual([sha256('first'), sha256('third')].sort());
    await again.close();
  });
});
