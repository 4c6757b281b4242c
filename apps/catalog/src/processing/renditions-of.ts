import { randomUUID } from 'node:crypto';
import type { Attachment } from '@estate/contracts';
import type { FetchedAttachment } from '../domain/attachment.ts';
import { fetchedIn } from '../domain/processing.ts';
import type { PropertyRecord } from '../domain/property.ts';
import { renditionKey, watermarkOf } from '../domain/rendition.ts';
import type { RenditionResult, Watermark } from '../domain/rendition.ts';
import type { FirstRendition, MadeFirst } from './fetch-attachment.ts';
import { removeFile } from '../remove-file.ts';
import { materialize, storeRendition } from '../images/make-rendition.ts';
import type { RenditionDeps } from '../images/make-rendition.ts';
import type { Stored } from './take-stored.ts';

/** The work on one property and its results so far. */
export interface PropertyRun extends Stored {
  record: PropertyRecord;
  renditions: Map<string, RenditionResult>;
  /** Renditions that were made when their source was inspected, by the URLs of the sources: each has a file of its own. */
  made: Map<string, MadeFirst>;
  /** Where the bytes of a URL are put while it is worked on. */
  pathOf: (url: string) => string;
  signal: AbortSignal;
}

/** The rendition that is certain to be needed of a URL, whatever its bytes turn out to be. */
export function firstRenditionOf(run: PropertyRun, url: string) {
  const attachment = run.record.attachments.find((each) => each.url === url);
  // A watermark image has to be on the disk first.
  if (!attachment || attachment.watermarkUrl !== undefined) return () => undefined;
  const watermark = watermarkOf(attachment, fetchedIn(run.fetches)) ?? {};
  return (sha256: string): FirstRendition | undefined => {
    const key = renditionKey(sha256, watermark);
    if (run.record.renditions.some((each) => each.key === key)) return undefined;
    return { key, marks: watermark, target: `${run.pathOf(url)}.${randomUUID()}` };
  };
}

/** Makes the renditions of one URL, one for each watermark. */
export async function renditionsOf(deps: RenditionDeps, run: PropertyRun, url: string): Promise<void> {
  const fetched = fetchedIn(run.fetches);
  const source = fetched(url);
  if (!source) return;
  for (const attachment of run.record.attachments.filter((each) => each.url === url)) {
    const watermark = watermarkOf(attachment, fetched);
    if (!watermark) continue;
    const key = renditionKey(source.sha256, watermark);
    if (run.renditions.has(key)) continue;
    run.signal.throwIfAborted();
    run.renditions.set(key, await renditionFor(deps, run, { key, source, attachment, watermark }));
  }
}

interface Wanted {
  key: string;
  source: FetchedAttachment;
  attachment: Attachment;
  watermark: Watermark;
}

async function renditionFor(deps: RenditionDeps, run: PropertyRun, wanted: Wanted): Promise<RenditionResult> {
  const { key, source } = wanted;
  const known = run.record.renditions.find((each) => each.key === key) ?? run.uploaded.get(key);
  if (known && run.stored.has(known.sha256)) return { rendition: known };
  const first = run.made.get(source.url);
  const { target, made } = first?.key === key ? first : await make(deps, run, wanted);
  try {
    return await storeRendition(deps, { key, source, target, made });
  } finally {
    if ('file' in made && made.file !== 'unchanged') await removeFile(target);
  }
}

async function make(
  { bytes, images }: RenditionDeps,
  { record: { accountId }, pathOf, signal }: PropertyRun,
  { source, attachment, watermark: { caption, imageSha256 } }: Wanted,
): Promise<Pick<MadeFirst, 'target' | 'made'>> {
  const path = pathOf(source.url);
  const imagePath = pathOf(attachment.watermarkUrl ?? '');
  await materialize(bytes, { sha256: source.sha256, path });
  if (imageSha256 !== undefined) await materialize(bytes, { sha256: imageSha256, path: imagePath });
  const marks = {
    ...(caption !== undefined && { caption }),
    ...(imageSha256 !== undefined && { imagePath }),
  };
  const target = `${path}.${randomUUID()}`;
  const order = { path, marks, target };
  return { target, made: await images.publish(order, { accountId, signal }) };
}
