import { DECODED_TYPES } from '../domain/attachment.ts';
import type { MediaType } from '../domain/attachment.ts';
import { notMarkable, unreadable } from '../domain/attachment-failure.ts';
import type { AttachmentFailure } from '../domain/attachment-failure.ts';
import { StructureBroken, lookInto } from './file-parts.ts';
import type { FileParts, FileSource } from './file-parts.ts';
import { imageInput } from './image-input.ts';
import type { Readable } from './inspect-file.ts';
import { isMarked, renderImage } from './render-image.ts';
import type { Marks } from './render-image.ts';
import { withoutMetadata } from './without-metadata.ts';

export type Publishable = { mediaType: MediaType; parts: FileParts } | { failure: AttachmentFailure };

interface Inspected extends Pick<Readable, 'mediaType' | 'needsConversion'> {
  source: FileSource;
}

/**
 * Makes what may be published of a file that was inspected. A picture that needs neither watermark nor conversion keeps its pixels
 * byte for byte and loses its metadata; any other picture is rendered. A PDF stays as it is.
 */
export async function publishable(file: Inspected, marks: Marks): Promise<Publishable> {
  const { source, mediaType, needsConversion } = file;
  if (!DECODED_TYPES.includes(mediaType)) {
    if (isMarked(marks) && mediaType !== 'application/pdf') return { failure: notMarkable(mediaType) };
    return (await stripped(file)) ?? { failure: unreadable(mediaType) };
  }
  if (!isMarked(marks) && !needsConversion) {
    const picture = await stripped(file);
    if (picture) return picture;
  }
  const input = await imageInput(source, mediaType);
  const { bytes, mediaType: rendered } = await renderImage({ input, mediaType }, marks);
  return { mediaType: rendered, parts: [bytes] };
}

/** Null when the parts of the file cannot be separated although the image can be read. */
async function stripped({
  source,
  mediaType,
}: Omit<Inspected, 'needsConversion'>): Promise<Publishable | null> {
  try {
    return { mediaType, parts: await lookInto(source, (file) => withoutMetadata(file, mediaType)) };
  } catch (error) {
    if (error instanceof StructureBroken) return null;
    throw error;
  }
}
