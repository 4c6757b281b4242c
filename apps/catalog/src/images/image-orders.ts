import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { DECODED_TYPES } from '../domain/attachment.ts';
import type { MediaType } from '../domain/attachment.ts';
import type { AttachmentFailure } from '../domain/attachment-failure.ts';
import { isWhole } from './file-parts.ts';
import type { FileSource } from './file-parts.ts';
import { imageInput } from './image-input.ts';
import { inspectHead, inspectPixels } from './inspect-file.ts';
import type { Inspection, Readable } from './inspect-file.ts';
import { publishable } from './publishable.ts';
import type { Size } from './size.ts';
import { isMarked, renderImage } from './render-image.ts';
import type { Marks } from './render-image.ts';
import { writeParts } from './write-parts.ts';
import type { WrittenFile } from './write-parts.ts';

/** Makes what is published of a file that was inspected. */
export interface PublishOrder {
  path: string;
  marks: Marks;
  /** Where the result is put. */
  target: string;
}

/** Inspects a file, and makes what is published of it. */
export type TakeOrder = PublishOrder;

/** Makes a smaller image of a rendition. */
export interface ShrinkOrder {
  path: string;
  mediaType: MediaType;
  maxWidth: number;
  /** Where the result is put. */
  target: string;
}

export type ImageOrder =
  | { inspect: string }
  | { take: TakeOrder }
  | { publish: PublishOrder }
  | { shrink: ShrinkOrder };

/** A new file, or the same one when nothing had to be changed; then none was written. */
export type Published =
  | { mediaType: MediaType; file: WrittenFile | 'unchanged' }
  | { failure: AttachmentFailure };

export type Shrunk = (WrittenFile & { mediaType: MediaType }) | { failure: AttachmentFailure };

export type Taken =
  | { mediaType: MediaType; size?: Size; published: Published }
  | { failure: AttachmentFailure };

/** Answers when that many pixels may be decoded. */
export type MayDecode = (pixels: number) => Promise<void>;

/** Most photos fit into the memory that an order is given. */
export const ORDER_MEMORY_BYTES = 1024 * 1024;

/**
 * Everything that is done with files of customers, by the process that does nothing else. A file that fits into `memory` is read once,
 * and is there until the order is carried out.
 */
export async function carryOut(
  order: ImageOrder,
  mayDecode: MayDecode,
  memory: Buffer,
): Promise<Inspection | Taken | Published | Shrunk> {
  const source = sourceAt(pathOf(order), memory);
  const head = await inspectHead(source);
  if ('failure' in head) return head;
  if (DECODED_TYPES.includes(head.mediaType)) await mayDecode(head.pixels);
  if ('inspect' in order) return inspectPixels(source, head);
  const file = { ...head, source };
  if ('take' in order) return take(order.take, file);
  return 'publish' in order ? publish(order.publish, file) : shrink(order.shrink, source);
}

/** This process waits for nothing else, so that handing a read to another thread would only cost time. */
function sourceAt(path: string, memory: Buffer): FileSource {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size > memory.length) return path;
    let length = 0;
    for (let read = -1; read !== 0 && length < size; length += read)
      read = readSync(file, memory, length, size - length, length);
    return memory.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function pathOf(order: ImageOrder): string {
  if ('inspect' in order) return order.inspect;
  if ('take' in order) return order.take.path;
  return 'publish' in order ? order.publish.path : order.shrink.path;
}

interface ReadableFile extends Readable {
  source: FileSource;
}

async function take(order: TakeOrder, file: ReadableFile): Promise<Taken> {
  const { mediaType, size } = file;
  const about = { mediaType, ...(size && { size }) };
  // Rendering decodes the whole photo, so that it need not be decoded before, unless a failure has to be explained.
  const isRendered = isMarked(order.marks) && mediaType === 'image/jpeg';
  const rendered = isRendered && (await publish(order, file).catch(() => undefined));
  if (rendered) return { ...about, published: rendered };
  const inspection = await inspectPixels(file.source, file);
  if ('failure' in inspection) return inspection;
  return { ...about, published: await publish(order, file) };
}

async function publish({ marks, target }: PublishOrder, file: ReadableFile): Promise<Published> {
  const made = await publishable(file, marks);
  if ('failure' in made) return made;
  const { source } = file;
  const size = typeof source === 'string' ? (await stat(source)).size : source.length;
  const written = isWhole(made.parts, size) ? 'unchanged' : await writeParts(source, made.parts, target);
  return { mediaType: made.mediaType, file: written };
}

async function shrink({ mediaType, maxWidth, target }: ShrinkOrder, source: FileSource): Promise<Shrunk> {
  const input = await imageInput(source);
  const rendered = await renderImage({ input, mediaType }, {}, { maxWidth });
  return { ...(await writeParts(source, [rendered.bytes], target)), mediaType: rendered.mediaType };
}
