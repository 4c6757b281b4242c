import { createServer, request as requestOf } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createImport } from '@estate/contracts';
import type { Import } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import { answer } from '@estate/messaging';
import { eventually } from '@estate/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateways } from './start-gateways.ts';
import type { Gateways } from './start-gateways.ts';

const SOURCE = 'd1a2b3c4e5f6g7h8i9j0';

let gateways: Gateways;
let served: { close(): Promise<void> };
let importer: Server;
let key: string;
/** By name, as the importer stores them. */
const packages = new Map<string, Buffer>();
const imports = new Map<string, Import>();
/** How many uploads have begun, and how many were cut off. */
const uploads = { begun: 0, cut: 0 };

/** The internal port of the importer. */
async function store(request: IncomingMessage, response: ServerResponse): Promise<void> {
  uploads.begun += 1;
  try {
    const bytes = await buffer(request);
    const packageName = `package-${String(packages.size)}`;
    packages.set(packageName, bytes);
    response.writeHead(201).end(JSON.stringify({ packageName, sizeBytes: bytes.length }));
  } catch {
    uploads.cut += 1;
  }
}

const create = answer(createImport, async (input, { reservedId = '' }) => {
  const { packageName, sizeBytes, sourceId, dryRun = false } = input;
  if (sourceId === SOURCE)
    throw new InvalidInput('There is no import source.', { code: 'import-source-unknown' });
  expect(packages.get(packageName)).toHaveLength(sizeBytes);
  const counts = { objects: 0, created: 0, updated: 0, unchanged: 0, deleted: 0, failed: 0 };
  const about = { sizeBytes, dryRun, state: 'queued' as const, counts };
  const made = imports.get(reservedId) ?? { id: reservedId, ...about, createdAt: new Date().toISOString() };
  imports.set(reservedId, made);
  return Promise.resolve(made);
});

beforeAll(async () => {
  importer = createServer((request, response) => void store(request, response));
  await once(importer.listen(0, '127.0.0.1'), 'listening');
  const { port } = importer.address() as AddressInfo;
  gateways = await startGateways(2, { IMPORTER_INTERNAL_URL: `http://127.0.0.1:${String(port)}` });
  served = await gateways.serve('importer', [create]);
  key = (await gateways.account()).key.key;
});
afterAll(async () => {
  await served.close();
  await gateways.close();
  importer.closeAllConnections();
  importer.close();
});
beforeEach(() => {
  imports.clear();
  packages.clear();
  Object.assign(uploads, { begun: 0, cut: 0 });
});

interface Sent {
  idempotencyKey: string;
  replica?: number;
  query?: string;
  /** Without a length, as a stream. */
  isStreamed?: boolean;
}

const headersOf = (idempotencyKey: string) => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/zip',
  'idempotency-key': idempotencyKey,
});

async function upload(bytes: Buffer, { idempotencyKey, replica = 0, query = '', isStreamed }: Sent) {
  const url = `http://127.0.0.1:${String(gateways.ports[replica])}/imports${query}`;
  const body = isStreamed ? new Blob([new Uint8Array(bytes)]).stream() : new Uint8Array(bytes);
  const response = await fetch(url, {
    ...{ method: 'POST', headers: headersOf(idempotencyKey), body },
    ...(isStreamed && { duplex: 'half' as const }),
  });
  const answered = (await response.json()) as { id?: string; code?: string };
  return { status: response.status, headers: response.headers, ...answered };
}

/** Begins an upload whose connection ends after some of its bytes. */
async function uploadPart(bytes: Buffer, idempotencyKey: string, sentBytes: number): Promise<void> {
  const { ports } = gateways;
  const begun = requestOf({
    ...{ host: '127.0.0.1', port: ports[0], path: '/imports', method: 'POST' },
    headers: { ...headersOf(idempotencyKey), 'content-length': bytes.length },
  });
  begun.on('error', () => undefined);
  const before = uploads.begun;
  begun.write(bytes.subarray(0, sentBytes));
  await eventually(() => expect(uploads.begun).toBe(before + 1));
  begun.destroy();
}

const PACKAGE = Buffer.alloc(50_000, 'a package');
const OTHER = Buffer.alloc(50_000, 'other than');

describe('an upload with an Idempotency-Key', () => {
  it.each([false, true])(
    'an upload with an Idempotency-Key that is retried on any replica returns the same import, of which there is one (streamed: %s)',
    async (isStreamed) => {
      const idempotencyKey = `again-${String(isStreamed)}`;
      const first = await upload(PACKAGE, { idempotencyKey, isStreamed });
      expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([202, null]);
      for (const replica of [0, 1]) {
        const again = await upload(PACKAGE, { idempotencyKey, replica, isStreamed });
        expect([again.status, again.id]).toEqual([202, first.id]);
        expect(again.headers.get('idempotency-replayed')).toBe('true');
      }
      expect([imports.size, packages.size]).toEqual([1, 1]);
    },
  );

  it.each([
    ['other bytes of the same length', OTHER, {}],
    ['fewer bytes', PACKAGE.subarray(1), {}],
    ['other streamed bytes of the same length', OTHER, { isStreamed: true }],
    ['fewer streamed bytes', PACKAGE.subarray(1), { isStreamed: true }],
    ['more streamed bytes', Buffer.concat([PACKAGE, OTHER]), { isStreamed: true }],
    ['the same bytes for another query', PACKAGE, { query: '?dryRun=true' }],
  ])('an upload with an Idempotency-Key is refused when %s come with its key', async (what, bytes, more) => {
    const idempotencyKey = `reused-${what.replaceAll(' ', '-')}`;
    const { isStreamed = false } = more as { isStreamed?: boolean };
    expect((await upload(PACKAGE, { idempotencyKey, isStreamed })).status).toBe(202);
    const other = await upload(bytes, { idempotencyKey, replica: 1, ...more });
    expect([other.status, other.code]).toEqual([422, 'idempotency-key-reused']);
    expect(imports.size).toBe(1);
  });

  it('an upload with an Idempotency-Key that is cut off creates nothing, and creates one import when it is retried', async () => {
    const idempotencyKey = 'cut-1';
    await uploadPart(PACKAGE, idempotencyKey, 20_000);
    await eventually(() => expect(uploads.cut).toBe(1));
    expect([imports.size, packages.size]).toEqual([0, 0]);
    const repeated = await eventually(async () => {
      const answered = await upload(PACKAGE, { idempotencyKey, replica: 1 });
      expect(answered.status).toBe(202);
      return answered;
    });
    expect((await upload(PACKAGE, { idempotencyKey })).id).toBe(repeated.id);
    expect([...imports.keys()]).toEqual([repeated.id]);
  });

  it('an upload with an Idempotency-Key is refused again as before when its package was refused', async () => {
    const query = `?sourceId=${SOURCE}`;
    for (const status of [400, 400]) {
      const refused = await upload(PACKAGE, { idempotencyKey: 'refused-1', query });
      expect([refused.status, refused.code]).toEqual([status, 'import-source-unknown']);
    }
    expect(packages.size).toBe(1);
    expect(imports.size).toBe(0);
  });
});
