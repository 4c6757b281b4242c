import type { MediaType } from '../domain/attachment.ts';
import type { AttachmentFailure } from '../domain/attachment-failure.ts';
import { inspectFile } from './inspect-file.ts';
import type { Inspection } from './inspect-file.ts';
import { publishable } from './publishable.ts';
import type { Marks } from './render-image.ts';
import { writeParts } from './write-parts.ts';
import type { WrittenFile } from './write-parts.ts';

/** Makes what is published of a file that was inspected. */
export interface PublishOrder {
  path: string;
  mediaType: MediaType;
  marks: Marks;
  /** Where the result is put. */
  target: string;
}

export type ImageOrder = { inspect: string } | { publish: PublishOrder };

export type Published = (WrittenFile & { mediaType: MediaType }) | { failure: AttachmentFailure };

/** Everything that is done with files of customers, by the process that does nothing else. */
export const carryOut = (order: ImageOrder): Promise<Inspection | Published> =>
  'inspect' in order ? inspectFile(order.inspect) : publish(order.publish);

async function publish({ marks, target, ...file }: PublishOrder): Promise<Published> {
  const made = await publishable(file, marks);
  if ('failure' in made) return made;
  return { ...(await writeParts(file.path, made.parts, target)), mediaType: made.mediaType };
}
