import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Bytes } from '@estate/persistence';
import type { FetchedAttachment } from '../domain/attachment.ts';
import type { RenditionResult } from '../domain/rendition.ts';
import type { ImageClient, ImageProcesses } from '../images/image-processes.ts';
import type { Marks } from '../images/render-image.ts';

export interface RenditionDeps {
  bytes: Pick<Bytes, 'touch' | 'put' | 'read'>;
  images: Pick<ImageProcesses, 'publish'>;
}

export interface RenditionOrder {
  key: string;
  source: FetchedAttachment;
  /** Where the bytes of the source are. */
  path: string;
  marks: Marks;
  client: ImageClient;
}

/** Makes the rendition of an attachment and stores it under its own SHA-256. */
export async function makeRendition(
  { bytes, images }: RenditionDeps,
  { key, source, path, marks, client }: RenditionOrder,
): Promise<RenditionResult> {
  const target = `${path}.${randomUUID()}`;
  try {
    const made = await images.publish({ path, mediaType: source.mediaType, marks, target }, client);
    if ('failure' in made) return made;
    const { sha256, size, mediaType } = made;
    if (sha256 !== source.sha256) await bytes.put(sha256, createReadStream(target), { mediaType });
    return { rendition: { key, sha256, size, mediaType } };
  } finally {
    await rm(target, { force: true });
  }
}

/** Writes stored bytes into a file unless it exists. */
export async function materialize(
  bytes: Pick<Bytes, 'read'>,
  { sha256, path }: { sha256: string; path: string },
): Promise<void> {
  if (existsSync(path)) return;
  const found = await bytes.read(sha256);
  if (!found) throw new Error(`the bytes ${sha256} were touched but are gone`);
  // Several attachments may need the same watermark at once; a file under its final name is complete.
  const part = `${path}.${randomUUID()}`;
  await pipeline(found.stream, createWriteStream(part));
  await rename(part, path);
}
