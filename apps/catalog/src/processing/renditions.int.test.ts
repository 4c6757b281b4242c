// One engine: ./run-next.int.test.ts, ./attachment-failures.int.test.ts: how pictures are made differs, and not what is stored.
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { bytesHeld } from '@estate/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPicture, aPictureWithLocation, plain } from '../../test/picture.ts';
import { openProcessingStage } from '../../test/processing-stage.ts';
import type { ProcessingStage } from '../../test/processing-stage.ts';
import type { PropertyRecord } from '../domain/property.ts';
import { toSnapshot } from '../domain/property-views.ts';

let stage: ProcessingStage;
beforeAll(async () => {
  stage = await openProcessingStage();
});
afterAll(() => stage.close());
beforeEach(() => {
  stage.host.files.clear();
  stage.host.answers.length = 0;
});

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const url = (path: string) => stage.host.url(path);
const statuses = () => stage.host.answers.map(({ status }) => status);

/** The snapshot that the distribution receives, with its bytes. */
async function published(property: PropertyRecord) {
  const { attachments } = toSnapshot(property, undefined);
  return Promise.all(
    attachments.map(async (attachment) => {
      const found = await stage.stores.attachments.read(attachment.sha256);
      if (!found) throw new Error('the bytes are not kept');
      const bytes = await buffer(found.stream);
      expect([sha256Of(bytes), bytes.length, found.metadata['mediaType']]).toEqual([
        attachment.sha256,
        attachment.size,
        attachment.mediaType,
      ]);
      return { ...attachment, bytes };
    }),
  );
}

describe('what is published', () => {
  it('what is published is the very file of the customer when nothing is to be changed', async () => {
    const picture = await aPicture('jpeg');
    stage.host.files.set('/a', { body: picture });
    const [only] = await published(await stage.processed([{ url: url('/a'), title: 'Front' }]));
    expect(only).toMatchObject({ sha256: sha256Of(picture), title: 'Front' });
  });

  it('what is published contains no location, and the original is kept beside it', async () => {
    const picture = await aPictureWithLocation('jpeg');
    stage.host.files.set('/a', { body: picture });
    const property = await stage.processed([{ url: url('/a') }]);
    const [only] = await published(property);
    expect(only?.bytes.includes('GPS')).toBe(false);
    expect((await sharp(only?.bytes).metadata()).exif).toBeUndefined();
    expect(property.stored).toMatchObject([{ sha256: sha256Of(picture) }]);
  });

  it('what was published before another photo counts as put just now, because a publication on its way may read it', async () => {
    stage.host.files.set('/a', { body: await aPicture('jpeg') });
    stage.host.files.set('/b', { body: await aPicture('png') });
    const property = await stage.processed([{ url: url('/a') }]);
    const [before] = await published(property);
    const { bytes } = stage.deps;
    const used: string[] = [];
    stage.deps.bytes = { ...bytes, touchAll: (names) => (used.push(...names), bytes.touchAll(names)) };
    try {
      const after = await published(await stage.updated(property, [{ url: url('/b') }]));
      expect(after.map(({ sha256 }) => sha256)).not.toContain(before?.sha256);
      expect(used).toContain(before?.sha256);
    } finally {
      stage.deps.bytes = bytes;
    }
  });

  it('what is published carries the watermark of each attachment, also when several show the same picture', async () => {
    stage.host.files.set('/a', { body: await plain(300, 200, 'white').png().toBuffer() });
    stage.host.files.set('/logo', { body: await plain(20, 20, 'red').png().toBuffer() });
    stage.host.files.set('/pdf', { body: '%PDF-1.4\n%%EOF\n' });
    const property = await stage.processed([
      { url: url('/a') },
      { url: url('/a'), watermarkCaption: '© Büro Müller' },
      { url: url('/a'), watermarkUrl: url('/logo') },
      { url: url('/a'), watermarkCaption: '  ' },
      { url: url('/pdf'), watermarkCaption: '© Büro Müller', watermarkUrl: url('/logo') },
    ]);
    const all = await published(property);
    expect(all.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
    expect(new Set(all.slice(0, 3).map(({ sha256 }) => sha256)).size).toBe(3);
    expect(all[3]?.sha256).toBe(all[0]?.sha256);
    expect(all[4]?.bytes.toString()).toBe('%PDF-1.4\n%%EOF\n');
    const middle = await sharp(all[2]?.bytes)
      .extract({ left: 150, top: 100, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([...middle.subarray(0, 3)]).toEqual([255, 0, 0]);
    expect(stage.host.answers.map(({ path }) => path).sort()).toEqual(['/a', '/logo', '/pdf']);
  });

  it('what is published is stored once when several URLs have the same picture', async () => {
    const picture = await aPictureWithLocation('jpeg');
    const paths = Array.from({ length: 8 }, (_, index) => `/same-${String(index)}`);
    for (const path of paths) stage.host.files.set(path, { body: picture });
    const property = await stage.processed(paths.map((path) => ({ url: url(path) })));
    expect(property.processingStatus).toBe('successful');
    const all = await published(property);
    expect(all).toHaveLength(8);
    expect(new Set(all.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(property.renditions).toHaveLength(1);
  });
});

describe('an update', () => {
  it('an update with another caption makes a rendition of the kept original, without fetching it', async () => {
    stage.host.files.set('/a', { body: await aPicture('png', 200), headers: { etag: '"1"' } });
    const property = await stage.processed([{ url: url('/a'), watermarkCaption: 'old' }]);
    const next = await stage.updated(property, [{ url: url('/a'), watermarkCaption: 'new' }]);
    expect(statuses()).toEqual([200, 304]);
    const [[before], [after]] = [await published(property), await published(next)];
    expect(after?.sha256).not.toBe(before?.sha256);
    expect(next.renditions).toHaveLength(1);
  });

  it('an update of nothing leaves renditions as they are', async () => {
    const lastModified = 'Sun, 01 Nov 2026 08:30:00 GMT';
    stage.host.files.set('/a', { body: await aPicture('png'), headers: { 'last-modified': lastModified } });
    const property = await stage.processed([{ url: url('/a'), watermarkCaption: 'same' }]);
    const next = await stage.updated(property);
    expect(next.renditions).toEqual(property.renditions);
    expect(next.stored).toEqual(property.stored);
    const asked = stage.host.answers.at(-1)?.headers;
    expect(asked?.['if-modified-since']).toBe(lastModified);
  });

  it('an update makes a rendition again that is not kept any more', async () => {
    stage.host.files.set('/a', { body: await aPicture('png'), headers: { etag: '"1"' } });
    const property = await stage.processed([{ url: url('/a'), watermarkCaption: 'lost' }]);
    const [rendition] = property.renditions;
    await stage.stores.attachments.delete(rendition?.sha256 ?? '', new Date(Date.now() + 1000));
    const next = await stage.updated(property);
    expect(statuses()).toEqual([200, 304]);
    expect(next.renditions).toEqual([rendition]);
    expect(await published(next)).toHaveLength(1);
  });

  it('an update with another logo at the same address shows the new one', async () => {
    stage.host.files.set('/a', {
      body: await plain(100, 100, 'white').png().toBuffer(),
      headers: { etag: '"1"' },
    });
    stage.host.files.set('/logo', {
      body: await plain(9, 9, 'red').png().toBuffer(),
      headers: { etag: '"1"' },
    });
    const property = await stage.processed([{ url: url('/a'), watermarkUrl: url('/logo') }]);
    stage.host.files.set('/logo', {
      body: await plain(9, 9, 'blue').png().toBuffer(),
      headers: { etag: '"2"' },
    });
    const [only] = await published(await stage.updated(property));
    const middle = await sharp(only?.bytes)
      .extract({ left: 50, top: 50, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([...middle.subarray(0, 3)]).toEqual([0, 0, 255]);
  });
});

describe('many large attachments', () => {
  it('pass through without more of them being held than a few', async () => {
    const picture = await aPicture('jpeg', 500);
    const comment = Buffer.alloc(60_000, 'x');
    comment.writeUInt16BE(0xfffe, 0);
    comment.writeUInt16BE(comment.length - 2, 2);
    const padding = Array.from({ length: 100 }, () => comment);
    const count = 20;
    for (let n = 0; n < count; n += 1) {
      const own = Buffer.from(comment);
      own.write(`number ${n}`, 10);
      const answer = (response: ServerResponse) => {
        for (const part of [picture.subarray(0, 2), own, ...padding]) response.write(part);
        response.end(picture.subarray(2));
      };
      stage.host.files.set(`/large-${n}`, { body: '', answer });
    }
    // Four at a time on their way; all together would be 120 MB.
    const expected = 60_000_000;
    const before = process.memoryUsage().arrayBuffers;
    const held = () => process.memoryUsage().arrayBuffers - before;
    let most = 0;
    const watching = setInterval(() => (most = Math.max(most, bytesHeld(held, expected))), 10);
    const attachments = Array.from({ length: count }, (_, n) => ({ url: url(`/large-${n}`) }));
    const property = await stage.processed(attachments).finally(() => clearInterval(watching));
    expect(property.processingStatus).toBe('successful');
    expect(property.stored.reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(120_000_000);
    expect(most).toBeLessThan(expected);
  });
});
