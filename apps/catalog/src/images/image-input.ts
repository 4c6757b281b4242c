import type { MediaType } from '../domain/attachment.ts';
import { lengthOf, lookInto } from './file-parts.ts';
import type { FileParts, FileSource, Looker } from './file-parts.ts';
import { decodablePng } from './png-parts.ts';
import { decodableWebp } from './webp-parts.ts';
import { joinedParts } from './write-parts.ts';

const PNG = Buffer.from('89504e47', 'hex');
const WEBP = Buffer.from('WEBP');
const WEBP_AT = 8;

/**
 * What of an image is given to the decoder: the file itself, unless it has parts that cost the decoder memory or time and have no
 * effect on the picture, which a JPEG has none of. Its type is found out unless it is given. @throws StructureBroken when the file is damaged
 */
export async function imageInput(source: FileSource, mediaType?: MediaType): Promise<FileSource> {
  if (mediaType === 'image/jpeg') return source;
  return lookInto(source, async (file) => {
    const parts = await decodableParts(file);
    const isWhole = !parts || parts.reduce((sum, part) => sum + lengthOf(part), 0) === file.size;
    return isWhole ? source : joinedParts(source, parts);
  });
}

async function decodableParts(file: Looker): Promise<FileParts | null> {
  const head = Buffer.from((await file.look(0, WEBP_AT + WEBP.length)).subarray(0, WEBP_AT + WEBP.length));
  if (head.subarray(0, PNG.length).equals(PNG)) return decodablePng(file);
  return head.subarray(WEBP_AT).equals(WEBP) ? decodableWebp(file) : null;
}
