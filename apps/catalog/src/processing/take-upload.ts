import type { Bytes } from '@estate/persistence';
import { uploadLost, uploadUnknown } from '../domain/attachment-failure.ts';
import type { FetchResult } from '../domain/processing.ts';
import type { Rendition } from '../domain/rendition.ts';
import type { UploadStore } from '../stores/upload-store.ts';

export interface UploadDeps {
  bytes: Pick<Bytes, 'touch'>;
  uploads: Pick<UploadStore, 'take'>;
  clock: () => Date;
}

interface NamedUpload {
  accountId: string;
  id: string;
  url: string;
}

/** What fetching an attachment is for one that was uploaded: its file was checked then. */
export async function takeUpload(
  { bytes, uploads, clock }: UploadDeps,
  { accountId, id, url }: NamedUpload,
): Promise<FetchResult & { rendition?: Rendition }> {
  const upload = await uploads.take({ accountId, id }, clock());
  if (!upload) return { failure: uploadUnknown };
  const { sha256, size, mediaType, rendition } = upload;
  if (!(await bytes.touch(sha256))) return { failure: uploadLost };
  return { fetched: { url, sha256, size, mediaType }, ...(rendition && { rendition }) };
}
