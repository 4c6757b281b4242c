import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { KeptAttachment, MAX_UNUSED_UPLOADS } from '@estate/contracts';
import type { AccountLogo, Contact } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import type { Answer } from '@estate/messaging';
import { newId, sweepBytes } from '@estate/persistence';
import { eventually } from '@estate/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNT, ADDRESSES, caller, fakeDeps } from '../../test/fakes.ts';
import { aPicture, aPictureWithLocation, plain } from '../../test/picture.ts';
import { openProcessingStage } from '../../test/processing-stage.ts';
import type { ProcessingStage } from '../../test/processing-stage.ts';
import { startUploadServer } from '../../test/upload-server.ts';
import type { UploadServer } from '../../test/upload-server.ts';
import type { Deps } from '../deps.ts';
import { toPublishedContact } from '../domain/contact.ts';
import { urlOfUpload } from '../domain/attachment-addresses.ts';
import type { PropertyRecord } from '../domain/property.ts';
import { USES_APART_MS } from '../domain/uploaded-attachment.ts';
import { toSnapshot } from '../domain/property-views.ts';
import { BYTES_UNUSED_MS } from '../processing/create-processing.ts';
import { deleteAccountLogo, getAccountLogo, setAccountLogo } from '../routes/account-logo.ts';
import { findUploadedAttachments, listUploadedAttachments } from '../routes/attachments.ts';
import { createContact, getContact, updateContact } from '../routes/contacts.ts';
import { UploadStore } from '../stores/upload-store.ts';
import type { UploadDoc } from '../stores/upload-store.ts';
import type { ReceiveDeps } from './receive-uploads.ts';
import { sweepUploads } from './sweep-uploads.ts';
import { TemporaryFiles } from './temporary-files.ts';

const DAY_MS = 86_400_000;
const TIMES = { keptMs: 7 * DAY_MS, unusedMs: DAY_MS };
const TOO_LARGE = 16_000_001;

let stage: ProcessingStage;
let server: UploadServer;
let files: TemporaryFiles;
let deps: ReceiveDeps;
/** What a test changes of the parts that uploads are received with. */
let changed: Partial<ReceiveDeps>;
let now: Date;
const received: string[] = [];
beforeAll(async () => {
  stage = await openProcessingStage();
  files = await TemporaryFiles.open();
  const { uploads, attachments: bytes } = stage.stores;
  const about = { addresses: ADDRESSES, newId, clock: () => now };
  const onReceived = (summary: string) => void received.push(summary);
  deps = { ...about, uploads, bytes, images: stage.deps.images, files, times: TIMES, onReceived };
  const parts = new Proxy(deps, {
    get: (all, name: keyof ReceiveDeps) => changed[name] ?? all[name],
  });
  server = await startUploadServer(parts);
});
afterAll(async () => {
  await server.close();
  await files.close();
  await stage.close();
});
beforeEach(async () => {
  changed = {};
  now = new Date();
  received.length = 0;
  server.errors.length = 0;
  stage.host.answers.length = 0;
  for (const name of ['uploaded-attachments', 'properties']) await docs(name).deleteMany({});
});

const docs = (name: string) => stage.stores.database.db.collection(name);
const uploadDocs = () => stage.stores.docs.uploadedAttachments.find().toArray();
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const isStored = async (bytes: Buffer) =>
  (await stage.stores.attachments.absent([sha256Of(bytes)])).size === 0;

/** The id of a picture that is uploaded for an account. */
async function uploaded(picture: Buffer, accountId = ACCOUNT): Promise<string> {
  const { status, body } = await server.upload(accountId, new Uint8Array(picture));
  expect([status, body.error]).toEqual([expect.toBeOneOf([200, 201]), undefined]);
  return body.id;
}

async function published(property: PropertyRecord): Promise<Buffer[]> {
  const { attachments } = toSnapshot(property, undefined);
  const files = attachments.map(({ sha256 }) => stage.stores.attachments.read(sha256));
  return Promise.all((await Promise.all(files)).map((file) => buffer(file!.stream)));
}

const sweepAt = (at: Date) => {
  const { uploads, namedUploads: named } = stage.stores;
  const sweep = { uploads, named, ...TIMES, clock: () => at, onSwept: () => undefined };
  return sweepUploads(sweep, new AbortController().signal);
};

/** A body that is sent in pieces, without its length. */
const inPieces = (bytes: Buffer, size: number) =>
  ReadableStream.from(
    (async function* () {
      for (let from = 0; from < bytes.length; from += size) {
        await new Promise((resolve) => setImmediate(resolve));
        yield new Uint8Array(bytes.subarray(from, from + size));
      }
    })(),
  );

describe('an upload', () => {
  it('an upload of the same bytes has one id in each account, and its bytes are stored once', async () => {
    const picture = await aPicture('png');
    const first = await server.upload(ACCOUNT, new Uint8Array(picture));
    expect([first.status, KeptAttachment.parse(first.body)]).toEqual([
      201,
      {
        id: first.body.id,
        url: `https://api.example.org/attachments/${first.body.id}`,
        mediaType: 'image/png',
        size: picture.length,
        width: 64,
        height: 64,
        expiresAt: new Date(now.getTime() + TIMES.keptMs).toISOString(),
      },
    ]);
    expect(await server.upload(ACCOUNT, new Uint8Array(picture))).toEqual({ ...first, status: 200 });
    expect(await uploaded(picture, newId())).not.toBe(first.body.id);
    expect(await docs('attachments.files').countDocuments({ filename: sha256Of(picture) })).toBe(1);
    expect(received).toEqual(['stored', 'known', 'stored']);
  });

  it('an upload of a file that another process has saved has the id that it got there', async () => {
    const picture = await aPicture('png', 90);
    const id = await uploaded(picture);
    changed = { uploads: new UploadStore(stage.stores.docs.uploadedAttachments) };
    expect(await server.upload(ACCOUNT, new Uint8Array(picture))).toMatchObject({
      status: 200,
      body: { id },
    });
    expect(await docs('attachments.files').countDocuments({ filename: sha256Of(picture) })).toBe(1);
  });

  it('an upload of a file again is not read again by the process that has saved it', async () => {
    const picture = await aPicture('png', 91);
    const id = await uploaded(picture);
    changed = { images: { take: () => Promise.reject(new Error('the file was read again')) } };
    expect(await server.upload(ACCOUNT, new Uint8Array(picture))).toMatchObject({
      status: 200,
      body: { id },
    });
  });

  it('an upload of several megabytes that arrives in small pieces from several callers has one id', async () => {
    const picture = await aPicture('png', 1100);
    expect(picture.length).toBeGreaterThan(3_000_000);
    const replies = await Promise.all(
      [4001, 16_384, 65_536].map((size) => server.upload(ACCOUNT, inPieces(picture, size))),
    );
    expect(replies.map(({ body }) => body.id)).toEqual(Array(3).fill(replies[0]?.body.id));
    const found = await stage.stores.attachments.read(sha256Of(picture));
    expect((await buffer(found!.stream)).equals(picture)).toBe(true);
  });

  it('an upload that no property could publish is refused by a code, and nothing of it is stored', async () => {
    const picture = await aPicture('jpeg');
    const damaged = picture.subarray(0, picture.length - 200);
    const large = Buffer.alloc(TOO_LARGE, 7);
    const bodies = [
      new Uint8Array(large),
      inPieces(large, 100_000),
      'a text',
      '',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      new Uint8Array(damaged),
    ];
    const replies: unknown[] = [];
    for (const body of bodies) {
      const { status, body: reply } = await server.upload(ACCOUNT, body);
      replies.push([status, reply.code, reply.error?.endsWith('.')]);
    }
    const large413 = [413, 'attachment_too_large', true];
    const unsupported = [415, 'attachment_type_unsupported', true];
    expect(replies).toEqual([
      ...[large413, large413, unsupported, unsupported, unsupported],
      [422, 'attachment_unreadable', true],
    ]);
    expect([await uploadDocs(), await isStored(damaged), await isStored(large)]).toEqual([[], false, false]);
    expect(new Set(received)).toEqual(new Set(['refused']));
  });

  it('an upload for what is no account is refused', async () => {
    expect((await server.upload('../x', 'a')).status).toBe(404);
  });

  it('an upload whose sender breaks off leaves nothing, and can be retried', async () => {
    const picture = await aPicture('png');
    const sending = server.begin(ACCOUNT);
    sending.on('error', () => undefined);
    await new Promise((resolve) => sending.write(picture.subarray(0, 1000), resolve));
    sending.destroy();
    await eventually(() => Promise.resolve(received.includes('interrupted')));
    expect([await uploadDocs(), await isStored(picture), server.errors]).toEqual([[], false, []]);
    expect(await uploaded(picture)).toBeDefined();
  });

  it('an upload whose process ends between its bytes and its document is whole after a retry', async () => {
    const picture = await aPicture('webp');
    changed = { uploads: { ...deps.uploads, seen: () => Promise.resolve(undefined), add: killed } };
    expect((await server.upload(ACCOUNT, new Uint8Array(picture))).status).toBe(500);
    expect([await uploadDocs(), await isStored(picture)]).toEqual([[], true]);
    changed = {};
    const id = await uploaded(picture);
    expect((await uploadDocs()).map(({ _id }) => _id)).toEqual([id]);
  });

  it('an upload while the store is unavailable is answered with 503, and can be retried', async () => {
    const away = () => Promise.reject(new Unavailable('The store is full.', { retryAfterMs: 2000 }));
    changed = { bytes: { ...deps.bytes, putFile: away, putNewFile: away } };
    const picture = await aPicture('png');
    expect(await server.upload(ACCOUNT, new Uint8Array(picture))).toEqual({
      status: 503,
      body: { error: 'The store is full.' },
    });
    changed = {};
    expect(await uploaded(picture)).toBeDefined();
  });
});

const hoursLater = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

/** A file as its customer sends it. */
const sent = (bytes: Buffer, { accountId = ACCOUNT, more = '', mediaType = 'image/jpeg' } = {}) =>
  server.upload(accountId, new Uint8Array(bytes), { query: `?isUnused=true${more}`, mediaType });

/** As many uploads as an account may have that no property has named yet. */
async function plantAllowed(): Promise<void> {
  const planted = Array.from({ length: MAX_UNUSED_UPLOADS }, (_, n): UploadDoc => {
    const file = { sha256: sha256Of(Buffer.from(String(n))), size: 1, mediaType: 'image/png' as const };
    return { _id: newId(), accountId: ACCOUNT, ...file, createdAt: now, usedAt: now, isUnused: true };
  });
  await stage.stores.docs.uploadedAttachments.insertMany(planted);
}

describe('an upload of a customer', () => {
  it('an upload of a customer is answered with its name, its size as it is shown and the time for which it is kept unused', async () => {
    const turned = await sharp(await plain(60, 40, '#336699').jpeg().toBuffer())
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { status, body } = await sent(turned, { more: `&fileName=${encodeURIComponent('Küche 1.jpg')}` });
    expect([status, KeptAttachment.parse(body)]).toMatchObject([
      201,
      { width: 40, height: 60, fileName: 'Küche 1.jpg', expiresAt: hoursLater(24).toISOString() },
    ]);
    now = hoursLater(10);
    const again = await sent(turned, { more: '&fileName=kitchen.jpg' });
    expect([again.status, again.body]).toMatchObject([
      200,
      { id: body.id, width: 40, fileName: 'kitchen.jpg', expiresAt: hoursLater(24).toISOString() },
    ]);
  });

  it('an upload of a customer whose type is not the declared one is refused in words, also when the account has the file', async () => {
    const picture = await aPicture('png');
    for (const isKnown of [false, true]) {
      if (isKnown) await uploaded(picture);
      expect(await sent(picture, { mediaType: 'image/jpeg' })).toEqual({
        status: 415,
        body: {
          code: 'attachment_type_mismatch',
          error: 'The file is declared as image/jpeg but is image/png.',
        },
      });
    }
    expect((await sent(picture, { mediaType: 'image/png; charset=binary' })).status).toBe(200);
  });

  it('an upload of a customer goes after a day without use, and stays for a property that named it or an import that sent it, too', async () => {
    const pictures = await Promise.all(Array.from({ length: 4 }, () => aPicture('jpeg')));
    const replies = await Promise.all(pictures.map((picture) => sent(picture)));
    const [unused = '', named = '', imported = '', namedOnce = ''] = replies.map(({ body }) => body.id);
    await stage.processed([{ url: urlOfUpload(named) }]);
    const once = await stage.processed([{ url: urlOfUpload(namedOnce) }]);
    await docs('properties').deleteOne({ _id: once.id as never });
    await uploaded(pictures[2]!);
    const left = async () => (await uploadDocs()).map(({ _id }) => _id).sort();
    await sweepAt(hoursLater(23));
    expect(await left()).toHaveLength(4);
    await sweepAt(hoursLater(25));
    expect(await left()).toEqual([named, imported, namedOnce].sort());
    await sweepAt(hoursLater(8 * 24));
    expect(await left()).toEqual([named]);
    const { processingFailure } = await stage.processed([{ url: urlOfUpload(unused) }]);
    expect(processingFailure?.failureMessage).toContain('it was removed because no property used it');
  });

  it('an upload of a customer whose account has too many unused ones is refused in words until a property names one', async () => {
    const [first, second] = [await aPicture('jpeg'), await aPicture('jpeg')];
    await plantAllowed();
    const { status, body } = await sent(first);
    expect([status, body.code]).toEqual([409, 'uploads_full']);
    expect(body.error).toContain('1000 uploaded attachments');
    expect([(await uploadDocs()).length, await isStored(first)]).toEqual([MAX_UNUSED_UPLOADS, false]);
    expect((await sent(first, { accountId: newId() })).status).toBe(201);
    expect((await server.upload(ACCOUNT, new Uint8Array(second))).status).toBe(201);
    const [planted] = await uploadDocs();
    await stage.stores.uploads.use({ accountId: ACCOUNT, ids: [planted!._id] }, now);
    expect((await sent(first)).status).toBe(201);
    expect((await sent(await aPicture('jpeg'))).status).toBe(409);
  });

  it('an upload of a customer is refused while its account has too many bytes of unused ones', async () => {
    await sent(await aPicture('jpeg'));
    await docs('uploaded-attachments').updateOne({}, { $set: { size: 4_000_000_000 } });
    expect((await sent(await aPicture('jpeg'))).body.code).toBe('uploads_full');
  });
});

describe('a contact with a photo', () => {
  const contactOf = (photo?: string) => ({
    email: 'a@example.org',
    lastName: 'A',
    ...(photo !== undefined && { photo }),
  });
  const ask = (to: (deps: Deps) => Answer, input: unknown, accountId = ACCOUNT) => {
    const { uploads, contacts } = stage.stores;
    const routes: Deps = { ...fakeDeps(), uploads, contacts, clock: () => now };
    return to(routes).handle(input, { ...caller, accountId }) as Promise<Contact>;
  };
  const ids = async () => (await uploadDocs()).map(({ _id }) => _id);

  it('a contact keeps its uploaded photo from the sweep until it has another one or none', async () => {
    const replies = [await sent(await aPicture('jpeg')), await sent(await aPicture('jpeg'))];
    const [first, second] = replies.map(({ body }) => body.url);
    const [firstId, secondId] = replies.map(({ body }) => body.id);
    const contact = await ask(createContact, contactOf(first));
    expect(contact.photo).toBe(first);
    await ask(updateContact, { ...contactOf(second), id: contact.id });
    await ask(updateContact, { ...contactOf(first), id: contact.id });
    await sweepAt(hoursLater(30 * 24));
    expect(await ids()).toEqual([firstId]);
    expect((await ask(getContact, { id: contact.id })).photo).toBe(first);
    await ask(updateContact, { ...contactOf(), id: contact.id });
    expect(await ask(getContact, { id: contact.id })).not.toHaveProperty('photo');
    await sweepAt(hoursLater(60 * 24));
    expect(await ids()).toEqual([]);
    expect(secondId).not.toBe(firstId);
  });

  it('a contact is refused with a photo that is not an uploaded image of its account', async () => {
    const foreign = await sent(await aPicture('jpeg'), { accountId: newId() });
    const wrong = ['https://example.org/me.jpg', foreign.body.url, ADDRESSES.shown(urlOfUpload(newId()))];
    for (const photo of wrong)
      await expect(ask(createContact, contactOf(photo))).rejects.toMatchObject({ code: 'photo-invalid' });
  });

  it('a contact is refused with an upload that is no image, which stays as unused as it was', async () => {
    const { body } = await sent(Buffer.from('%PDF-1.4\n1 0 obj\nendobj\n%%EOF\n'), {
      mediaType: 'application/pdf',
    });
    const before = await uploadDocs();
    await expect(ask(createContact, contactOf(body.url))).rejects.toMatchObject({ code: 'photo-invalid' });
    expect(await uploadDocs()).toEqual(before);
  });

  it('a contact is published without its photo', async () => {
    const { body } = await sent(await aPicture('jpeg'));
    const { id } = await ask(createContact, contactOf(body.url));
    const record = await stage.stores.contacts.find({ accountId: ACCOUNT, id });
    expect(toPublishedContact(record!, ADDRESSES)).not.toHaveProperty('photo');
  });
});

describe('the logo of an account', () => {
  const ask = (to: (deps: Deps) => Answer, input: unknown = {}, accountId = ACCOUNT) => {
    const { uploads, logos } = stage.stores;
    const routes: Deps = { ...fakeDeps(), uploads, logos, clock: () => now };
    return to(routes).handle(input, { ...caller, accountId }) as Promise<AccountLogo>;
  };
  const ids = async () => (await uploadDocs()).map(({ _id }) => _id);

  it('a logo is kept from the sweep until the account has another one or none, and no other account has it', async () => {
    const first = (await sent(await aPicture('png'), { mediaType: 'image/png' })).body;
    const second = (await sent(await aPicture('webp'), { mediaType: 'image/webp' })).body;
    expect(await ask(getAccountLogo)).toEqual({});
    expect(await ask(setAccountLogo, { url: first.url })).toEqual({ url: first.url });
    expect(await ask(setAccountLogo, { url: second.url })).toEqual({ url: second.url });
    expect([await ask(getAccountLogo), await ask(getAccountLogo, {}, newId())]).toEqual([
      { url: second.url },
      {},
    ]);
    await sweepAt(hoursLater(24 * 6));
    expect(await ids()).toEqual([first.id, second.id]);
    await sweepAt(hoursLater(24 * 30));
    expect(await ids()).toEqual([second.id]);
    now = hoursLater(24 * 30);
    expect(await ask(deleteAccountLogo)).toEqual({});
    expect([await ask(deleteAccountLogo), await ask(getAccountLogo)]).toEqual([{}, {}]);
    await sweepAt(hoursLater(24 * 6));
    expect(await ids()).toEqual([second.id]);
    await sweepAt(hoursLater(24 * 30));
    expect(await ids()).toEqual([]);
  });

  it('a logo is refused that is not an uploaded image of the account, and the former one stays', async () => {
    const { url } = (await sent(await aPicture('jpeg'))).body;
    await ask(setAccountLogo, { url });
    const foreign = await sent(await aPicture('jpeg'), { accountId: newId() });
    const document = await sent(Buffer.from('%PDF-1.4\n1 0 obj\nendobj\n%%EOF\n'), {
      mediaType: 'application/pdf',
    });
    const unknown = ADDRESSES.shown(urlOfUpload(newId()));
    const wrong = ['https://example.org/logo.png', foreign.body.url, document.body.url, unknown];
    for (const each of wrong)
      await expect(ask(setAccountLogo, { url: each })).rejects.toMatchObject({ code: 'logo-invalid' });
    expect(await ask(getAccountLogo)).toEqual({ url });
    await ask(deleteAccountLogo);
  });
});

const killed = () => Promise.reject(new Error('The process ends here.'));

describe('a property that names an uploaded attachment', () => {
  it('a property with uploaded attachments is published with its watermarks, and nothing is fetched', async () => {
    const [front, plan] = [await aPictureWithLocation('jpeg'), await aPicture('png', 200)];
    const logo = await plain(40, 40, '#ff0000').png().toBuffer();
    const [frontId, planId, logoId] = [await uploaded(front), await uploaded(plan), await uploaded(logo)];
    const property = await stage.processed([
      { url: urlOfUpload(frontId), watermarkCaption: 'Muster GmbH' },
      { url: urlOfUpload(planId), watermarkUrl: urlOfUpload(logoId), isBlueprint: true },
      { url: urlOfUpload(frontId), type: 'image/jpeg' },
    ]);
    expect(property.processingStatus).toBe('successful');
    const [captioned, marked, bare] = await published(property);
    expect(bare?.includes('GPS')).toBe(false);
    expect(bare?.equals(captioned!)).toBe(false);
    const { data, info } = await sharp(marked).raw().toBuffer({ resolveWithObject: true });
    const middle = (info.height / 2) * info.width * info.channels + (info.width / 2) * info.channels;
    expect([...data.subarray(middle, middle + 3)]).toEqual([255, 0, 0]);
    expect(stage.host.answers).toEqual([]);
  });

  it('a property with an uploaded photo gets the rendition that was made at the upload, and no image is read again', async () => {
    const id = await uploaded(await aPictureWithLocation('jpeg'));
    const { images } = stage.deps;
    const refused = () => Promise.reject(new Error('no image may be read'));
    stage.deps.images = { inspect: refused, take: refused, publish: refused };
    const property = await stage.processed([{ url: urlOfUpload(id) }]);
    stage.deps.images = images;
    expect(property.processingStatus).toBe('successful');
    expect((await published(property))[0]?.includes('GPS')).toBe(false);
  });

  it('a property whose uploaded photo has lost its rendition gets another one', async () => {
    const id = await uploaded(await aPictureWithLocation('jpeg'));
    const [doc] = await uploadDocs();
    await stage.stores.attachments.delete(doc?.rendition?.sha256 ?? '');
    const property = await stage.processed([{ url: urlOfUpload(id) }]);
    expect(property.renditions).toEqual([doc?.rendition]);
    expect((await published(property))[0]?.includes('GPS')).toBe(false);
  });

  it('a property that is sent back with an uploaded attachment keeps its file', async () => {
    const picture = await aPicture('png');
    const property = await stage.processed([{ url: urlOfUpload(await uploaded(picture)) }]);
    const again = await stage.updated(property);
    expect([again.processingStatus, again.stored, again.renditions]).toEqual([
      ...['successful', property.stored, property.renditions],
    ]);
    expect((await published(again))[0]?.equals(picture)).toBe(true);
  });

  it('a property with an unknown attachment, or with that of another account, fails with a message that helps', async () => {
    const foreign = await uploaded(await aPicture('png'), newId());
    const failures: unknown[] = [];
    for (const id of [foreign, newId(), 'no-id', '../account']) {
      const { processingFailure } = await stage.processed([{ url: urlOfUpload(id) }]);
      const { failureCode, failureMessage = '' } = processingFailure ?? {};
      failures.push([failureCode, failureMessage.replace(id, 'ID')]);
    }
    const message =
      'attachments.0 (https://api.example.org/attachments/ID) is not an uploaded attachment of this account. It was never uploaded, or it was removed because no property used it. Upload the file again, or set a URL from which it can be fetched.';
    expect(failures).toEqual(Array(4).fill(['attachment_not_found', message]));
    expect(stage.host.answers).toEqual([]);
  });

  it('a property whose uploaded attachment is of another type than declared fails', async () => {
    const id = await uploaded(await aPicture('png'));
    const { processingFailure } = await stage.processed([{ url: urlOfUpload(id), type: 'image/jpeg' }]);
    expect(processingFailure?.failureCode).toBe('attachment_type_mismatch');
  });

  it('a property whose uploaded bytes are lost fails, and an upload of the same file makes it whole', async () => {
    const picture = await aPicture('png');
    const id = await uploaded(picture);
    await stage.stores.attachments.delete(sha256Of(picture));
    const property = await stage.processed([{ url: urlOfUpload(id) }]);
    expect(property.processingFailure).toMatchObject({
      failureCode: 'attachment_not_found',
      failureMessage: expect.stringContaining('is no longer stored') as string,
    });
    expect(await uploaded(picture)).toBe(id);
    expect((await stage.updated(property)).processingStatus).toBe('successful');
  });
});

describe('the sweep of uploads', () => {
  const at = (days: number) => new Date(Date.now() + days * DAY_MS);

  it('the sweep removes what no property has named for a week, and then its bytes', async () => {
    const [used, unused] = [await aPicture('png'), await aPicture('png')];
    const usedId = await uploaded(used);
    const unusedId = await uploaded(unused);
    await stage.processed([{ url: urlOfUpload(usedId) }]);
    await sweepAt(at(6));
    expect((await uploadDocs()).length).toBe(2);
    await sweepAt(at(8));
    expect((await uploadDocs()).map(({ _id }) => _id)).toEqual([usedId]);
    const { attachments: bytes, unnamedBytes: unnamed } = stage.stores;
    const clock = () => new Date(Date.now() + BYTES_UNUSED_MS + 1000);
    const sweep = { bytes, unnamed, unusedForMs: BYTES_UNUSED_MS, clock, onSwept: () => undefined };
    await sweepBytes(sweep, new AbortController().signal);
    expect([await isStored(used), await isStored(unused)]).toEqual([true, false]);
    const failed = await stage.processed([{ url: urlOfUpload(unusedId) }]);
    expect(failed.processingFailure?.failureCode).toBe('attachment_not_found');
  });

  it('the sweep keeps the bytes of an upload that no property names yet', async () => {
    const picture = await aPicture('png');
    await uploaded(picture);
    expect(await stage.stores.unnamedBytes([sha256Of(picture), `${sha256Of(picture)}-1-320`])).toEqual([]);
  });

  it('the sweep leaves an upload that is used while it looks', async () => {
    const id = await uploaded(await aPicture('png'));
    const [doc] = await uploadDocs();
    await stage.stores.uploads.use({ accountId: ACCOUNT, ids: [id] }, at(1));
    expect(await stage.stores.uploads.remove({ id, usedAt: doc!.usedAt })).toBe(false);
    expect((await uploadDocs()).length).toBe(1);
  });

  it('a use of an upload soon after another one is not written down, unless it is the first by a property', async () => {
    const { body } = await sent(await aPicture('jpeg'));
    const used = async (ms: number) => {
      await stage.stores.uploads.use({ accountId: ACCOUNT, ids: [body.id] }, new Date(now.getTime() + ms));
      const [doc] = await uploadDocs();
      return [doc?.isUnused, (doc?.usedAt.getTime() ?? 0) - now.getTime()];
    };
    expect(await used(1000)).toEqual([undefined, 1000]);
    expect(await used(2000)).toEqual([undefined, 1000]);
    expect(await used(USES_APART_MS + 2000)).toEqual([undefined, USES_APART_MS + 2000]);
  });

  it('the sweep passes all uploads, also when there are more than it reads at once', async () => {
    const plant = (n: number): UploadDoc => ({
      ...{ _id: newId(), accountId: ACCOUNT, sha256: sha256Of(Buffer.from(String(n))), size: 1 },
      ...{ mediaType: 'image/png', createdAt: now, usedAt: now },
    });
    await stage.stores.docs.uploadedAttachments.insertMany(Array.from({ length: 450 }, (_, n) => plant(n)));
    await sweepAt(at(8));
    expect(await uploadDocs()).toEqual([]);
  });
});

describe('the uploads of an account', () => {
  const ask = (answered: { handle: unknown }, input: unknown, accountId = ACCOUNT) =>
    (answered.handle as (input: unknown, caller: unknown) => Promise<{ data: unknown[] }>)(input, {
      ...caller,
      accountId,
    });

  it('the uploads of an account are found by their hashes while their bytes are stored', async () => {
    const [picture, lost] = [await aPicture('png'), await aPicture('png')];
    const id = await uploaded(picture);
    await uploaded(lost);
    await stage.stores.attachments.delete(sha256Of(lost));
    const { uploads, attachments: bytes } = stage.stores;
    const find = findUploadedAttachments({ ...stage.deps, uploads, bytes, addresses: ADDRESSES } as never);
    const sha256s = [picture, lost, Buffer.from('unknown')].map(sha256Of);
    expect(await ask(find, { sha256s })).toMatchObject({ data: [{ id, sha256: sha256s[0] }] });
    expect(await ask(find, { sha256s }, newId())).toEqual({ data: [] });
    const list = listUploadedAttachments({ uploads, addresses: ADDRESSES } as never);
    expect((await ask(list, { limit: 10, order: 'asc' })).data).toHaveLength(2);
  });
});
