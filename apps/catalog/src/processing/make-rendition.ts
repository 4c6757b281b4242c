import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { LimitFunction } from 'p-limit';
import type { FetchedAttachment } from '../domain/attachment.ts';
import type { RenditionResult } from '../domain/rendition.ts';
import type { FileParts } from '../images/file-parts.ts';
import { publishable } from '../images/publishable.ts';
import type { Marks } from '../images/render-image.ts';
import type { AttachmentStore } from '../stores/attachment-store.ts';

export interface RenditionDeps {
  bytes: Pick<AttachmentStore, 'hold' | 'put' | 'read'>;
  /** Bounds how many images are decoded at a time in this process. */
  decoding: LimitFunction;
}

export interface RenditionOrder {
  key: string;
  source: FetchedAttachment;
  /** Where the bytes of the source are. */
  path: string;
  marks: Marks;
}

/** Makes what is published of an attachment and keeps it under its own SHA-256. */
export async function makeRendition(
  { bytes, decoding }: RenditionDeps,
  { key, source, path, marks }: RenditionOrder,
): Promise<RenditionResult> {
  const made = await decoding(() => publishable({ path, mediaType: source.mediaType }, marks));
  if ('failure' in made) return made;
  const { parts, mediaType } = made;
  const { sha256, size } = await measured(path, parts);
  if (sha256 !== source.sha256) await bytes.put(sha256, contentOf(path, parts), mediaType);
  return { rendition: { key, sha256, size, mediaType } };
}

/** The name of the bytes is known only at their end, so they are read once before they are stored. */
async function measured(path: string, parts: FileParts): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of contentOf(path, parts)) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest('hex'), size };
}

async function* contentOf(path: string, parts: FileParts): AsyncGenerator<Buffer, void> {
  for (const part of parts) {
    if (Buffer.isBuffer(part)) yield part;
    else yield* createReadStream(path, { start: part.start, end: part.end - 1 }) as AsyncIterable<Buffer>;
  }
}

/** Puts bytes that are kept into a file, unless it is there. */
export async function materialize(
  bytes: Pick<AttachmentStore, 'read'>,
  { sha256, path }: { sha256: string; path: string },
): Promise<void> {
  if (await isThere(path)) return;
  const found = await bytes.read(sha256);
  if (!found) throw new Error(`the bytes ${sha256} were held but are not kept`);
  // Several attachments may want the same watermark at once; a file under its name is whole.
  const part = `${path}.${randomUUID()}`;
  await pipeline(found.stream, createWriteStream(part));
  await rename(part, path);
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
