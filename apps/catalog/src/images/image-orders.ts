import { stat } from 'node:fs/promises';
import { DECODED_TYPES } from '../domain/attachment.ts';
import type { MediaType } from '../domain/attachment.ts';
import type { AttachmentFailure } from '../domain/attachment-failure.ts';
import { isWhole } from './file-parts.ts';
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

/** Everything that is done with files of customers, by the process that does nothing else. */
export async function carryOut(
  order: ImageOrder,
  mayDecode: MayDecode,
): Promise<Inspection | Taken | Published | Shrunk> {
  const head = await inspectHead(pathOf(order));
  if ('failure' in head) return head;
  if (DECODED_TYPES.includes(head.mediaType)) await mayDecode(head.pixels);
  if ('inspect' in order) return inspectPixels(order.inspect, head);
  if ('take' in order) return take(order.take, head);
  return 'publish' in order ? publish(order.publish, head) : shrink(order.shrink);
}

function pathOf(order: ImageOrder): string {
  if ('inspect' in order) return order.inspect;
  if ('take' in order) return order.take.path;
  return 'publish' in order ? order.publish.path : order.shrink.path;
}

async function take(order: TakeOrder, head: Readable): Promise<Taken> {
  const { mediaType, size } = head;
  const about = { mediaType, ...(size && { size }) };
  // Rendering decodes the whole photo, so that it need not be decoded before, unless a failure has to be explained.
  const isRendered = isMarked(order.marks) && mediaType === 'image/jpeg';
  const rendered = isRendered && (await publish(order, head).catch(() => undefined));
  if (rendered) return { ...about, published: rendered };
  const inspection = await inspectPixels(order.path, head);
  if ('failure' in inspection) return inspection;
  return { ...about, published: await publish(order, head) };
}

async function publish({ path, marks, target }: PublishOrder, head: Readable): Promise<Published> {
  const made = await publishable({ path, ...head }, marks);
  if ('failure' in made) return made;
  const { size } = await stat(path);
  const file = isWhole(made.parts, size) ? 'unchanged' : await writeParts(path, made.parts, target);
  return { mediaType: made.mediaType, file };
}

async function shrink({ path, mediaType, maxWidth, target }: ShrinkOrder): Promise<Shrunk> {
  const input = await imageInput(path);
  const rendered = await renderImage({ input, mediaType }, {}, { maxWidth });
  return { ...(await writeParts(path, [rendered.bytes], target)), mediaType: rendered.mediaType };
}
