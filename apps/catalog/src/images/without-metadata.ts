import type { MediaType } from '../domain/attachment.ts';
import type { ByteParts } from './byte-parts.ts';
import { heicWithoutMetadata } from './heic-parts.ts';
import { jpegWithoutMetadata } from './jpeg-parts.ts';
import { pngWithoutMetadata } from './png-parts.ts';
import { webpWithoutMetadata } from './webp-parts.ts';

const BY_TYPE: Readonly<Record<MediaType, (bytes: Buffer) => ByteParts>> = {
  'image/jpeg': jpegWithoutMetadata,
  'image/png': pngWithoutMetadata,
  'image/webp': webpWithoutMetadata,
  'image/heic': heicWithoutMetadata,
  'application/pdf': (bytes) => [bytes],
};

/** The file without what is written about it, its picture untouched. @throws StructureBroken when it is damaged */
export const withoutMetadata = (bytes: Buffer, mediaType: MediaType): ByteParts => BY_TYPE[mediaType](bytes);
