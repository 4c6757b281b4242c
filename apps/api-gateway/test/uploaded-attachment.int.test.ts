import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getAttachment } from '@estate/contracts';
import { NotFound } from '@estate/errors';
import { answer } from '@estate/messaging';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateways } from './start-gateways.ts';
import type { Gateways } from './start-gateways.ts';

const ID = 'd1a2b3c4e5f6g7h8i9j0';
const NAME = 'b'.repeat(64);
const PLAN = '%PDF-1.7 the plan %%EOF';

let gateways: Gateways;
let served: { close(): Promise<void> };
/** Answers the catalog's internal port, and the byte store. */
let files: Server;
let origin: string;
let owner: { id: string; key: string };
let other: { id: string; key: string };
let respond: (path: string, response: ServerResponse) => void;
const fetched: string[] = [];

const plan = (_path: string, response: ServerResponse) => void response.writeHead(200).end(PLAN);

beforeAll(async () => {
  files = createServer(({ url = '' }, response) => {
    fetched.push(url);
    respond(url, response);
  });
  await once(files.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${String((files.address() as AddressInfo).port)}`;
  gateways = await startGateways(1, { CATALOG_INTERNAL_URL: origin, BYTE_STORE_ORIGINS: origin });
  const open = async () => {
    const { id, key } = await gateways.account();
    return { id, key: key.key };
  };
  [owner, other] = [await open(), await open()];
  served = await gateways.serve('catalog', [
    answer(getAttachment, async (_input, { accountId }) => {
      if (accountId !== owner.id) throw new NotFound('There is none.', { code: 'attachment-not-found' });
      return Promise.resolve({ name: NAME, size: PLAN.length, mediaType: 'application/pdf' as const });
    }),
  ]);
});
afterAll(async () => {
  await served.close();
  await gateways.close();
  files.closeAllConnections();
  files.close();
});
beforeEach(() => {
  fetched.length = 0;
  respond = plan;
});

const get = (headers: Record<string, string>) =>
  fetch(`http://127.0.0.1:${String(gateways.ports[0])}/attachments/${ID}`, { headers });
const asOwner = () => ({ authorization: `Bearer ${owner.key}` });

describe('an uploaded attachment', () => {
  it('an uploaded attachment is sent with its type, an ETag and headers that keep it private and harmless', async () => {
    const response = await get(asOwner());
    expect([response.status, await response.text()]).toEqual([200, PLAN]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(PLAN.length),
      'cache-control': 'private, no-cache',
      'content-disposition': 'inline',
      etag: `"${NAME}"`,
      vary: 'Authorization, Cookie',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(fetched).toEqual([`/attachments/${NAME}`]);
  });

  it('an uploaded attachment is fetched from the byte store to which the catalog refers', async () => {
    respond = (path, response) => {
      if (path.startsWith('/store/')) plan(path, response);
      else response.writeHead(307, { location: `${origin}/store/${NAME}?signed=1` }).end();
    };
    expect(await (await get(asOwner())).text()).toBe(PLAN);
    expect(fetched).toEqual([`/attachments/${NAME}`, `/store/${NAME}?signed=1`]);
  });

  it('an uploaded attachment is not fetched for a caller that has it', async () => {
    const response = await get({ ...asOwner(), 'if-none-match': `"${NAME}"` });
    expect([response.status, fetched]).toEqual([304, []]);
  });

  it('an uploaded attachment is not found by another account, and refused without a key', async () => {
    const foreign = await get({ authorization: `Bearer ${other.key}` });
    expect([foreign.status, await foreign.json()]).toMatchObject([404, { code: 'attachment-not-found' }]);
    expect((await get({})).status).toBe(401);
    expect(fetched).toEqual([]);
  });
});
