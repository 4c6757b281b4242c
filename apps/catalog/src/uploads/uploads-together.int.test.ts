import { createHash } from 'node:crypto';
import { UploadedTogether } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { newId } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNT, ADDRESSES } from '../../test/fakes.ts';
import { aPicture } from '../../test/picture.ts';
import { openProcessingStage } from '../../test/processing-stage.ts';
import type { ProcessingStage } from '../../test/processing-stage.ts';
import { startUploadServer } from '../../test/upload-server.ts';
import type { UploadServer } from '../../test/upload-server.ts';
import type { ReceiveDeps } from './receive-uploads.ts';
import { TemporaryFiles } from './temporary-files.ts';

const TIMES = { keptMs: 86_400_000, unusedMs: 86_400_000 };

let stage: ProcessingStage;
let server: UploadServer;
let files: TemporaryFiles;
let deps: ReceiveDeps;
let changed: Partial<ReceiveDeps>;
const received: string[] = [];

beforeAll(async () => {
  stage = await openProcessingStage();
  files = await TemporaryFiles.open();
  const { uploads, attachments: bytes } = stage.stores;
  const about = { addresses: ADDRESSES, newId, clock: () => new Date() };
  const onReceived = (summary: string) => void received.push(summary);
  deps = { ...about, uploads, bytes, images: stage.deps.images, files, times: TIMES, onReceived };
  const get = (all: ReceiveDeps, name: keyof ReceiveDeps) => changed[name] ?? all[name];
  server = await startUploadServer(new Proxy(deps, { get }));
});
afterAll(async () => {
  await server.close();
  await files.close();
  await stage.close();
});
beforeEach(async () => {
  changed = {};
  received.length = 0;
  server.errors.length = 0;
  await stage.stores.docs.uploadedAttachments.deleteMany({});
});

const uploadDocs = () => stage.stores.docs.uploadedAttachments.find().toArray();
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const lost = async (all: readonly Buffer[]) => [
  ...(await stage.stores.attachments.absent(all.map(sha256Of))),
];
const sizesOf = (all: readonly Buffer[]) => `?sizes=${all.map(({ length }) => length).join(',')}`;
const send = (all: readonly Buffer[], query = sizesOf(all)) =>
  server.upload(ACCOUNT, new Uint8Array(Buffer.concat(all)), { query });

async function stored(all: readonly Buffer[]): Promise<UploadedTogether['files']> {
  const { status, body } = await send(all);
  expect(status).toBe(200);
  return UploadedTogether.parse(body).files;
}

const damagedJpeg = async (edge: number) => {
  const jpeg = await aPicture('jpeg', edge);
  return jpeg.subarray(0, jpeg.length - 200);
};

describe('files that are uploaded together', () => {
  it('files of one request have the addresses that they would have alone, in their order', async () => {
    const pictures = [await aPicture('png', 70), await aPicture('jpeg', 71), await aPicture('png', 72)];
    const together = await stored(pictures);
    const alone: unknown[] = [];
    for (const picture of pictures) {
      const { status, body } = await server.upload(ACCOUNT, new Uint8Array(picture));
      alone.push([status, body.url]);
    }
    expect(alone).toEqual(together.map((file) => [200, 'url' in file && file.url]));
    expect(await lost(pictures)).toEqual([]);
    expect((await uploadDocs()).every(({ isUnused }) => isUnused === undefined)).toBe(true);
  });

  it('equal files of one request have one address', async () => {
    const picture = await aPicture('png', 73);
    const [first, second] = await stored([picture, picture]);
    expect(second).toEqual(first);
    expect(await uploadDocs()).toHaveLength(1);
  });

  it('a file that cannot be used is refused in its place, and the others are stored', async () => {
    const [good, last] = [await aPicture('png', 74), await aPicture('png', 75)];
    const damaged = await damagedJpeg(76);
    const found = await stored([good, damaged, Buffer.from('a text'), Buffer.alloc(0), last]);
    const unsupported = { code: 'attachment_type_unsupported', error: expect.stringMatching(/^The file/) };
    const url = expect.stringContaining('/attachments/');
    expect(found).toEqual([
      { url },
      { code: 'attachment_unreadable', error: expect.stringMatching(/\.$/) },
      ...[unsupported, unsupported],
      { url },
    ]);
    expect([await lost([good, last]), await lost([damaged])]).toEqual([[], [sha256Of(damaged)]]);
    expect(received.toSorted()).toEqual(['refused', 'refused', 'refused', 'stored', 'stored']);
  });

  it('a request whose body is not as long as its files, or has too many, is refused', async () => {
    const picture = await aPicture('png', 77);
    const queries = ['?sizes=1,2', '?sizes=', '?sizes=1,x', `?sizes=${'1,'.repeat(16)}1`, '?sizes=99999999'];
    for (const query of queries) expect((await send([picture], query)).status, query).toBe(400);
    expect(await uploadDocs()).toEqual([]);
  });

  it('files whose sender breaks off between them leave no document, and can be sent again', async () => {
    const pictures = [await aPicture('png', 78), await aPicture('png', 79)];
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = pictures;
    const sending = server.begin(ACCOUNT, sizesOf(pictures));
    sending.setHeader('content-length', first.length + second.length);
    sending.on('error', () => undefined);
    await new Promise((resolve) => sending.write(Buffer.concat([first, second.subarray(0, 9)]), resolve));
    sending.destroy();
    await eventually(() => Promise.resolve(received.includes('interrupted')));
    expect([await uploadDocs(), server.errors]).toEqual([[], []]);
    expect(await stored(pictures)).toHaveLength(2);
  });

  it('files whose byte store fails for one of them are retried together, and have one document each', async () => {
    const pictures = [await aPicture('png', 80), await aPicture('png', 81), await aPicture('png', 82)];
    const failing = sha256Of(pictures[1] ?? Buffer.alloc(0));
    const { bytes } = deps;
    changed = {
      bytes: {
        ...bytes,
        putNewFile: (name, ...rest) =>
          name === failing
            ? Promise.reject(new Unavailable('The byte store is unavailable.'))
            : bytes.putNewFile(name, ...rest),
      },
    };
    expect((await send(pictures)).status).toBe(503);
    changed = {};
    expect(await stored(pictures)).toHaveLength(3);
    expect(await uploadDocs()).toHaveLength(3);
  });
});
