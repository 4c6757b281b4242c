import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Unavailable } from '@estate/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AttachmentLost, piecesOf, readWhole } from './attachment-bytes.ts';
import { CatalogAttachments } from './catalog-attachments.ts';

interface Answer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
  /** The connection is closed after the body. */
  isCut?: true;
}

let directory: string;
let servers: Server[];
let asked: string[];
let warnings: object[];
let answerWith: (url: string) => Answer;
let catalogUrl: string;

const PICTURE = 'picture';
const sha256 = createHash('sha256').update(PICTURE).digest('hex');

async function serve(answer: (url: string) => Answer): Promise<string> {
  const server = createServer((request, response) => {
    const { status, body = '', headers, isCut } = answer(request.url ?? '');
    response.writeHead(status, { 'content-length': body.length, ...headers });
    if (isCut) response.write(body, () => response.destroy());
    else response.end(body);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

beforeEach(async () => {
  [servers, asked, warnings] = [[], [], []];
  directory = await mkdtemp(join(tmpdir(), 'bytes-'));
  catalogUrl = await serve((url) => {
    asked.push(url.slice('/attachments/'.length).replace(sha256, ''));
    return answerWith(url);
  });
});
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await rm(directory, { recursive: true, force: true });
});

const log = { warn: (fields: object) => void warnings.push(fields) };
const created = (changes: { storeOrigins?: string[]; directory?: string } = {}) =>
  new CatalogAttachments({ catalogUrl, storeOrigins: [], log, ...changes });
async function textFrom(attachments: CatalogAttachments, size = PICTURE.length): Promise<string> {
  return String(await readWhole({ size, open: () => attachments.open(sha256) }));
}

describe('an attachment of the catalog', () => {
  it('an attachment is sent by the catalog, each time that it is read', async () => {
    answerWith = () => ({ status: 200, body: PICTURE });
    const attachments = created();
    expect([await textFrom(attachments), await textFrom(attachments)]).toEqual([PICTURE, PICTURE]);
    expect(asked).toEqual(['', '']);
  });

  it('an attachment is read from a byte store that is named, and from no other one', async () => {
    const origin = await serve(() => ({ status: 200, body: PICTURE }));
    answerWith = () => ({ status: 307, headers: { location: `${origin}/bucket/x?signed` } });
    expect(await textFrom(created({ storeOrigins: [origin] }))).toBe(PICTURE);
    await expect(textFrom(created())).rejects.toThrow(`${origin}, which BYTE_STORE_ORIGINS does not name`);
  });

  it('an attachment with other bytes than its hash says is lost', async () => {
    answerWith = () => ({ status: 200, body: 'another' });
    await expect(textFrom(created())).rejects.toBeInstanceOf(AttachmentLost);
    await expect(textFrom(created(), 3)).rejects.toThrow('7 instead of 3 bytes');
  });

  it('an attachment with other bytes than its hash says is never read to its end', async () => {
    answerWith = () => ({ status: 200, body: 'another' });
    const attachments = created();
    const pieces: Buffer[] = [];
    const reading = async () => {
      const content = { size: PICTURE.length, open: () => attachments.open(sha256) };
      for await (const piece of piecesOf(content)) pieces.push(piece);
    };
    await expect(reading()).rejects.toBeInstanceOf(AttachmentLost);
    expect(Buffer.concat(pieces).length).toBeLessThan(PICTURE.length);
  });

  it('an attachment that the catalog does not have is lost, and the catalog is not called unavailable', async () => {
    answerWith = () => ({ status: 404 });
    await expect(textFrom(created())).rejects.toBeInstanceOf(AttachmentLost);
  });

  it.each<[string, Answer]>([
    ['answers with an error', { status: 503 }],
    ['ends its answer early', { status: 200, body: 'pic', headers: { 'content-length': '7' }, isCut: true }],
  ])('an attachment may be readable soon when the catalog %s', async (_what, answer) => {
    answerWith = () => answer;
    await expect(textFrom(created())).rejects.toBeInstanceOf(Unavailable);
  });
});

describe('an attachment in a directory that this process can read', () => {
  const fileIn = async (folder: string, content = PICTURE) => {
    await mkdir(join(directory, folder), { recursive: true });
    const path = join(directory, folder, 'file');
    await writeFile(path, content);
    return path;
  };
  /** As the catalog answers. */
  const referring = (path: () => string) => (url: string) =>
    url.endsWith('?as=file')
      ? { status: 307, headers: { location: pathToFileURL(path()).href } }
      : { status: 200, body: PICTURE };

  it('an attachment is read from its file, and the catalog is asked once where it is', async () => {
    const path = await fileIn('shared');
    answerWith = referring(() => path);
    const attachments = created({ directory });
    expect([await textFrom(attachments), await textFrom(attachments)]).toEqual([PICTURE, PICTURE]);
    expect(asked).toEqual(['?as=file']);
  });

  it('an attachment that was moved is read where it is now', async () => {
    let path = await fileIn('shared');
    answerWith = referring(() => path);
    const attachments = created({ directory });
    await textFrom(attachments);
    const now = join(directory, 'moved');
    await rename(path, now);
    path = now;
    expect(await textFrom(attachments)).toBe(PICTURE);
    expect(asked).toEqual(['?as=file', '?as=file']);
  });

  it('an attachment that was removed is lost', async () => {
    const path = await fileIn('shared');
    answerWith = referring(() => path);
    const attachments = created({ directory });
    await textFrom(attachments);
    await rm(path);
    answerWith = () => ({ status: 404 });
    await expect(textFrom(attachments)).rejects.toBeInstanceOf(AttachmentLost);
  });

  it('an attachment whose file has other bytes is lost', async () => {
    const path = await fileIn('shared', 'another');
    answerWith = referring(() => path);
    await expect(textFrom(created({ directory }))).rejects.toBeInstanceOf(AttachmentLost);
  });

  it.each([
    ['in another directory', 'elsewhere', true],
    ['in a directory whose name begins like the shared one', 'shared-not', true],
    ['on a volume that is not mounted here', 'shared', false],
  ])('an attachment that is %s is sent by the catalog, with one warning', async (_where, folder, exists) => {
    const path = await fileIn(folder);
    if (!exists) await rm(path);
    answerWith = referring(() => path);
    const attachments = created({ directory: join(directory, 'shared') });
    expect([await textFrom(attachments), await textFrom(attachments)]).toEqual([PICTURE, PICTURE]);
    expect(warnings).toHaveLength(1);
  });

  it('an attachment is sent by a catalog that knows no files, such as one of the version before', async () => {
    answerWith = () => ({ status: 200, body: PICTURE });
    expect(await textFrom(created({ directory }))).toBe(PICTURE);
    expect(warnings).toEqual([]);
  });
});
