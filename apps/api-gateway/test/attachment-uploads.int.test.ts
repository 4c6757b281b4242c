import { once } from 'node:events';
import { createServer, request as requestOf } from 'node:http';
import type { ClientRequest, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { eventually } from '@estate/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateways } from './start-gateways.ts';
import type { Gateways } from './start-gateways.ts';

const ID = 'd1a2b3c4e5f6g7h8i9j0';
const PICTURE = Buffer.alloc(300_000, 'a picture');
const KEPT = {
  ...{ id: ID, url: `https://api.example.org/attachments/${ID}`, mediaType: 'image/jpeg' },
  ...{ size: PICTURE.length, width: 40, height: 30, fileName: 'Küche.jpg' },
  expiresAt: '2026-11-02T08:30:00.000Z',
};

let gateways: Gateways;
/** The internal port of the catalog. */
let catalog: Server;
let account: { id: string; key: string };
/** What the catalog got, and how many uploads were cut off. */
let received: { url: string; mediaType: string | undefined; bytes: number; isWhole: boolean }[];
let respond: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

const answer = (response: ServerResponse, status: number, body: object) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

async function read(request: IncomingMessage): Promise<void> {
  const { url = '', headers } = request;
  const entry = { url, mediaType: headers['content-type'], bytes: 0, isWhole: false };
  received.push(entry);
  for await (const piece of request as AsyncIterable<Buffer>) entry.bytes += piece.length;
  entry.isWhole = true;
}

async function store(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await read(request);
  answer(response, 201, KEPT);
}

beforeAll(async () => {
  catalog = createServer((request, response) => {
    // An upload that is cut off has nobody to answer.
    Promise.resolve(respond(request, response)).catch(() => response.destroy());
  });
  await once(catalog.listen(0, '127.0.0.1'), 'listening');
  const { port } = catalog.address() as AddressInfo;
  gateways = await startGateways(2, { CATALOG_INTERNAL_URL: `http://127.0.0.1:${String(port)}` });
  const { id, key } = await gateways.account();
  account = { id, key: key.key };
});
afterAll(async () => {
  await gateways.close();
  catalog.closeAllConnections();
  catalog.close();
});
beforeEach(() => {
  received = [];
  respond = store;
});

interface Sent {
  key?: string;
  mediaType?: string;
  idempotencyKey?: string;
  replica?: number;
  query?: string;
}

const headersOf = ({ key = account.key, mediaType = 'image/jpeg', idempotencyKey }: Sent) => ({
  authorization: `Bearer ${key}`,
  'content-type': mediaType,
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
});

async function upload(bytes: Buffer, sent: Sent = {}) {
  const { replica = 0, query = '' } = sent;
  const url = `http://127.0.0.1:${String(gateways.ports[replica])}/attachments${query}`;
  const response = await fetch(url, {
    ...{ method: 'POST', headers: headersOf(sent), body: new Uint8Array(bytes) },
  });
  const body = (await response.json()) as { id?: string; code?: string; message?: string };
  return { status: response.status, headers: response.headers, body };
}

/** An upload whose body the test writes; its caller may end the connection. */
function begin(sent: Sent = {}, further: Record<string, string> = {}): ClientRequest {
  const request = requestOf({
    ...{ host: '127.0.0.1', port: gateways.ports[0], path: '/attachments', method: 'POST' },
    headers: { ...headersOf(sent), ...further },
  });
  request.on('error', () => undefined);
  return request;
}

describe('the upload of an attachment', () => {
  it('the upload of an attachment is answered with its address and where it is, and reaches the catalog with its type and name', async () => {
    const { status, headers, body } = await upload(PICTURE, { query: '?fileName=K%C3%BCche.jpg' });
    expect([status, headers.get('location'), body]).toEqual([201, `/attachments/${ID}`, KEPT]);
    const url = `/uploaded-attachments/${account.id}?isUnused=true&fileName=K%C3%BCche.jpg`;
    expect(received).toEqual([{ url, mediaType: 'image/jpeg', bytes: PICTURE.length, isWhole: true }]);
    const entries = await gateways.call(0, '/audit-log?action=attachment.created', { key: account.key });
    expect(entries.body['data']).toMatchObject([
      { resource: { type: 'attachment', id: ID }, outcome: 'succeeded' },
    ]);
  });

  it('the upload of an attachment is passed on before all of it has arrived', async () => {
    const request = begin();
    const answered = once(request, 'response');
    request.write(PICTURE);
    await eventually(() => expect(received[0]?.bytes).toBe(PICTURE.length));
    expect(received[0]?.isWhole).toBe(false);
    request.end('the rest');
    const [response] = (await answered) as [IncomingMessage];
    expect([response.statusCode, await json(response)]).toEqual([201, KEPT]);
    expect(received[0]?.isWhole).toBe(true);
  });

  it.each([
    ['image/gif', 'unsupported-media-type'],
    ['multipart/form-data; boundary=x', 'unsupported-media-type'],
    ['application/json', 'unsupported-media-type'],
  ])('the upload of an attachment as %s is refused before it is read', async (mediaType, code) => {
    const { status, body } = await upload(PICTURE, { mediaType });
    expect([status, body.code, received]).toEqual([415, code, []]);
    expect(body.message).toContain('image/jpeg, image/png');
  });

  it.each([
    [413, 'attachment_too_large', 413, 'attachment-too-large'],
    [415, 'attachment_type_unsupported', 415, 'attachment-type-unsupported'],
    [415, 'attachment_type_mismatch', 415, 'attachment-type-mismatch'],
    [422, 'attachment_unreadable', 400, 'attachment-unreadable'],
    [409, 'uploads_full', 409, 'attachment-storage-full'],
  ])(
    'the upload of an attachment that the catalog refuses with %i %s is refused with %i and the same words',
    async (from, given, status, code) => {
      const words = 'The file is damaged and cannot be read as image/jpeg.';
      respond = async (request, response) => {
        await read(request);
        answer(response, from, { code: given, error: words });
      };
      const refused = await upload(PICTURE);
      expect([refused.status, refused.body]).toMatchObject([status, { code, message: words }]);
    },
  );

  it('the upload of an attachment that announces too many bytes is refused before they are sent', async () => {
    respond = ({ headers }, response) => {
      expect(headers['content-length']).toBe('16000001');
      answer(response, 413, { code: 'attachment_too_large', error: 'The file is larger than 16 MB.' });
    };
    const request = begin({}, { 'content-length': '16000001' });
    request.write('the first bytes');
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect([response.statusCode, await json(response)]).toMatchObject([
      413,
      { code: 'attachment-too-large', message: 'The file is larger than 16 MB.' },
    ]);
    request.destroy();
  });

  it('the upload of an attachment needs the scope write, and a refusal is in the audit log', async () => {
    const { body } = await gateways.call(0, '/account/api-keys', {
      ...{ method: 'POST', key: account.key },
      body: { name: 'reader', scopes: ['read'] },
    });
    const refused = await upload(PICTURE, { key: String(body['key']) });
    expect([refused.status, refused.body.code, received]).toEqual([403, 'scope-missing', []]);
    const log = await gateways.call(0, '/audit-log?action=attachment.created', { key: account.key });
    expect(log.body['data']).toEqual(
      expect.arrayContaining([expect.objectContaining({ outcome: 'refused', code: 'scope-missing' })]),
    );
  });

  it('the upload of an attachment is refused while four others of the account are in progress', async () => {
    const others = Array.from({ length: 4 }, () => begin());
    for (const request of others) request.write('the first bytes');
    await eventually(() => expect(received).toHaveLength(4));
    const refused = await upload(PICTURE);
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      ...[429, 'too-many-uploads', '10'],
    ]);
    for (const request of others) request.destroy();
    await eventually(async () => expect((await upload(PICTURE)).status).toBe(201));
  });

  it('the upload of an attachment is answered with 503 when the catalog answers what it should not', async () => {
    respond = async (request, response) => {
      await read(request);
      response.writeHead(500).end('<html>');
    };
    const { status, body } = await upload(PICTURE);
    expect([status, body.code]).toEqual([503, 'service-unavailable']);
  });
});

describe('the upload of an attachment with an Idempotency-Key', () => {
  it('the upload of an attachment with an Idempotency-Key that is retried on any replica has the same answer, and other bytes are refused', async () => {
    const idempotencyKey = 'again';
    expect((await upload(PICTURE, { idempotencyKey })).headers.get('idempotency-replayed')).toBeNull();
    for (const replica of [0, 1]) {
      const again = await upload(PICTURE, { idempotencyKey, replica });
      expect([again.status, again.body]).toEqual([201, KEPT]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
    }
    const other = await upload(Buffer.alloc(PICTURE.length, 'other'), { idempotencyKey, replica: 1 });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency-key-reused']);
    expect(received).toHaveLength(1);
  });

  it('the upload of an attachment with an Idempotency-Key that is cut off is cut off for the catalog, too, and can be retried', async () => {
    const idempotencyKey = 'cut';
    let isCut = false;
    respond = async (incoming, response) => {
      incoming.once('error', () => (isCut = true));
      await store(incoming, response);
    };
    const request = begin({ idempotencyKey }, { 'content-length': String(PICTURE.length) });
    request.write(PICTURE.subarray(0, 1000));
    await eventually(() => expect(received).toHaveLength(1));
    request.destroy();
    await eventually(() => expect(isCut).toBe(true));
    expect(received[0]?.isWhole).toBe(false);
    const retried = await eventually(async () => {
      const answered = await upload(PICTURE, { idempotencyKey, replica: 1 });
      expect(answered.status).toBe(201);
      return answered;
    });
    expect(retried.body).toEqual(KEPT);
  });
});
