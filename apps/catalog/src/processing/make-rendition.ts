import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { LimitFunction } from 'p-limit';
import type { FetchedAttachment, MediaType } from '../domain/attachment.ts';
import type { Rendition, RenditionResult } from '../domain/rendition.ts';
import { publishable } from '../images/publishable.ts';
import type { ByteParts } from '../images/byte-parts.ts';
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
  /** Where the bytes of the source are, or are put. */
  path: string;
  marks: Marks;
}

/** Makes what is published of an attachment and keeps it under its own SHA-256. */
export async function makeRendition(
  { bytes, decoding }: RenditionDeps,
  { key, source, path, marks }: RenditionOrder,
): Promise<RenditionResult> {
  const { mediaType } = source;
  const made = await decoding(async () => {
    const result = await publishable({ path, mediaType }, marks);
    // Written here, where few are at a time, so that no picture waits in memory for the store.
    return 'failure' in result
      ? result
      : written(result.parts, { key, path: `${path}.made`, mediaType: result.mediaType });
  });
  if ('failure' in made) return made;
  const { rendition, path: file } = made;
  try {
    if (rendition.sha256 !== source.sha256)
      await bytes.put(rendition.sha256, createReadStream(file), rendition.mediaType);
    return { rendition };
  } finally {
    await rm(file, { force: true });
  }
}

async function written(
  parts: ByteParts,
  { key, path, mediaType }: { key: string; path: string; mediaType: MediaType },
): Promise<{ rendition: Rendition; path: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'w');
  try {
    for (const part of parts) {
      hash.update(part);
      size += part.length;
      await file.writeFile(part);
    }
  } finally {
    await file.close();
  }
  return { rendition: { key, sha256: hash.digest('hex'), size, mediaType }, path };
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
