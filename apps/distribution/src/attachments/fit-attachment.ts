import pLimit from 'p-limit';
import { readWhole } from './attachment-bytes.ts';
import type { AttachmentContent } from './attachment-bytes.ts';
import { fitImage } from './fit-image.ts';
import type { Fit } from './fit-image.ts';
import type { Spool } from './spool.ts';

/** Decoded pictures are large, so few are in memory at once, whatever lanes there are. */
const fitting = pLimit(2);
/** Lanes that send the same picture at the same time fit it once. */
const underWay = new Map<string, Promise<Buffer | undefined>>();

/** A picture as a platform takes it. A copy is in the spool. @throws ImageUnfit; AttachmentLost; Unavailable */
export async function fitAttachment(
  source: AttachmentContent & { sha256: string },
  fit: Fit,
  spool: Spool,
): Promise<AttachmentContent> {
  const key = [source.sha256, fit.to, fit.maxBytes, fit.longestEdge].join(' ');
  const running = underWay.get(key) ?? fitting(() => fitted(source, fit)).finally(() => underWay.delete(key));
  underWay.set(key, running);
  const copy = await running;
  return copy ? spool.add(copy) : source;
}

/** Undefined for a picture that suits the platform as it is. */
async function fitted(source: AttachmentContent, fit: Fit): Promise<Buffer | undefined> {
  const original = await readWhole(source);
  const bytes = await fitImage(original, fit);
  return bytes === original ? undefined : bytes;
}
