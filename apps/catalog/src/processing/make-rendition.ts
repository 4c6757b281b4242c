import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FetchedAttachment } from '../domain/attachment.ts';
import type { RenditionResult } from '../domain/rendition.ts';
import type { ImageClient, ImageProcesses } from '../images/image-processes.ts';
import type { Marks } from '../images/render-image.ts';
import type { AttachmentStore } from '../stores/attachment-store.ts';

export interface RenditionDeps {
  bytes: Pick<AttachmentStore, 'hold' | 'put' | 'read'>;
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

/** Makes what is published of an attachment and keeps it under its own SHA-256. */
export async function makeRendition(
  { bytes, images }: RenditionDeps,
  { key, source, path, marks, client }: RenditionOrder,
): Promise<RenditionResult> {
  const target = `${path}.${randomUUID()}`;
  try {
    const made = await images.publish({ path, mediaType: source.mediaType, marks, target }, client);
    if ('failure' in made) return made;
    const { sha256, size, mediaType } = made;
    if (sha256 !== source.sha256) await bytes.put(sha256, createReadStream(target), mediaType);
    return { rendition: { key, sha256, size, mediaType } };
  } finally {
    await rm(target, { force: true });
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
