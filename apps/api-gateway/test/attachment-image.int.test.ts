// One engine: ./access.int.test.ts, ./attachment-uploads.int.test.ts: how bytes are passed on differs, and not who may read them.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { getAttachmentImage } from '@estate/contracts';
import { NotFound } from '@estate/errors';
import { answer } from '@estate/messaging';
import { bytesHeld, eventually } from '@estate/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StoredFiles } from '../src/edge/files/stored-files.ts';
import { startGateways } from './start-gateways.ts';
import type { Gateways } from './start-gateways.ts';

const NAME = 'a'.repeat(64);
const PIECE = Buffer.alloc(64 * 1024, 7);
const LARGE_BYTES = 128 * PIECE.length;
const CLIENTS = 50;
/** Pieces on their way between two sockets of the gateway, and as much for the test's own ends of them. */
const HELD_PER_CLIENT = 600_000;

let gateways: Gateways;
let served: { close(): Promise<void> };
let catalog: Server;
let owner: { id: string; key: string };
let other: { id: string; key: string };
let cookie: string;
let internal: (response: ServerResponse) => void;
const asked: unknown[] = [];
const fetched: string[] = [];
const aborted: string[] = [];

const whole = (bytes: number) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': bytes });
  const pieces = function* () {
    for (let sent = 0; sent < bytes; sent += PIECE.length) yield PIECE.subarray(0, bytes - sent);
  };
  Readable.from(pieces()).pipe(response);
};

beforeAll(async () => {
  catalog = createServer(({ url = '' }, response) => {
    fetched.push(url);
    response.on('close', () => {
      if (!response.writableFinished) aborted.push(url);
    });
    internal(response);
  });
  await once(catalog.listen(0, '127.0.0.1'), 'listening');
  const { port } = catalog.address() as AddressInfo;
  gateways = await startGateways(1, { CATALOG_INTERNAL_URL: `http://127.0.0.1:${String(port)}` });
  const open = async () => {
    const { id, key } = await gateways.account();
    return { id, key: key.key };
  };
  [owner, other] = [await open(), await open()];
  served = await gateways.serve('catalog', [
    answer(getAttachmentImage, async (input, { accountId }) => {
      asked.push(input);
      if (accountId !== owner.id) throw new NotFound('There is none.', { code: 'property-not-found' });
      const size = input.position === 9 ? LARGE_BYTES : 5;
      return Promise.resolve({ name: NAME, size, mediaType: 'image/jpeg' as const });
    }),
  ]);
  const signedIn = await gateways.call(0, '/dashboard/session', {
    body: { apiKey: owner.key },
    headers: { 'x-estate-dashboard': '1' },
  });
  cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
});
afterAll(async () => {
  await served.close();
  await gateways.close();
  catalog.closeAllConnections();
  catalog.close();
});
beforeEach(() => {
  for (const list of [asked, fetched, aborted]) list.length = 0;
  internal = whole(5);
});

const pathOf = (position: number, query = '') =>
  `/properties/d1a2b3c4e5f6g7h8i9j0/attachments/${String(position)}/image${query}`;

/** An answer whose body nobody reads yet. */
async function ask(
  path: string,
  headers: Record<string, string> = { authorization: `Bearer ${owner.key}` },
  method = 'GET',
): Promise<IncomingMessage> {
  const sent = request({ host: '127.0.0.1', port: gateways.ports[0], path, method, headers, agent: false });
  sent.on('error', () => undefined).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response.on('error', () => undefined);
}

async function lengthOf(response: IncomingMessage): Promise<number> {
  let length = 0;
  for await (const piece of response) length += (piece as Buffer).length;
  return length;
}

const statusOf = async (path: string, headers?: Record<string, string>) => {
  const response = await ask(path, headers);
  response.resume();
  return response.statusCode;
};

describe('the image of an attachment', () => {
  it('the image of an attachment is sent with its type, an ETag and headers that keep it private and harmless', async () => {
    const response = await ask(pathOf(0, '?width=300'));
    expect([response.statusCode, await lengthOf(response)]).toEqual([200, 5]);
    expect(response.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '5',
      'cache-control': 'private, no-cache',
      'content-disposition': 'inline',
      etag: `"${NAME}"`,
      vary: 'Authorization, Cookie',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(asked).toEqual([{ id: 'd1a2b3c4e5f6g7h8i9j0', position: 0, width: 300 }]);
    expect(fetched).toEqual([`/attachments/${NAME}`]);
  });

  it('the image of an attachment is not fetched for a caller that has it, nor for a HEAD', async () => {
    const authorization = `Bearer ${owner.key}`;
    const known = await ask(pathOf(0), { authorization, 'if-none-match': `"${NAME}"` });
    expect([known.statusCode, await lengthOf(known)]).toEqual([304, 0]);
    const head = await ask(pathOf(0), { authorization }, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], await lengthOf(head)]).toEqual([200, '5', 0]);
    expect(fetched).toEqual([]);
  });

  it('the image of an attachment is not found by another account, and refused without a key', async () => {
    expect(await statusOf(pathOf(0), { authorization: `Bearer ${other.key}` })).toBe(404);
    expect(await statusOf(pathOf(0), {})).toBe(401);
    expect(fetched).toEqual([]);
  });

  it.each([
    ['position', pathOf(150)],
    ['position', pathOf(-1)],
    ['position', '/properties/d1a2b3c4e5f6g7h8i9j0/attachments/first/image'],
    ['width', pathOf(0, '?width=0')],
    ['width', pathOf(0, '?width=2561')],
    ['width', pathOf(0, '?width=1.5')],
    ['height', pathOf(0, '?height=10')],
  ])('the image of an attachment is refused for an impossible %s: %s', async (field, path) => {
    const { status, body } = await gateways.call(0, path, { key: owner.key });
    expect([status, body['details']]).toMatchObject([400, [{ path: field }]]);
    expect(asked).toEqual([]);
  });

  it('the image of an attachment is shown by the pages of the dashboard alone, which send no header with it', async () => {
    const host = `127.0.0.1:${String(gateways.ports[0])}`;
    const shown = [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { referer: `http://${host}/dashboard/properties` },
      { 'x-estate-dashboard': '1' },
    ];
    for (const headers of shown) expect(await statusOf(pathOf(0), { cookie, ...headers })).toBe(200);
    const refused = [
      {},
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', referer: `http://${host}/dashboard/` },
      { referer: 'http://elsewhere.example.org/' },
      { 'x-estate-dashboard': '1', origin: 'http://elsewhere.example.org' },
    ];
    for (const headers of refused) expect(await statusOf(pathOf(0), { cookie, ...headers })).toBe(403);
    expect(await statusOf('/properties', { cookie, 'sec-fetch-site': 'same-origin' })).toBe(403);
  });

  it('the image of an attachment is answered with 503 when the catalog does not have its bytes', async () => {
    internal = (response) => response.writeHead(404).end();
    const { status, body } = await gateways.call(0, pathOf(0), { key: owner.key });
    expect([status, body['code']]).toEqual([503, 'service-unavailable']);
  });

  it('the image of an attachment breaks off with the connection to the catalog', async () => {
    internal = (response) => {
      response.writeHead(200, { 'content-length': LARGE_BYTES });
      response.write(PIECE, () => response.destroy());
    };
    await expect(ask(pathOf(9)).then(lengthOf)).rejects.toThrow();
  });

  it('the image of an attachment is fetched no further when its reader is gone', async () => {
    internal = whole(LARGE_BYTES);
    const response = await ask(pathOf(9));
    response.destroy();
    await eventually(() => Promise.resolve(aborted.length > 0));
  });

  it('large images of attachments are never held as a whole, however slowly they are read', async () => {
    internal = whole(LARGE_BYTES);
    const held = () => process.memoryUsage().arrayBuffers;
    const before = bytesHeld(held, 0);
    const responses = await Promise.all(Array.from({ length: CLIENTS }, () => ask(pathOf(9))));
    const most = CLIENTS * HELD_PER_CLIENT;
    expect(bytesHeld(() => held() - before, most)).toBeLessThan(most);
    const lengths = await Promise.all(responses.map(lengthOf));
    expect(new Set(lengths)).toEqual(new Set([LARGE_BYTES]));
    expect(bytesHeld(() => held() - before, most)).toBeLessThan(most);
  });
});

describe('a file of the catalog', () => {
  it('a file of the catalog that does not end in time breaks off', async () => {
    internal = (response) => void response.writeHead(200).write(PIECE);
    const { port } = catalog.address() as AddressInfo;
    const files = new StoredFiles({
      storeOrigins: [],
      catalogUrl: `http://127.0.0.1:${String(port)}`,
      timeoutMs: 2000,
    });
    await expect(files.open({ name: NAME }).then((stream) => stream.toArray())).rejects.toThrow();
  });
});
