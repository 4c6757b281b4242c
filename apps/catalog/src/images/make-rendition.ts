import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Bytes } from '@estate/persistence';
import type { FetchedAttachment } from '../domain/attachment.ts';
import type { RenditionResult } from '../domain/rendition.ts';
import type { ImageProcesses } from './image-processes.ts';
import type { Published } from './image-orders.ts';

export interface RenditionDeps {
  bytes: Pick<Bytes, 'putNewFile' | 'read'>;
  images: Pick<ImageProcesses, 'publish'>;
}

interface MadeRendition {
  key: string;
  source: Pick<FetchedAttachment, 'sha256' | 'size'>;
  /** Where its bytes are when they are not those of the source. */
  target: string;
  made: Published;
}

/** Stores a rendition under its own SHA-256. */
export async function storeRendition(
  { bytes }: { bytes: Pick<Bytes, 'putNewFile'> },
  { key, source, target, made }: MadeRendition,
): Promise<RenditionResult> {
  if ('failure' in made) return made;
  const { mediaType } = made;
  if (made.file === 'unchanged')
    return { rendition: { key, sha256: source.sha256, size: source.size, mediaType } };
  const { sha256, size } = made.file;
  await bytes.putNewFile(sha256, { path: target, sha256, size }, { mediaType });
  return { rendition: { key, sha256, size, mediaType } };
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
