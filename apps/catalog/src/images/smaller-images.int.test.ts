// One engine: ../uploads/uploads.int.test.ts, ../processing/run-next.int.test.ts: how pictures are made differs, and not what is stored.
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { sweepBytes } from '@estate/persistence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPicture, plain } from '../../test/picture.ts';
import { openProcessingStage } from '../../test/processing-stage.ts';
import type { ProcessingStage } from '../../test/processing-stage.ts';
import { testImages } from '../../test/test-images.ts';
import { publishedAt } from '../domain/published-attachment.ts';
import type { PropertyRecord } from '../domain/property.ts';
import { smallerImage } from '../domain/smaller-image.ts';
import type { SmallerImage } from '../domain/smaller-image.ts';
import { BYTES_UNUSED_MS } from '../processing/create-processing.ts';
import type { ImageProcesses } from './image-processes.ts';
import { SmallerImages } from './smaller-images.ts';
import type { SmallerImagesOptions } from './smaller-images.ts';
import type { ShrinkOrder, Shrunk } from './image-orders.ts';

let stage: ProcessingStage;
let processes: ImageProcesses;
const orders: ShrinkOrder[] = [];
const summaries: string[] = [];
let shrink: (order: ShrinkOrder, run: () => Promise<Shrunk>) => Promise<Shrunk>;

beforeAll(async () => {
  stage = await openProcessingStage();
  processes = testImages();
});
afterAll(async () => {
  await processes.close();
  await stage.close();
});
beforeEach(() => {
  stage.host.files.clear();
  orders.length = 0;
  summaries.length = 0;
  shrink = (_order, run) => run();
});

const smallerImages = (changes: Partial<SmallerImagesOptions> = {}) =>
  new SmallerImages({
    bytes: stage.stores.attachments,
    images: {
      shrink: (order, client) => {
        orders.push(order);
        return shrink(order, () => processes.shrink(order, client));
      },
    },
    onMade: ({ outcome }) => void summaries.push(outcome),
    ...changes,
  });

let number = 0;
async function processed(body: Buffer, more = {}): Promise<PropertyRecord> {
  const path = `/${String((number += 1))}`;
  stage.host.files.set(path, { body });
  return stage.processed([{ url: stage.host.url(path), ...more }]);
}

function wanted(record: PropertyRecord, width: number, position = 0): SmallerImage {
  const image = smallerImage(publishedAt(record, position), width);
  if (!image) throw new Error('the published file itself is to be shown');
  return image;
}

async function bytesOf(name: string): Promise<Buffer> {
  const found = await stage.stores.attachments.read(name);
  if (!found) throw new Error(`there are no bytes under ${name}`);
  return buffer(found.stream);
}

const photo = (width: number, height: number, colour = 'teal') => plain(width, height, colour);

describe('a smaller image', () => {
  it('a smaller image has the next larger allowed width, its own type and size, and no more than the published one', async () => {
    const record = await processed(await photo(900, 600).jpeg().toBuffer());
    const images = smallerImages();
    for (const [width, made] of [[1, 160], [160, 160], [161, 320], [640, 640], [641, 900], [2560, 900]] as const) {
      const { name, size, mediaType } = await images.find(wanted(record, width), record.accountId);
      const bytes = await bytesOf(name);
      const { width: found, height, format } = await sharp(bytes).metadata();
      expect([found, height, format]).toEqual([made, Math.round((made * 2) / 3), 'jpeg']);
      expect([size, mediaType]).toEqual([bytes.length, 'image/jpeg']);
    } // oxfmt-ignore
  });

  it('a smaller image shows the watermark of what is published and keeps transparency', async () => {
    const plan = await sharp({
      create: { width: 800, height: 800, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const record = await processed(plan, { watermarkCaption: 'Beispiel GmbH' });
    const { name } = await smallerImages().find(wanted(record, 320), record.accountId);
    const bytes = await bytesOf(name);
    expect((await sharp(bytes).metadata()).hasAlpha).toBe(true);
    const alpha = async (region: { left: number; top: number; width: number; height: number }) => {
      const { channels } = await sharp(await sharp(bytes).extract(region).png().toBuffer()).stats();
      return channels[3]?.max;
    };
    expect(await alpha({ left: 0, top: 0, width: 40, height: 40 })).toBe(0);
    expect(await alpha({ left: 240, top: 280, width: 80, height: 40 })).toBeGreaterThan(0);
  });

  it('a smaller image is made once for concurrent and later calls, also by another process', async () => {
    const record = await processed(await aPicture('jpeg', 700));
    const images = smallerImages();
    const found = await Promise.all(
      Array.from({ length: 12 }, () => images.find(wanted(record, 320), record.accountId)),
    );
    expect(new Set(found.map(({ name }) => name)).size).toBe(1);
    expect(await images.find(wanted(record, 300), record.accountId)).toEqual(found[0]);
    expect(await smallerImages().find(wanted(record, 320), record.accountId)).toEqual(found[0]);
    expect(orders).toHaveLength(1);
    expect(summaries).toEqual(['made']);
  });

  it('a smaller image beyond those that an account may wait for is refused, and others are made meanwhile', async () => {
    const record = await processed(await aPicture('jpeg', 701));
    const other = await processed(await aPicture('jpeg', 702));
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    shrink = (order, run) => (order.maxWidth === 160 ? held.then(run) : run());
    const images = smallerImages({ waitingMax: 1 });
    const first = images.find(wanted(record, 160), 'busy');
    await expect(images.find(wanted(record, 320), 'busy')).rejects.toMatchObject({ code: 'image-busy' });
    expect(await images.find(wanted(other, 320), 'another')).toMatchObject({ mediaType: 'image/jpeg' });
    release();
    await first;
    expect(await images.find(wanted(record, 320), 'busy')).toMatchObject({ mediaType: 'image/jpeg' });
  });

  it('a smaller image that ends the process that makes it is not tried again at once', async () => {
    const record = await processed(await aPicture('webp', 703));
    const failure = { code: 'attachment_unreadable' as const, words: 'is damaged', transient: false };
    shrink = () => Promise.resolve({ failure });
    const images = smallerImages();
    for (let call = 0; call < 3; call += 1)
      await expect(images.find(wanted(record, 160), 'a')).rejects.toMatchObject({
        code: 'image-unavailable',
      });
    expect(orders).toHaveLength(1);
    expect(summaries).toEqual(['failed']);
  });

  it('a smaller image is made by turns of the accounts, so that one with many delays another by one', async () => {
    const many = await processed(await aPicture('jpeg', 1200));
    const one = await processed(await aPicture('jpeg', 1201));
    const ended: string[] = [];
    const images = smallerImages();
    const of = (record: PropertyRecord, width: number, account: string) =>
      images.find(wanted(record, width), account).then(() => ended.push(account));
    const widths = [160, 320, 640, 1280, 2560];
    const asked = Promise.withResolvers<undefined>();
    shrink = async (_order, run) => {
      if (orders.length > widths.length) asked.resolve(undefined);
      await asked.promise;
      return run();
    };
    const first = widths.map((width) => of(many, width, 'many'));
    await Promise.all([...first, of(one, 160, 'one')]);
    // Two are made at a time: without turns it would begin as the sixth, and could not end before the fifth place.
    expect(ended.indexOf('one')).toBeLessThan(4);
  });

  it('a smaller image goes with the file that it is made of, and stays while a property names that file', async () => {
    const record = await processed(await aPicture('jpeg', 704));
    const images = smallerImages();
    const { name } = await images.find(wanted(record, 160), record.accountId);
    const sweep = () =>
      sweepBytes(
        {
          bytes: stage.stores.attachments,
          unnamed: (names) => stage.stores.unnamedBytes(names),
          unusedForMs: BYTES_UNUSED_MS,
          clock: () => new Date(Date.now() + BYTES_UNUSED_MS + 1000),
          onSwept: () => undefined,
        },
        new AbortController().signal,
      );
    await sweep();
    expect(await bytesOf(name)).toBeInstanceOf(Buffer);
    stage.host.files.set('/replacing', { body: await aPicture('jpeg', 80) });
    await stage.updated(record, [{ url: stage.host.url('/replacing') }]);
    await sweep();
    expect(await stage.stores.attachments.read(name)).toBeNull();
  });
});
