import type { Bytes } from '@estate/persistence';
import { uploadIdOf } from '../domain/attachment-addresses.ts';
import { uploadLost, uploadUnknown } from '../domain/attachment-failure.ts';
import type { FetchResult } from '../domain/processing.ts';
import type { PropertyRecord } from '../domain/property.ts';
import type { Rendition } from '../domain/rendition.ts';
import { USES_APART_MS } from '../domain/uploaded-attachment.ts';
import type { Upload, UsedUploads } from '../domain/uploaded-attachment.ts';
import type { UploadStore } from '../stores/upload-store.ts';

export interface StoredDeps {
  bytes: Pick<Bytes, 'touchAll'>;
  uploads: Pick<UploadStore, 'use' | 'withIds'>;
  clock: () => Date;
}

/** The files that a property needs and the service has already. */
export interface Stored {
  /** Results in the place of fetching for the attachments that were uploaded, by their URLs: their files were checked then. */
  fetches: Map<string, FetchResult>;
  /** Renditions that were stored when their source was uploaded, by their keys. */
  uploaded: Map<string, Rendition>;
  /** Names of renditions whose bytes are stored; they count as put in the last minutes, like those of the uploads. */
  stored: ReadonlySet<string>;
}

/** Looks for all of it at once, because a property may have a hundred attachments. */
export async function takeStored(deps: StoredDeps, record: PropertyRecord): Promise<Stored> {
  const ids = uploadIdsOf(record);
  const uploads = await uploadsOf(deps, { accountId: record.accountId, ids: [...ids.values()] });
  const renditions = [...uploads.values()].flatMap(({ rendition }) => rendition ?? []);
  const files = [...uploads.values(), ...renditions, ...record.renditions];
  const stored = await bytesOf(deps, files);
  return {
    fetches: new Map([...ids].map(([url, id]) => [url, resultOf(uploads.get(id), { url, stored })])),
    uploaded: new Map(renditions.map((rendition) => [rendition.key, rendition])),
    stored,
  };
}

/** The ids of the uploads that a property names, by their URLs. */
function uploadIdsOf({ attachments }: PropertyRecord): Map<string, string> {
  const ids = new Map<string, string>();
  for (const { url, watermarkUrl = url } of attachments)
    for (const each of [url, watermarkUrl]) {
      const id = uploadIdOf(each);
      if (id !== undefined) ids.set(each, id);
    }
  return ids;
}

async function bytesOf({ bytes }: StoredDeps, files: readonly { sha256: string }[]) {
  if (files.length === 0) return new Set<string>();
  const names = files.map(({ sha256 }) => sha256);
  return bytes.touchAll(names, USES_APART_MS);
}

async function uploadsOf({ uploads, clock }: StoredDeps, named: UsedUploads): Promise<Map<string, Upload>> {
  if (named.ids.length === 0) return new Map();
  await uploads.use(named, clock());
  return new Map((await uploads.withIds(named)).map((upload) => [upload.id, upload]));
}

function resultOf(
  upload: Upload | undefined,
  { url, stored }: { url: string; stored: ReadonlySet<string> },
): FetchResult {
  if (!upload) return { failure: uploadUnknown };
  const { sha256, size, mediaType } = upload;
  return stored.has(sha256) ? { fetched: { url, sha256, size, mediaType } } : { failure: uploadLost };
}
