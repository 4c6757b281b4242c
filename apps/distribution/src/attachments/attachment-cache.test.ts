import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Unavailable } from '@estate/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AttachmentCache } from './attachment-cache.ts';
import { AttachmentLost } from './download-attachment.ts';

let directory: string;
let server: Server;
let catalogUrl: string;
let asked: string[];
/** The catalog of the version before. */
let isOld: boolean;
/** The connection is closed within these bytes. */
let breakOffAt: string | undefined;
let answerWith: (sha256: string) => {
  status: number;
  body: Buffer | string;
  headers?: Record<string, string>;
};

const sha256 = (bytes: string) => createHash('sha256').update(bytes).digest('hex');
/** Of the file system at first, which dates what is fetched. */
const time = { ms: 0 };

beforeEach(async () => {
  time.ms = Date.now();
  isOld = false;
  breakOffAt = undefined;
  directory = await mkdtemp(join(tmpdir(), 'attachments-'));
  asked = [];
  server = createServer((request, response) => {
    const name = request.url?.split('/').at(-1) ?? '';
    asked.push(name);
    const { status, body, headers } = answerTo(name);
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
    const breaksAt = breakOffAt === undefined ? -1 : body.indexOf(breakOffAt);
    if (breaksAt < 0) response.end(body);
    else response.write(body.slice(0, breaksAt + 1), () => response.destroy());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  catalogUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(directory, { recursive: true, force: true });
});

function answerTo(name: string): ReturnType<typeof answerWith> {
  if (!name.includes(',')) return answerWith(name);
  return isOld ? { status: 404, body: '' } : together(name.split(','));
}

/** As the catalog answers for several; large files are left out. */
function together(names: readonly string[]): ReturnType<typeof answerWith> {
  const sent = names
    .map((name) => Buffer.from(answerWith(name).body))
    .map((body) => (body.length < 1000 ? body : null));
  const sizes = sent.map((body) => (body?.length ?? 0) || '-').join(',');
  return {
    status: 200,
    body: Buffer.concat(sent.filter((body) => body !== null)),
    headers: { 'attachment-sizes': sizes },
  };
}

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

  it('attachments that are asked for at the same time come in one answer, but for those that it leaves out', async () => {
    const bodies = ['first', 'large'.repeat(1000), 'third', 'lost'];
    answerWith = (name) => {
      const body = bodies.find((one) => one !== 'lost' && sha256(one) === name);
      return { status: body === undefined ? 404 : 200, body: body ?? '' };
    };
    const cache = await open();
    const paths = await Promise.allSettled(bodies.map((body) => cache.path(sha256(body))));
    expect(paths.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    for (const body of bodies.slice(0, 3))
      expect(await readFile(join(directory, sha256(body)), 'utf8')).toBe(body);
    expect(asked.flatMap((names) => names.split(','))).toEqual(
      expect.arrayContaining(bodies.map((body) => sha256(body))),
    );
    expect(await readdir(directory)).toHaveLength(3);
  });

  it('attachments are fetched one by one from a catalog that does not know answers for several', async () => {
    const bodies = ['first', 'other', 'third'];
    answerWith = (name) => ({ status: 200, body: bodies.find((body) => sha256(body) === name) ?? '' });
    const cache = await open();
    isOld = true;
    await Promise.all(bodies.map((body) => cache.path(sha256(body))));
    expect((await readdir(directory)).sort()).toEqual(bodies.map(sha256).sort());
  });

  it('attachments are fetched one by one for a while when the catalog leaves all of them out', async () => {
    const bodies = Array.from({ length: 100 }, (_, index) => `${String(index)} `.repeat(1000));
    answerWith = (name) => ({ status: 200, body: bodies.find((body) => sha256(body) === name) ?? '' });
    const cache = await open();
    const next = bodies.values();
    const askForTwo = () =>
      Promise.all([next.next(), next.next()].map(({ value = '' }) => cache.path(sha256(value))));
    const isForSeveral = (names: string) => names.includes(',');
    while (!asked.some(isForSeveral)) await askForTwo();
    const before = asked.length;
    await askForTwo();
    expect(asked.slice(before)).toHaveLength(2);
    expect(asked.slice(before).some(isForSeveral)).toBe(false);
  });

  it('an attachment that breaks off every transfer fails alone', async () => {
    const bodies = ['first', 'other', 'third'];
    answerWith = (name) => ({ status: 200, body: bodies.find((body) => sha256(body) === name) ?? '' });
    breakOffAt = 'other';
    const cache = await open();
    const paths = await Promise.allSettled(bodies.map((body) => cache.path(sha256(body))));
    expect(paths.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(paths[1]).toMatchObject({ reason: expect.any(Unavailable) as unknown });
    expect((await readdir(directory)).sort()).toEqual([sha256('first'), sha256('third')].sort());
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
