import type { MediaType } from '../domain/attachment.ts';
import type { FileParts, Looker } from './file-parts.ts';
import { heicWithoutMetadata } from './heic-parts.ts';
import { jpegWithoutMetadata } from './jpeg-parts.ts';
import { pngWithoutMetadata } from './png-parts.ts';
import { webpWithoutMetadata } from './webp-parts.ts';

const BY_TYPE: Readonly<Record<MediaType, (file: Looker) => Promise<FileParts>>> = {
  'image/jpeg': jpegWithoutMetadata,
  'image/png': pngWithoutMetadata,
  'image/webp': webpWithoutMetadata,
  'image/heic': heicWithoutMetadata,
  'application/pdf': ({ size }) => Promise.resolve([{ start: 0, end: size }]),
};

/** The file without its metadata, its picture untouched. @throws StructureBroken when it is damaged */
export const withoutMetadata = (file: Looker, mediaType: MediaType): Promise<FileParts> =>
  BY_TYPE[mediaType](file);
