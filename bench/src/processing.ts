import { createHash } from 'node:crypto';
import type { Property } from '@estate/contracts';
import sharp from 'sharp';
import { eachOf } from './each-of.ts';
import { cpuBetween, cpuTimes, peakMegabytes, untilQuiet } from './processes.ts';
import { markdownTable, say } from './report.ts';
import { placePhotos } from './sample-photos.ts';
import { sampleProperty } from './sample-property.ts';
import { until } from './until.ts';
import { processesOf, withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

const PROPERTIES = 30;
const PHOTOS = 20;
const AT_ONCE = 8;
const PATIENCE_MS = 600_000;

/** Measures how many properties with 20 photos are processed a second, beside a script that fetches, hashes, decodes and marks the same photos. */
export function measureProcessing(): Promise<void> {
  return withStack(async (measured) => {
    const pid = processesOf(measured.stack).get('catalog') ?? 0;
    const rows: string[][] = [];
    for (const [turn, caption] of [undefined, '© Büro Müller'].entries()) {
      const photos = await placedPhotos(measured, turn * PROPERTIES);
      await untilQuiet(processesOf(measured.stack));
      const bare = await processPlainly(photos, caption);
      const before = cpuTimes(processesOf(measured.stack));
      const seconds = await process(measured, photos, caption);
      await untilQuiet(processesOf(measured.stack));
      const used = cpuBetween(before, cpuTimes(processesOf(measured.stack)));
      const cpu = ((used.get('catalog') ?? 0) / PROPERTIES).toFixed(0);
      rows.push([
        caption === undefined ? 'photos as they are' : 'photos with a caption',
        (PROPERTIES / seconds).toFixed(2),
        (PROPERTIES / bare).toFixed(2),
        (bare / seconds).toFixed(2),
        cpu,
        peakMegabytes(pid).toFixed(0),
      ]);
    }
    const head = ['', 'properties/s', 'script/s', 'ratio', 'CPU ms of catalog', 'peak MB of catalog'];
    say(markdownTable([head, ...rows]));
  });
}

const placedPhotos = ({ stack }: Measured, first: number): Promise<string[][]> =>
  eachOf(
    Array.from({ length: PROPERTIES }, (_, index) => first + index),
    1,
    (number) => placePhotos(stack.filesUrl, number, PHOTOS),
  );

/** What a script would do, on all processors: no store, no events. With a caption it makes the same pictures. */
async function processPlainly(photos: readonly string[][], caption: string | undefined): Promise<number> {
  const startedAt = Date.now();
  await eachOf(photos.flat(), 4, async (url) => {
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    createHash('sha256').update(bytes).digest('hex');
    await sharp(bytes).resize({ width: 1, height: 1 }).raw().toBuffer();
    if (caption !== undefined) await drawCaption(bytes, caption);
  });
  return (Date.now() - startedAt) / 1000;
}

async function drawCaption(bytes: Buffer, caption: string): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata();
  const text = { text: caption, width: Math.round(width / 2), height: Math.round(height / 25), rgba: true };
  return sharp(bytes)
    .autoOrient()
    .resize({ width: 2560, height: 2560, fit: 'inside', withoutEnlargement: true })
    .composite([{ input: { text }, gravity: 'southeast' }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

async function process(
  { api }: Measured,
  photos: readonly string[][],
  watermarkCaption: string | undefined,
): Promise<number> {
  const startedAt = Date.now();
  const ids = await eachOf(photos, AT_ONCE, async (urls) => {
    const attachments = urls.map((url) => ({
      url,
      ...(watermarkCaption !== undefined && { watermarkCaption }),
    }));
    return (await api.post<Property>('/properties', { ...sampleProperty, attachments })).id;
  });
  await eachOf(ids, AT_ONCE, async (id) => {
    const { processingStatus } = await until(
      () => api.get<Property>(`/properties/${id}`),
      (property) => property.processingStatus !== 'pending',
      PATIENCE_MS,
    );
    if (processingStatus === 'failed') throw new Error(`The property ${id} could not be processed.`);
  });
  return (Date.now() - startedAt) / 1000;
}
