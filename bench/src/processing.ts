import { createHash } from 'node:crypto';
import type { EventEnvelope, Property } from '@estate/contracts';
import type { ApiClient } from '@estate/stack';
import sharp from 'sharp';
import { eachOf } from './each-of.ts';
import { recorded } from './profiles/recorded.ts';
import { cpuBetween, cpuTimes, peakMegabytes, untilQuiet } from './processes.ts';
import { markdownTable, median, say } from './report.ts';
import { placePhotos } from './sample-photos.ts';
import { sampleProperty } from './sample-property.ts';
import { until } from './until.ts';
import { processesOf, withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

const PROPERTIES = 30;
const PHOTOS = 20;
const AT_ONCE = 8;
const ROUNDS = 3;
const PATIENCE_MS = 600_000;

interface Round {
  perSecond: number;
  scriptPerSecond: number;
  /** Milliseconds of processor time of the catalog a property. */
  cpu: number;
}

/** Measures how many properties with 20 photos are processed a second, beside a script that fetches, hashes, decodes and marks the same photos. */
export function measureProcessing(): Promise<void> {
  return withStack(async (measured) => {
    const pid = processesOf(measured.stack).get('catalog') ?? 0;
    const rows: string[][] = [];
    let placed = 0;
    for (const caption of [undefined, '© Büro Müller']) {
      const rounds: Round[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const photos = await placedPhotos(measured, placed);
        placed += PROPERTIES;
        const measuredRound = await measureRound(measured, photos, caption);
        // The first round warms both sides up.
        if (round > 0) rounds.push(measuredRound);
      }
      rows.push(rowOf(caption, rounds, peakMegabytes(pid)));
    }
    const head = ['', 'properties/s', 'script/s', 'ratio', 'CPU ms of catalog', 'peak MB of catalog'];
    say(markdownTable([head, ...rows]));
  });
}

async function measureRound(
  measured: Measured,
  photos: readonly string[][],
  caption: string | undefined,
): Promise<Round> {
  const processes = processesOf(measured.stack);
  await untilQuiet(processes);
  const bare = await processPlainly(photos, caption);
  const before = cpuTimes(processes);
  const piece = `processing photos ${caption === undefined ? 'as they are' : 'with a caption'}`;
  const seconds = await recorded(piece, processes, () => process(measured, photos, caption));
  await untilQuiet(processes);
  const used = cpuBetween(before, cpuTimes(processes));
  const parts = [...used].map(([name, ms]) => `${name} ${(ms / PROPERTIES).toFixed(0)}`);
  say(`${(PROPERTIES / seconds).toFixed(2)}/s; CPU ms a property: ${parts.join(', ')}`);
  return {
    perSecond: PROPERTIES / seconds,
    scriptPerSecond: PROPERTIES / bare,
    cpu: (used.get('catalog') ?? 0) / PROPERTIES,
  };
}

function rowOf(caption: string | undefined, rounds: readonly Round[], megabytes: number): string[] {
  const middle = (read: (round: Round) => number) => median(rounds.map(read));
  return [
    caption === undefined ? 'photos as they are' : 'photos with a caption',
    middle(({ perSecond }) => perSecond).toFixed(2),
    middle(({ scriptPerSecond }) => scriptPerSecond).toFixed(2),
    middle(({ perSecond, scriptPerSecond }) => perSecond / scriptPerSecond).toFixed(2),
    middle(({ cpu }) => cpu).toFixed(0),
    megabytes.toFixed(0),
  ];
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
  const ends = await eachOf(ids, AT_ONCE, (id) => processedAt(api, id));
  return (Math.max(...ends) - startedAt) / 1000;
}

/** When a property was processed, as its event says. */
async function processedAt(api: ApiClient, propertyId: string): Promise<number> {
  const { data } = await until(
    () =>
      api.get<{ data: EventEnvelope[] }>(
        `/events?propertyId=${propertyId}&type=property.processing_succeeded`,
      ),
    (events) => events.data.length > 0,
    PATIENCE_MS,
  );
  return Date.parse(data[0]?.eventTime ?? '');
}
