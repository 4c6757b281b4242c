import type { Attachment } from '@estate/contracts';
import type { FetchedAttachment } from '../domain/attachment.ts';
import { fetchedIn } from '../domain/processing.ts';
import type { FetchResult } from '../domain/processing.ts';
import type { PropertyRecord } from '../domain/property.ts';
import { renditionKey, watermarkOf } from '../domain/rendition.ts';
import type { RenditionResult, Watermark } from '../domain/rendition.ts';
import { makeRendition, materialize } from './make-rendition.ts';
import type { RenditionDeps } from './make-rendition.ts';

/** The work on one property and its results so far. */
export interface PropertyRun {
  record: PropertyRecord;
  fetches: Map<string, FetchResult>;
  renditions: Map<string, RenditionResult>;
  /** Where the bytes of a URL are put while it is worked on. */
  pathOf: (url: string) => string;
  signal: AbortSignal;
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

async function renditionFor(
  deps: RenditionDeps,
  { record, pathOf, signal }: PropertyRun,
  { key, source, attachment, watermark }: Wanted,
): Promise<RenditionResult> {
  const known = record.renditions.find((each) => each.key === key);
  if (known && (await deps.bytes.touch(known.sha256))) return { rendition: known };
  const { caption, imageSha256 } = watermark;
  const path = pathOf(source.url);
  const imagePath = pathOf(attachment.watermarkUrl ?? '');
  await materialize(deps.bytes, { sha256: source.sha256, path });
  if (imageSha256 !== undefined) await materialize(deps.bytes, { sha256: imageSha256, path: imagePath });
  const marks = {
    ...(caption !== undefined && { caption }),
    ...(imageSha256 !== undefined && { imagePath }),
  };
  const client = { accountId: record.accountId, signal };
  return makeRendition(deps, { key, source, path, marks, client });
}
